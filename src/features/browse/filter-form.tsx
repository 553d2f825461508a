import {
  type ChoiceFilter,
  choiceFilters,
  fields,
  openFilters,
  optionsOf,
  searchedAges,
} from '#src/features/biodata/index.ts'
import { searchOf, to } from '#src/platform/navigation/addresses.ts'
import { Link, useLocation, useNavigate } from '#src/platform/navigation/routing.tsx'
import { type Texts, useTexts } from '#src/texts/texts.tsx'
import { Input, PairField, SegmentedField, SelectField } from '#src/ui/forms/field.tsx'
import { filterOf } from './browse-filter.ts'
import type { Filter } from './contract.ts'
import { type FormPlace, SearchForm, type Wrong } from './search-form.tsx'

export function checkAges(t: Texts, typed: URLSearchParams): Wrong | undefined {
  const filter = filterOf(typed)
  const wrong = (message: string) => ({ field: 'minAge', message })
  if ((['minAge', 'maxAge'] as const).some((age) => typed.get(age)?.trim() && !filter[age]))
    return wrong(t.browse.wrongAge(searchedAges.least, searchedAges.most))
  const { minAge = 0, maxAge = minAge } = filter
  return minAge > maxAge ? wrong(t.browse.wrongRange) : undefined
}

const folded = choiceFilters.filter((name) => !openFilters.some((open) => open === name))

export function FilterForm({ filter, place }: { filter: Filter; place: FormPlace }) {
  const t = useTexts()
  const navigate = useNavigate()
  return (
    <SearchForm
      place={place}
      check={(typed) => checkAges(t, typed)}
      onApply={(typed) => navigate(to.browse + searchOf(filterOf(typed)))}
    >
      {(wrong) => (
        <>
          {openFilters.map((name) =>
            name === 'birth' ? (
              <AgeField key={name} filter={filter} wrong={wrong} />
            ) : (
              <ChoiceField key={name} name={name} filter={filter} place={place} />
            ),
          )}
          <details open={folded.some((name) => filter[name] !== undefined)} className="folded">
            <summary className="cursor-pointer py-2.5 text-sm font-semibold">{t.browse.more}</summary>
            <div className="grid gap-4.5">
              {folded.map((name) => (
                <ChoiceField key={name} name={name} filter={filter} place={place} />
              ))}
              <ForMembers />
            </div>
          </details>
        </>
      )}
    </SearchForm>
  )
}

export function ForMembers() {
  const t = useTexts()
  const { pathname, search } = useLocation()
  return (
    <div className="grid gap-2 rounded-button bg-surface-2 p-4">
      <p className="text-md text-ink-2">{t.browse.forMembers}</p>
      <p className="flex flex-wrap gap-x-5">
        <Link to={to.login(pathname + search)} className={linked}>
          {t.nav.login}
        </Link>
        <Link to={to.register(pathname + search)} className={linked}>
          {t.browse.register}
        </Link>
      </p>
    </div>
  )
}

const linked = 'inline-block py-1.5 font-medium underline'

export function AgeField({ filter, wrong }: { filter: Pick<Filter, 'minAge' | 'maxAge'>; wrong: Wrong | undefined }) {
  const t = useTexts()
  const age = (end: 'minAge' | 'maxAge') => (
    <Input
      name={end}
      aria-label={t.browse[end]}
      inputMode="numeric"
      defaultValue={filter[end] && t.format.digits(filter[end])}
    />
  )
  return (
    <PairField
      label={t.browse.ageRange}
      between={t.common.to}
      error={wrong?.field === 'minAge' ? wrong.message : undefined}
    >
      {age('minAge')}
      {age('maxAge')}
    </PairField>
  )
}

function ChoiceField({ name, filter, place }: { name: ChoiceFilter; filter: Filter; place: FormPlace }) {
  const t = useTexts()
  const field = fields[name]
  const labels: Record<ChoiceFilter, string> = t.browse.labels
  const any: Record<ChoiceFilter, string> = t.browse.any
  const common = { label: labels[name], name, id: `${place}-${name}`, defaultValue: filter[name] ?? '' }
  const options = optionsOf(t, field.of)
  return field.isOpen ? (
    <SegmentedField {...common} options={[{ value: '', label: any[name] }, ...options.toReversed()]} />
  ) : (
    <SelectField {...common} placeholder={any[name]} options={options} />
  )
}
