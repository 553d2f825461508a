import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { type Option, SelectField } from '#src/ui/forms/field.tsx'
import { leastOf } from './options.ts'

/** What the boxes say where it is no option and all above it. */
const other = 'other'

/** `children` are a box for each of `options`, which stand from the least on. The boxes alone are sent. */
export function AtLeast({
  id,
  label,
  options,
  chosen,
  children,
}: {
  id: string
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  children: ReactNode
}) {
  const t = useMemberTexts()
  const boxes = useRef<HTMLDivElement>(null)
  const values = options.map(({ value }) => value)
  const leastIn = (ticked: readonly string[]) => (ticked.length > 0 ? (leastOf(values, ticked) ?? other) : '')
  const [least, setLeast] = useState(leastIn(chosen))
  const all = () => [...boxes.current!.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const read = () => setLeast(leastIn(values.filter((_, place) => all()[place]!.checked)))
  // Some may have been ticked before the page was alive.
  const readFirst = useEffectEvent(read)
  useEffect(() => readFirst(), [])
  function choose(value: string) {
    const from = values.indexOf(value)
    // Pressed, so that the form learns of it as of any other press.
    for (const [place, box] of all().entries()) if (box.checked !== (from >= 0 && place >= from)) box.click()
  }
  return (
    <>
      <SelectField
        id={id}
        className="needs-script mb-2"
        label={t.find.atLeastOf(label)}
        value={least}
        options={[
          { value: '', label: t.browse.any.maritalStatus },
          // With the least of all it would leave out nobody, with the greatest it is one tick.
          ...options.slice(1, -1),
          ...(least === other || least === values[0] ? [{ value: least, label: t.find.asTicked }] : []),
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <div ref={boxes} onChange={read}>
        {children}
      </div>
    </>
  )
}
