import type { ReactNode } from 'react'
import { to } from '#src/platform/addresses.ts'
import { type AllTexts, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { CheckField, FieldGroup, type Option, SegmentedField, SelectField } from '#src/ui/field.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { type FindChoice, fields } from '../fields.ts'
import { allChoices, districtsOf, searchedHeights } from '../more-choices.ts'
import { allOptionsOf } from '../more-words.ts'
import type { FormPlace, Wrong } from '../search-form.tsx'
import { AgeField, checkAges, SearchForm } from './browse-parts.ts'
import { findFields, type Sought } from './contract.ts'
import { soughtIn } from './filter.ts'
import { findLabelsOf, sayHeight } from './words.ts'

function check(t: AllTexts, typed: URLSearchParams): Wrong | undefined {
  const { minHeight = 0, maxHeight = minHeight } = soughtIn(typed)
  return (
    checkAges(t, typed) ?? (minHeight > maxHeight ? { field: 'minHeight', message: t.find.wrongHeights } : undefined)
  )
}

/** What members look for. */
export function FindForm({
  sought,
  place,
  onApply,
  onReset,
}: {
  sought: Sought
  place: FormPlace
  onApply: (sought: Sought) => void
  onReset: () => void
}) {
  const t = useMemberTexts()
  return (
    <SearchForm
      path={to.find}
      place={place}
      check={(typed) => check(t, typed)}
      onApply={(typed) => onApply(soughtIn(typed))}
      onReset={onReset}
    >
      {(wrong) =>
        findFields.map((name) => {
          if (name === 'birth') return <AgeField key={name} filter={sought} wrong={wrong} />
          if (name === 'height') return <HeightField key={name} sought={sought} place={place} wrong={wrong} />
          return <ChoiceField key={name} name={name} sought={sought} place={place} />
        })
      }
    </SearchForm>
  )
}

function HeightField({ sought, place, wrong }: { sought: Sought; place: FormPlace; wrong: Wrong | undefined }) {
  const t = useMemberTexts()
  const { least, most } = searchedHeights
  const options = Array.from({ length: most - least + 1 }, (_, more) => ({
    value: String(least + more),
    label: sayHeight(t, least + more),
  }))
  const height = (end: 'minHeight' | 'maxHeight', label: string) => (
    <SelectField
      label={label}
      name={end}
      id={`${place}-${end}`}
      placeholder={t.browse.any.maritalStatus}
      options={options}
      defaultValue={sought[end] ?? ''}
    />
  )
  return (
    <FieldGroup label={findLabelsOf(t).height} error={wrong?.field === 'minHeight' ? wrong.message : undefined}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        {height('minHeight', t.find.from)}
        {height('maxHeight', t.find.upTo)}
      </div>
    </FieldGroup>
  )
}

/** One of few that lie open, or any number of others, folded. */
function ChoiceField({ name, sought, place }: { name: FindChoice; sought: Sought; place: FormPlace }) {
  const t = useMemberTexts()
  const { of, isOpen } = fields[name]
  const chosen: readonly string[] = sought[name] ?? []
  const label = findLabelsOf(t)[name]
  if (isOpen)
    return (
      <SegmentedField
        label={label}
        name={name}
        id={`${place}-${name}`}
        defaultValue={chosen.length === 1 ? chosen[0] : ''}
        options={[{ value: '', label: t.browse.any.gender }, ...allOptionsOf(t, of).toReversed()]}
      />
    )
  return (
    <Folded label={label} chosen={chosen.length}>
      {of === 'district' ? (
        divisionsToShow(sought).map((division) => {
          const options = allOptionsOf(t, of, districtsOf[division])
          const label = t.options.division[division]
          return (
            <Folded key={division} label={label} chosen={options.filter(({ value }) => chosen.includes(value)).length}>
              <Checks name={name} label={label} options={options} chosen={chosen} />
            </Folded>
          )
        })
      ) : (
        <Checks name={name} label={label} options={allOptionsOf(t, of)} chosen={chosen} />
      )}
    </Folded>
  )
}

/** Whose districts are offered: where divisions are chosen, theirs, and those of districts that are chosen elsewhere. */
const divisionsToShow = ({ division: divisions = [], district: districts = [] }: Sought) =>
  allChoices.division.filter(
    (division) =>
      divisions.length === 0 ||
      divisions.includes(division) ||
      districtsOf[division].some((district) => districts.includes(district)),
  )

/** Says how many in it are chosen, and is open where some are. */
function Folded({ label, chosen, children }: { label: string; chosen: number; children: ReactNode }) {
  const t = useMemberTexts()
  return (
    <details open={chosen > 0} className="-my-1.5">
      <summary className="cursor-pointer py-2.5 text-sm font-semibold">
        {label}{' '}
        {chosen > 0 && (
          <Pill tone="rani" className="ml-1">
            {t.find.chosen(chosen)}
          </Pill>
        )}
      </summary>
      {children}
    </details>
  )
}

function Checks({
  name,
  label,
  options,
  chosen,
}: {
  name: string
  label: string
  options: readonly Option[]
  chosen: readonly string[]
}) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-x-5">
      {options.map(({ value, label }) => (
        <CheckField key={value} name={name} value={value} label={label} defaultChecked={chosen.includes(value)} />
      ))}
    </fieldset>
  )
}
