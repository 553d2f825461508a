import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { pagedQuery, query } from '#src/platform/http/query.ts'
import { type AllTexts, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { Link } from '#src/platform/routing.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { wishNames } from '../fit/policy.ts'
import { find, findFields, findWithout, type People, type Sought } from './contract.ts'
import { type Listed, usual, withoutField } from './filter.ts'
import { useRememberSteps } from './hooks.ts'
import { sayField, sayWishes, searchFor } from './words.ts'

const withoutOf = (sought: Sought) => query(findWithout, sought)
/** The first of those who come near the reader's wishes, also where they were left out. */
const nearOf = (sought: Sought) => pagedQuery(find, { ...sought, order: 'best', steps: wishNames.length, limit: 1 })

/** What the page of an empty answer asks as well. */
export const waysOut = (sought: Sought, { order }: Listed) =>
  order === 'best' ? [withoutOf(sought), nearOf(sought)] : [withoutOf(sought)]

/** The first step of the ladder on which somebody is. */
function useNear(sought: Sought) {
  const [near] = useSuspenseInfiniteQuery(nearOf(sought)).data.pages[0]!.items
  // Whoever meets all has come since.
  return near?.part && near.part.mayMiss.length > 0 ? near.part : undefined
}

/** Why nobody is among the best matches. */
export function WhyNobody({ sought }: { sought: Sought }) {
  const t = useMemberTexts()
  const near = useNear(sought)
  if (near) return t.best.nobodyBut(near.people, sayWishes(t, near.mayMiss))
  return Object.keys(sought).length > 0 ? t.browse.noDataHint : t.best.nobodyNear
}

/** What finds somebody: a step of the ladder, or one filter less. */
export function WaysOut({ sought, listed: { order } }: { sought: Sought; listed: Listed }) {
  return (
    <>
      {order === 'best' && <Near sought={sought} />}
      <Without sought={sought} order={order} />
    </>
  )
}

/** Those who were left out, and come nearest. */
function Near({ sought }: { sought: Sought }) {
  const t = useMemberTexts()
  const near = useNear(sought)
  const remember = useRememberSteps()
  if (!near) return null
  const steps = near.mayMiss.length
  return (
    <ButtonLink to={to.find + searchFor(sought, { ...usual, steps })} onClick={() => remember(steps)}>
      {t.best.showThese(near.people)}
    </ButtonLink>
  )
}

/** So many ways out of an empty answer are shown. */
const mostWays = 4

function sayWithout(t: AllTexts, filter: string, { people, isAtLeast }: People) {
  const said = t.format.number(people)
  if (isAtLeast) return t.find.withoutAtLeast(filter, said)
  return people === 1 ? t.find.withoutOne(filter) : t.find.withoutMany(filter, said)
}

/** Without which of the filters somebody is found. */
function Without({ sought, order }: { sought: Sought; order: Listed['order'] }) {
  const t = useMemberTexts()
  const { data } = useSuspenseQuery(withoutOf(sought))
  // Who does not come near one's wishes is counted, too.
  const counted = order === 'best' ? 'newest' : order
  const ways = findFields
    .flatMap((name) => (data[name] ? [{ name, ...data[name] }] : []))
    .toSorted((one, other) => other.people - one.people)
    .slice(0, mostWays)
  const links = ways.map(({ name, ...people }) => ({
    label: sayWithout(t, sayField(t, sought, name), people),
    search: searchFor(withoutField(sought, name), { ...usual, order: counted }),
  }))
  // Nobody comes near one's wishes.
  if (order === 'best') links.push({ label: t.best.newest, search: searchFor(sought, { ...usual, order: counted }) })
  if (links.length === 0) return null
  return (
    <ul className="grid gap-1">
      {links.map(({ label, search }) => (
        <li key={search}>
          <Link to={to.find + search} className="inline-block py-2 font-medium underline underline-offset-4">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
