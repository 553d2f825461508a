import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CheckField, type Option, SelectField } from '#src/ui/forms/field.tsx'
import type { Choice, Division } from './fields.ts'
import { formatOptions, optionsOf } from './index.ts'
import { allChoices, districtsOf, isOrdered, leastOf, liesIn } from './options.ts'

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
            <FoldedChecks key={division} of={of} label={label} chosen={chosen.filter((one) => liesIn(one, division))}>
              <Checks label={label} options={options} {...boxes} />
            </FoldedChecks>
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

interface FoldedProps {
  label: string
  /** The values of its fields. */
  chosen: readonly string[]
  format: (chosen: readonly string[]) => string
  /** Text for nothing chosen. */
  none?: string | undefined
  children: ReactNode
}

/** Its first line says what is chosen in it, so a reader need not open it. */
export function Folded({ label, chosen, format, none, children }: FoldedProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [now, setNow] = useState(chosen)
  const read = () => setNow(valuesIn(box.current!))
  // Some may have been chosen before the page was alive.
  const readFirst = useEffectEvent(read)
  useEffect(() => readFirst(), [])
  return (
    <details ref={box} onChange={read} className="folded">
      <summary>
        <span>
          <b>{label}</b> <span className="folded-chosen">{format(now) || none}</span>
        </span>
      </summary>
      {children}
    </details>
  )
}

/** A select without a name only ticks boxes. */
const valuesIn = (box: HTMLElement) =>
  [...box.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:checked, select[name]')].map(
    (field) => field.dataset.option ?? field.value,
  )

interface FoldedChecksProps extends Omit<FoldedProps, 'format'> {
  of: Choice
}

export function FoldedChecks({ of, ...rest }: FoldedChecksProps) {
  const t = useMemberTexts()
  return <Folded {...rest} format={(options) => formatOptions(t, of, options).join(', ')} />
}

function Checks({ label, options, chosen, box }: Boxes & { label: string | undefined; options: readonly Option[] }) {
  const Group = label === undefined ? 'div' : 'fieldset'
  return (
    <Group aria-label={label} className="flex flex-wrap gap-x-5">
      {options.map(({ value, label }) => (
        <CheckField
          key={value}
          label={label}
          data-option={value}
          defaultChecked={chosen.includes(value)}
          {...box(value)}
        />
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
