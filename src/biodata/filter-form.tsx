import { type FormEvent, useState } from 'react'
import { to } from '#src/platform/addresses.ts'
import { type Texts, useTexts } from '#src/platform/i18n/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Input, PairField, SegmentedField, SelectField } from '#src/ui/field.tsx'
import { filterOf, resetName } from './browse-filter.ts'
import type { Filter } from './contract.ts'
import { type ChoiceFilter, type FilterField as FilterFieldName, fields, filterFields, searchedAges } from './fields.ts'
import { optionsOf } from './words.ts'

/** The filter that a form says, and what is wrong with its ages. */
function read(form: HTMLFormElement, t: Texts) {
  const typed = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const filter = filterOf(typed)
  const isWrong = (['minAge', 'maxAge'] as const).some((age) => typed.get(age)?.trim() && !filter[age])
  const { minAge = 0, maxAge = minAge } = filter
  return {
    filter,
    wrong: isWrong
      ? t.browse.wrongAge(searchedAges.least, searchedAges.most)
      : minAge > maxAge
        ? t.browse.wrongRange
        : undefined,
  }
}

/**
 * The filters as a plain form: it works before, and without, any script, because its fields are the parameters of the
 * address it goes to. `idPrefix` tells the two copies of it on a page apart.
 */
export function FilterForm({
  filter,
  idPrefix,
  onApply,
  onReset,
}: {
  filter: Filter
  idPrefix: 'panel' | 'sheet'
  onApply: (filter: Filter) => void
  onReset: () => void
}) {
  const t = useTexts()
  const [error, setError] = useState<string>()
  const [isTried, setTried] = useState(false)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name === resetName) {
      form.reset()
      setError(undefined)
      return onReset()
    }
    const { filter, wrong } = read(form, t)
    setError(wrong)
    setTried(true)
    if (wrong) form.querySelector<HTMLElement>('[name=minAge]')!.focus()
    else onApply(filter)
  }

  return (
    <form
      action={to.browse}
      method="get"
      onSubmit={apply}
      onChange={({ currentTarget }) => isTried && setError(read(currentTarget, t).wrong)}
      className="grid gap-4.5"
      noValidate
    >
      {filterFields.map((name) => (
        <FilterField key={name} name={name} filter={filter} idPrefix={idPrefix} error={error} />
      ))}
      <div className={idPrefix === 'sheet' ? 'sheet-foot' : 'grid gap-2'}>
        <Button type="submit">{t.browse.apply}</Button>
        <Button type="submit" look="quiet" name={resetName} value="1">
          {t.browse.reset}
        </Button>
      </div>
    </form>
  )
}

function FilterField({
  name,
  filter,
  idPrefix,
  error,
}: {
  name: FilterFieldName
  filter: Filter
  idPrefix: string
  error: string | undefined
}) {
  const t = useTexts()
  if (name === 'birth') {
    const age = (end: 'minAge' | 'maxAge') => (
      <Input
        name={end}
        aria-label={t.browse[end]}
        inputMode="numeric"
        defaultValue={filter[end] && t.format.digits(filter[end])}
      />
    )
    return (
      <PairField label={t.browse.ageRange} between={t.common.to} error={error}>
        {age('minAge')}
        {age('maxAge')}
      </PairField>
    )
  }
  const field = fields[name]
  const labels: Record<ChoiceFilter, string> = t.browse.labels
  const any: Record<ChoiceFilter, string> = t.browse.any
  const common = { label: labels[name], name, id: `${idPrefix}-${name}`, defaultValue: filter[name] ?? '' }
  const options = optionsOf(t, field.of)
  return field.isOpen ? (
    <SegmentedField {...common} options={[{ value: '', label: any[name] }, ...options.toReversed()]} />
  ) : (
    <SelectField {...common} placeholder={any[name]} options={options} />
  )
}
