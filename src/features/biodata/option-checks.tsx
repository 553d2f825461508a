import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CheckField, type Option, SelectField } from '#src/ui/forms/field.tsx'
import { Pill } from '#src/ui/pill.tsx'
import type { Choice, Division } from './fields.ts'
import { optionsOf } from './index.ts'
import { allChoices, districtsOf, isOrdered, leastOf } from './options.ts'

interface Boxes {
  chosen: readonly string[]
  box: (option: string) => Pick<ComponentProps<'input'>, 'id' | 'name' | 'value'>
}

interface Options extends Boxes {
  of: Choice
  label: string
  id?: string
  divisions?: readonly Division[]
  /** What stands around them has the label. */
  isInGroup?: boolean
}

export function OptionChecks({ of, label, id, divisions = allChoices.division, isInGroup, ...boxes }: Options) {
  const t = useMemberTexts()
  const { chosen } = boxes
  if (of === 'district')
    return (
      <div className="divisions">
        {divisions.map((division) => {
          const label = t.options.division[division]
          const options = optionsOf(t, of, districtsOf[division])
          return (
            <Folded key={division} label={label} chosen={options.filter(({ value }) => chosen.includes(value)).length}>
              <Checks label={label} options={options} {...boxes} />
            </Folded>
          )
        })}
      </div>
    )
  const options = optionsOf(t, of)
  const checks = <Checks label={isInGroup ? undefined : label} options={options} {...boxes} />
  if (!isOrdered(of)) return checks
  return (
    <AtLeast id={id && `${id}-least`} label={label} options={options} chosen={chosen}>
      {checks}
    </AtLeast>
  )
}

export function Folded({ label, chosen, children }: { label: string; chosen: number; children: ReactNode }) {
  const t = useMemberTexts()
  return (
    <details open={chosen > 0} className="folded">
      <summary className="cursor-pointer py-2.5 text-sm font-semibold">
        {label}{' '}
        {chosen > 0 && (
          <Pill tone="rani" className="folded-count">
            {t.find.chosen(chosen)}
          </Pill>
        )}
      </summary>
      {children}
    </details>
  )
}

function Checks({ label, options, chosen, box }: Boxes & { label: string | undefined; options: readonly Option[] }) {
  const Group = label === undefined ? 'div' : 'fieldset'
  return (
    <Group aria-label={label} className="flex flex-wrap gap-x-5">
      {options.map(({ value, label }) => (
        <CheckField key={value} label={label} defaultChecked={chosen.includes(value)} {...box(value)} />
      ))}
    </Group>
  )
}

/** What the boxes say where it is no option and all above it. */
const other = 'other'

type Ordered = Pick<Options, 'label' | 'chosen'> & {
  id: string | undefined
  options: readonly Option[]
  children: ReactNode
}

/** `children` are a box for each of `options`, which stand from the least on. The boxes alone are sent. */
function AtLeast({ id, label, options, chosen, children }: Ordered) {
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
