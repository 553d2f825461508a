import { useSuspenseQuery } from '@tanstack/react-query'
import type { People, Sought } from '#src/features/search/contract.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { NewIcon } from '#src/ui/art/member-icons.ts'
import { newsAmong } from './hooks.ts'

export const formatPeople = (t: AllTexts, { people, isAtLeast }: People) =>
  isAtLeast ? t.searches.atLeast(t.format.number(people)) : t.format.number(people)

export const formatDay = (t: AllTexts, moment: string) => t.format.date(inBangladesh(moment).day)

export function NewsBar({ sought, search }: { sought: Sought; search: string }) {
  const t = useMemberTexts()
  const { since, ...news } = useSuspenseQuery(newsAmong(sought)).data
  if (since === null || news.people === 0) return null
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-3 rounded-button bg-ok-soft px-4 py-1 text-ok">
      <NewIcon />
      <span className="flex-1 py-2 font-medium">{t.searches.newSince(formatPeople(t, news), formatDay(t, since))}</span>
      <Link to={to.browse + search} className="touch font-semibold underline">
        {t.searches.onlyNew}
      </Link>
    </p>
  )
}
