import type { ComponentProps, ReactNode } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CheckField, type Option } from '#src/ui/forms/field.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { AtLeast } from './at-least.tsx'
import type { Choice, Division } from './fields.ts'
import { allChoices, districtsOf, isOrdered } from './options.ts'
import { allOptionsOf } from './words.ts'

interface Boxes {
  chosen: readonly string[]
  box: (option: string) => Pick<ComponentProps<'input'>, 'id' | 'name' | 'value'>
}

export function OptionChecks({
  of,
  label,
  id,
  divisions = allChoices.division,
  isInGroup,
  ...boxes
}: Boxes & {
  of: Choice
  label: string
  id: string
  divisions?: readonly Division[]
  /** What stands around them has the label. */
  isInGroup?: boolean
}) {
  const t = useMemberTexts()
  if (of === 'district')
    return (
      <div className="divisions">
        {divisions.map((division) => {
          const label = t.options.division[division]
          const options = allOptionsOf(t, of, districtsOf[division])
          return (
            <Folded key={division} label={label} chosen={chosenOf(options, boxes)}>
              <Checks label={label} options={options} {...boxes} />
            </Folded>
          )
        })}
      </div>
    )
  const options = allOptionsOf(t, of)
  const checks = <Checks label={isInGroup ? undefined : label} options={options} {...boxes} />
  if (!isOrdered(of)) return checks
  return (
    <AtLeast id={`${id}-least`} label={label} options={options} chosen={boxes.chosen}>
      {checks}
    </AtLeast>
  )
}

const chosenOf = (options: readonly Option[], { chosen }: Boxes) =>
  options.filter(({ value }) => chosen.includes(value)).length

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
