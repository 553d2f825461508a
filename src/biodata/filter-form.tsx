import { type FormEvent, useState } from 'react'
import { to } from '#src/platform/addresses.ts'
import { latinDigits } from '#src/platform/digits.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Input, PairField, SegmentedField, SelectField } from '#src/ui/field.tsx'
import { filterOf } from './browse-filter.ts'
import { divisions, type Filter, genders } from './contract.ts'

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
  idPrefix: string
  onApply: (filter: Filter) => void
  onReset: () => void
}) {
  const t = useTexts()
  const [error, setError] = useState<string>()

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const typed = (name: string) => latinDigits(String(fields.get(name) ?? '').trim())
    const ages = [typed('minAge'), typed('maxAge')]
    if (ages.some((age) => age !== '' && !(/^\d{1,3}$/.test(age) && Number(age) >= 18 && Number(age) <= 120)))
      return setError(t.browse.wrongAge)
    if (ages[0] && ages[1] && Number(ages[0]) > Number(ages[1])) return setError(t.browse.wrongRange)
    setError(undefined)
    onApply(filterOf(new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))))
  }

  return (
    <form
      action={to.browse}
      method="get"
      onSubmit={apply}
      onReset={() => setError(undefined)}
      className="grid gap-4.5"
      noValidate
    >
      <SegmentedField
        label={t.browse.gender}
        name="gender"
        id={`${idPrefix}-gender`}
        defaultValue={filter.gender ?? ''}
        options={[
          { value: '', label: t.browse.any },
          ...genders.toReversed().map((value) => ({ value, label: t.options.gender[value] })),
        ]}
      />
      <PairField label={t.browse.ageRange} between={t.common.to} error={error}>
        <Input
          name="minAge"
          aria-label={t.browse.minAge}
          inputMode="numeric"
          defaultValue={filter.minAge && t.format.digits(filter.minAge)}
        />
        <Input
          name="maxAge"
          aria-label={t.browse.maxAge}
          inputMode="numeric"
          defaultValue={filter.maxAge && t.format.digits(filter.maxAge)}
        />
      </PairField>
      <SelectField
        label={t.browse.division}
        name="division"
        id={`${idPrefix}-division`}
        defaultValue={filter.division ?? ''}
        placeholder={t.browse.anyDivision}
        options={divisions.map((value) => ({ value, label: t.options.division[value] }))}
      />
      <div className="grid gap-2">
        <Button type="submit">{t.browse.apply}</Button>
        <Button look="quiet" onClick={onReset}>
          {t.browse.reset}
        </Button>
      </div>
    </form>
  )
}
