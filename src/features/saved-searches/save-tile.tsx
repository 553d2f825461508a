import { useSuspenseQuery } from '@tanstack/react-query'
import type { Sought } from '#src/features/search/contract.ts'
import { formatSought } from '#src/features/search/index.ts'
import { codeOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { BookmarkIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { queryOf } from './contract.ts'
import { ownSearches, useSaveSearch } from './hooks.ts'
import { longestName, mostSearches } from './policy.ts'

/** Whole filters, if it can be. */
function nameOf(words: string) {
  if (words.length <= longestName) return words
  const short = words.slice(0, longestName - 1)
  return `${short.slice(0, Math.max(short.lastIndexOf(', '), longestName / 2))}…`
}

export function SaveTile({ sought }: { sought: Sought }) {
  const t = useMemberTexts()
  const { data: own } = useSuspenseQuery(ownSearches)
  const save = useSaveSearch()
  const search = queryOf(sought)
  const isSaved = own.some((one) => one.search === search)
  // Who is told of nobody by it needs it least.
  const least = own.find(({ howOften }) => howOften === 'never') ?? own[0]
  const isFull = !isSaved && own.length >= mostSearches
  const press = () =>
    save.mutate(
      { name: nameOf(formatSought(t, sought)), search },
      {
        onSuccess: () => toast.success(t.searches.savedNow),
        onError: (error) => codeOf(error) !== 'too-many-searches' && toast.error(formatFailure(t, error)),
      },
    )
  return (
    <section aria-label={t.searches.save} className="needs-script grid rounded-card save-tile">
      <h3 className="text-h3">{t.searches.save}</h3>
      <p className="text-ink-2">{isFull ? t.searches.full(own.length, least!.name) : t.searches.saveLead}</p>
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
