import { useSuspenseQuery } from '@tanstack/react-query'
import { queryOf } from '#src/features/saved-searches/contract.ts'
import { newsAmong, ownSearches, useSaveSearch } from '#src/features/saved-searches/hooks.ts'
import { automaticName, titleOf } from '#src/features/saved-searches/index.ts'
import { mostSearches } from '#src/features/saved-searches/policy.ts'
import { onlyNew, type Sought } from '#src/features/search/contract.ts'
import { formatPeople, searchFor } from '#src/features/search/index.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { BookmarkIcon, NewIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { restoreFocus } from '#src/ui/focus.ts'

export function NewsBar({ sought }: { sought: Sought }) {
  const t = useMemberTexts()
  const { since, ...news } = useSuspenseQuery(newsAmong(sought)).data
  if (since === null || news.people === 0) return null
  return (
    <p className="news-line">
      <NewIcon />
      <span>
        <span>{t.searches.newSince(formatPeople(t, news), t.format.shortDate(since))}</span>{' '}
        <Link to={to.browse + searchFor(sought, onlyNew)} className="font-semibold underline">
          {t.searches.onlyNew}
        </Link>
      </span>
    </p>
  )
}

export function SaveTile({ sought }: { sought: Sought }) {
  const t = useMemberTexts()
  const { data: own } = useSuspenseQuery(ownSearches)
  const save = useSaveSearch({
    toastText: t.searches.savedNow,
    refuse: (code) => code === 'too-many-searches',
  })
  const search = queryOf(sought)
  const isSaved = own.some((one) => one.search === search)
  // Who is told of nobody by it needs it least.
  const least = own.find(({ howOften }) => howOften === 'never') ?? own[0]
  const isFull = !isSaved && own.length >= mostSearches
  const press = () => save.mutate({ name: automaticName(t, sought), search })
  return (
    <section aria-label={t.searches.save} className="needs-script grid rounded-card save-tile">
      <h3 className="text-h3">{t.searches.save}</h3>
      <p className="text-ink-2">{isFull ? t.searches.full(own.length, titleOf(t, least!)) : t.searches.saveLead}</p>
      {isSaved || isFull ? (
        <ButtonLink ref={save.isSuccess ? restoreFocus : undefined} look="secondary" small to={to.newForYou}>
          <BookmarkIcon className={isSaved ? 'fill-current' : undefined} />
          {isSaved ? t.searches.saved : t.searches.title}
        </ButtonLink>
      ) : (
        <Button look="secondary" small busy={save.isPending} onClick={press}>
          <BookmarkIcon /> {t.searches.save}
        </Button>
      )}
    </section>
  )
}
