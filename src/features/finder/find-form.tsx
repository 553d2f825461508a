import { useId } from 'react'
import { Folded, FoldedChecks, OptionChecks } from '#src/features/biodata/components.ts'
import { allChoices, type FindChoice, fields, liesIn, numbersOf, openFilters } from '#src/features/biodata/index.ts'
import { recentDays } from '#src/features/biodata/policy.ts'
import { AgeField, ChoiceField, checkAges, SearchForm, type Wrong } from '#src/features/browse/components.ts'
import { formatRange } from '#src/features/browse/index.ts'
import { formatNumber } from '#src/features/matching/index.ts'
import { findFields, isChoice, type Listed, ranges, type Sought, soughtIn } from '#src/features/search/contract.ts'
import { findLabelsOf, unusual } from '#src/features/search/index.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { CheckField, Field, SelectField } from '#src/ui/forms/field.tsx'
import { useSite } from '#src/ui/site.tsx'

type NumberRange = keyof typeof numbersOf

/** What visitors have too stands first, open. */
const inForm = [...openFilters, ...findFields.filter((name) => !openFilters.some((open) => open === name))]

function check(t: AllTexts, typed: URLSearchParams): Wrong | undefined {
  const sought = soughtIn(typed)
  const wrong = (['height', 'weight'] as const).find((name) => {
    const [least, most] = ranges[name].ends.map((end) => sought[end])
    return least !== undefined && most !== undefined && least > most
  })
  return checkAges(t, typed) ?? (wrong && { [ranges[wrong].ends[0]]: t.find.wrongRange[wrong] })
}

interface FindFormProps {
  sought: Sought
  listed: Listed
  onApply: (sought: Sought) => void
}

export function FindForm({ sought, listed, onApply }: FindFormProps) {
  const t = useMemberTexts()
  const { isNeverConfirmed } = useSite()
  // The page has this form twice.
  const confirmedId = useId()
  return (
    <SearchForm check={(typed) => check(t, typed)} onApply={(typed) => onApply(soughtIn(typed))}>
      {(wrong) => [
        ...unusual(listed).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />),
        ...inForm.map((name) => {
          if (name === 'birth') return <AgeField key={name} filter={sought} wrong={wrong} />
          if (!isChoice(name)) return <NumbersField key={name} name={name} sought={sought} wrong={wrong} />
          if (name !== 'gender') return <ChecksField key={name} name={name} sought={sought} />
          const gender = sought.gender?.length === 1 ? sought.gender[0] : undefined
          return <ChoiceField key={name} name={name} filter={{ gender }} />
        }),
        !isNeverConfirmed && (
          <CheckField
            key="confirmed"
            id={confirmedId}
            label={t.find.confirmedRecently(recentDays)}
            name="confirmed"
            value={recentDays}
            defaultChecked={sought.confirmed !== undefined}
          />
        ),
      ]}
    </SearchForm>
  )
}

function NumbersField({ name, sought, wrong }: { name: NumberRange; sought: Sought; wrong: Wrong | undefined }) {
  const t = useMemberTexts()
  const id = useId()
  const [from, upTo] = ranges[name].ends
  const number = (end: keyof Sought & `m${string}`, label: string) => (
    <SelectField
      id={id + end}
      label={label}
      name={end}
      placeholder={t.browse.any.maritalStatus}
      options={numbersOf[name].map((n) => ({ value: String(n), label: formatNumber(t, name, n) }))}
      defaultValue={sought[end] ?? ''}
    />
  )
  const label = findLabelsOf(t)[name]
  const numberIn = (end: string | undefined) => (end ? Number(end) : undefined)
  return (
    <Folded
      label={label}
      none={t.browse.any.maritalStatus}
      chosen={[from, upTo].map((end) => String(sought[end] ?? ''))}
      // The label stands beside it.
      format={([least, most]) =>
        formatRange(t, '', (n) => formatNumber(t, name, n), numberIn(least), numberIn(most))?.trim() ?? ''
      }
    >
      <Field isGroup label={label} error={wrong?.[from]}>
        <div className="grid gap-2 from-up-to">
          {number(from, t.find.from)}
          {number(upTo, t.find.upTo)}
        </div>
      </Field>
    </Folded>
  )
}

function ChecksField({ name, sought }: { name: FindChoice; sought: Sought }) {
  const t = useMemberTexts()
  const { of } = fields[name]
  const chosen: readonly string[] = sought[name] ?? []
  const label = findLabelsOf(t)[name]
  const isAlwaysOpen = openFilters.some((one) => one === name)
  const checks = (
    <OptionChecks
      of={of}
      label={label}
      divisions={divisionsToShow(sought)}
      isInGroup={isAlwaysOpen}
      chosen={chosen}
      box={(value) => ({ name, value })}
    />
  )
  if (isAlwaysOpen)
    return (
      <Field isGroup label={label}>
        <div className="two-by-two">{checks}</div>
      </Field>
    )
  return (
    <FoldedChecks of={of} label={label} none={t.browse.any.maritalStatus} chosen={chosen}>
      {checks}
    </FoldedChecks>
  )
}

const divisionsToShow = ({ division: divisions = [], district: districts = [] }: Sought) =>
  allChoices.division.filter(
    (division) =>
      divisions.length === 0 ||
      divisions.includes(division) ||
      districts.some((district) => liesIn(district, division)),
  )
