import { fields, filterFields, formatOption } from '#src/features/biodata/index.ts'
import { pagedQuery } from '#src/platform/http/query.ts'
import { searchOf } from '#src/platform/navigation/addresses.ts'
import { type Texts, useTexts } from '#src/texts/texts.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import { cardsPerPage, filterOf, formatRange, placeIn, properSearch, saysMore } from './browse-filter.ts'
import { browse, type Filter } from './contract.ts'
import { FilterForm, ForMembers } from './filter-form.tsx'
import { PeoplePage, Results } from './results.tsx'

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

// What the page of members has in common with this one, see browse/components.ts.
export { AgeField, checkAges } from './filter-form.tsx'
export { PeoplePage, Results } from './results.tsx'
export { SearchForm } from './search-form.tsx'
export { cardsPerPage, placeIn, properSearch }

export default function BrowsePage({ filter, hasMore, pages, after }: Props) {
  const t = useTexts()
  const search = searchOf(filter)
  return (
    <PeoplePage
      // A new form for every filter: its fields then show what is applied, after Back and Reset too.
      form={(place) => <FilterForm key={search} place={place} filter={filter} />}
    >
      <Results
        cardsOf={(after) => cardsOf(filter, after)}
        search={search}
        pages={pages}
        after={after}
        chosen={Object.keys(filter).length}
        chips={chipsOf(t, filter)}
        order={hasMore && <ForMembers />}
      />
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
