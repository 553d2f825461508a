import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Cards } from '#src/features/biodata/components.ts'
import {
  type ChoiceFilter,
  choiceFilters,
  fields,
  filterFields,
  formatOption,
  openFilters,
  optionsOf,
  searchedAges,
} from '#src/features/biodata/index.ts'
import { pagedQuery } from '#src/platform/http/client.ts'
import { searchOf, to } from '#src/platform/navigation/addresses.ts'
import { Link, useLocation, useNavigate } from '#src/platform/navigation/routing.tsx'
import { type Texts, useTexts } from '#src/texts/texts.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Field, Input, SegmentedField, SelectField } from '#src/ui/forms/field.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import { cardsPerPage, filterOf, formatRange, placeIn, properSearch, resetName, saysMore } from './browse-filter.ts'
import { browse, type Filter } from './contract.ts'
import { PeoplePage, Results, Total } from './results.tsx'

const cardsOf = (filter: Filter, after?: string) => pagedQuery(browse, { ...filter, limit: cardsPerPage, after })

export const title: PageModule['title'] = (t) => t.browse.title
export const description: PageModule['description'] = (t) => t.browse.description
export const parse = ({ search }: Address) => ({
  filter: filterOf(search),
  hasMore: saysMore(search),
  ...placeIn(search),
})
type Props = ReturnType<typeof parse>
export const queries: PageModule<Props>['queries'] = ({ filter, pages, after }) => [
  { ...cardsOf(filter, after), pages },
  ...(after ? [cardsOf(filter)] : []),
]

// What the page of members has in common with this one, see components.ts.
export { PeoplePage, properSearch, Results, Total }

export default function BrowsePage({ filter, hasMore, pages, after }: Props) {
  const t = useTexts()
  const search = searchOf(filter)
  return (
    <PeoplePage
      // A new form for every filter: its fields then show what is applied, after Back and Reset too.
      form={<FilterForm key={search} filter={filter} />}
    >
      <Results
        cardsOf={(after) => cardsOf(filter, after)}
        search={search}
        pages={pages}
        after={after}
        chosen={Object.keys(filter).length}
        chips={chipsOf(t, filter)}
        hint={() => hasMore && <ForMembers />}
      >
        {(cards) => (
          <Cards cards={cards} heading="h2">
            <Invitation />
          </Cards>
        )}
      </Results>
    </PeoplePage>
  )
}

function chipsOf(t: Texts, filter: Filter) {
  const without = (...names: (keyof Filter)[]) =>
    searchOf(Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name as keyof Filter))))
  return filterFields.flatMap((name) => {
    if (name !== 'birth')
      return filter[name] ? { label: formatOption(t, fields[name].of, filter[name]), without: without(name) } : []
    const label = formatRange(t, t.card.age, t.format.digits, filter.minAge, filter.maxAge)
    return label ? { label, without: without('minAge', 'maxAge') } : []
  })
}

export function checkAges(t: Texts, typed: URLSearchParams): Wrong | undefined {
  const filter = filterOf(typed)
  if ((['minAge', 'maxAge'] as const).some((age) => typed.get(age)?.trim() && !filter[age]))
    return { minAge: t.browse.wrongAge(searchedAges.least, searchedAges.most) }
  const { minAge = 0, maxAge = minAge } = filter
  return minAge > maxAge ? { minAge: t.browse.wrongRange } : undefined
}

const folded = choiceFilters.filter((name) => !openFilters.some((open) => open === name))

function FilterForm({ filter }: { filter: Filter }) {
  const t = useTexts()
  const navigate = useNavigate()
  return (
    <SearchForm
      check={(typed) => checkAges(t, typed)}
      onApply={(typed) => navigate(to.browse + searchOf(filterOf(typed)))}
    >
      {(wrong) => (
        <>
          {openFilters.map((name) =>
            name === 'birth' ? (
              <AgeField key={name} filter={filter} wrong={wrong} />
            ) : (
              <ChoiceField key={name} name={name} filter={filter} />
            ),
          )}
          <details open={folded.some((name) => filter[name] !== undefined)} className="folded">
            <summary>
              <b>{t.browse.more}</b>
            </summary>
            <div className="grid gap-4.5">
              {folded.map((name) => (
                <ChoiceField key={name} name={name} filter={filter} />
              ))}
              <ForMembers />
            </div>
          </details>
        </>
      )}
    </SearchForm>
  )
}

function ForMembers() {
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

/** Behind the people: what a visitor is not shown, and that it costs nothing. */
function Invitation() {
  const t = useTexts()
  const { pathname, search } = useLocation()
  return (
    <section
      aria-labelledby="free"
      className="grid content-center justify-items-start gap-3 rounded-card p-5 free-tile"
    >
      <h2 id="free" className="text-h3">
        {t.browse.freeTitle}
      </h2>
      <p className="text-ink-2">{t.browse.free}</p>
      <ButtonLink to={to.register(pathname + search)} look="secondary" small>
        {t.nav.register}
      </ButtonLink>
    </section>
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
    <Field isGroup label={t.browse.ageRange} error={wrong?.minAge}>
      <div className="pair">
        {age('minAge')}
        <span aria-hidden="true">{t.common.to}</span>
        {age('maxAge')}
      </div>
    </Field>
  )
}

export function ChoiceField({ name, filter }: { name: ChoiceFilter; filter: Filter }) {
  const t = useTexts()
  const field = fields[name]
  const any = t.browse.any[name]
  // The page has this form twice.
  const common = { id: useId(), label: t.browse.labels[name], name, defaultValue: filter[name] ?? '' }
  const options = optionsOf(t, field.of)
  return field.isOpen ? (
    <SegmentedField {...common} options={[{ value: '', label: any }, ...options.toReversed()]} />
  ) : (
    <SelectField {...common} placeholder={any} options={options} />
  )
}

/** Why what was typed cannot be looked for, by the name of the field. */
export type Wrong = Partial<Record<string, string>>

interface SearchProps {
  check: (typed: URLSearchParams) => Wrong | undefined
  onApply: (typed: URLSearchParams) => void
  children: (wrong: Wrong | undefined) => ReactNode
}

/** A plain form: its fields are the parameters of the address it goes to, so it works without a script. */
export function SearchForm({ check, onApply, children }: SearchProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [wrong, setWrong] = useState<Wrong>()
  const [isTried, setTried] = useState(false)
  const [resets, setResets] = useState(0)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name === resetName) {
      setResets(resets + 1)
      setWrong(undefined)
      return navigate(to.browse)
    }
    const typed = typedIn(form)
    const found = check(typed)
    setWrong(found)
    setTried(true)
    if (!found) return onApply(typed)
    const field = form.querySelector<HTMLElement>(`[name=${Object.keys(found)[0]}]`)!
    const folded = field.closest('details')
    if (folded) folded.open = true
    field.focus()
  }

  return (
    <form
      action={to.browse}
      method="get"
      onSubmit={apply}
      onChange={({ currentTarget }) => isTried && setWrong(check(typedIn(currentTarget)))}
      className="sheet-column"
      noValidate
    >
      {/* The buttons stay in sight below the fields, not over them: there they would cover what has the focus. */}
      <div key={resets} className="grid gap-4.5 sheet-scroll">
        {children(wrong)}
      </div>
      <div className="search-foot">
        <Button type="submit">{t.browse.apply}</Button>
        <Button type="submit" look="quiet" name={resetName} value="1">
          {t.browse.reset}
        </Button>
      </div>
    </form>
  )
}

const typedIn = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
