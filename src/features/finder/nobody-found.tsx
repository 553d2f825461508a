import { useSuspenseQuery } from '@tanstack/react-query'
import {
  findFields,
  findWithout,
  type Order,
  type People,
  type Sought,
  usual,
  withoutField,
} from '#src/features/search/contract.ts'
import { formatField, searchFor } from '#src/features/search/index.ts'
import { query } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'

const withoutOf = (sought: Sought) => query(findWithout, sought)

export const waysOut = (sought: Sought) => [withoutOf(sought)]

const mostWays = 4

function formatWithout(t: AllTexts, filter: string, { people, isAtLeast }: People) {
  const said = t.format.number(people)
  return isAtLeast ? t.find.withoutAtLeast(filter, said) : t.find.without(filter, said)
}

/** Without which of the filters somebody is found. */
export function WaysOut({ sought, order }: { sought: Sought; order: Order }) {
  const t = useMemberTexts()
  const { data } = useSuspenseQuery(withoutOf(sought))
  const ways = findFields
    .flatMap((name) => (data[name] ? [{ name, ...data[name] }] : []))
    .toSorted((one, other) => other.people - one.people)
    .slice(0, mostWays)
  if (ways.length === 0) return null
  return (
    <ul className="grid gap-1">
      {ways.map(({ name, ...people }) => (
        <li key={name}>
          <Link
            to={to.browse + searchFor(withoutField(sought, name), { ...usual, order })}
            className="inline-block py-2 font-medium underline"
          >
            {formatWithout(t, formatField(t, sought, name), people)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
