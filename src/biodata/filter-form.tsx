import { type FormEvent, useState } from 'react'
import { to } from '#src/platform/addresses.ts'
import { type Texts, useTexts } from '#src/platform/i18n/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Input, PairField, SegmentedField, SelectField } from '#src/ui/field.tsx'
import { filterOf, resetName } from './browse-filter.ts'
import { divisions, type Filter, genders } from './contract.ts'

/** The filter that a form says, and what is wrong with its ages. */
function read(form: HTMLFormElement, t: Texts) {
  const typed = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  const filter = filterOf(typed)
  const isWrong = (['minAge', 'maxAge'] as const).some((age) => typed.get(age)?.trim() && !filter[age])
  const { minAge = 0, maxAge = minAge } = filter
  return { filter, wrong: isWrong ? t.browse.wrongAge : minAge > maxAge ? t.browse.wrongRange : undefined }
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
      <div className={idPrefix === 'sheet' ? 'sheet-foot' : 'grid gap-2'}>
        <Button type="submit">{t.browse.apply}</Button>
        <Button type="submit" look="quiet" name={resetName} value="1">
          {t.browse.reset}
        </Button>
      </div>
    </form>
  )
}
