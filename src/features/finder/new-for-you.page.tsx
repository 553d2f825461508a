import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMember, useSignInWays } from '#src/features/identity/hooks.ts'
import { MemberCards, RememberList } from '#src/features/matching/components.ts'
import { viewCards } from '#src/features/saved-searches/contract.ts'
import { newsOf, useSeeNews } from '#src/features/saved-searches/hooks.ts'
import { mostSearches, mostShown } from '#src/features/saved-searches/policy.ts'
import { formatDay, formatPeople } from '#src/features/search/index.ts'
import { forgetSeen, recentlySeen } from '#src/platform/browser-storage/recently-seen.ts'
import { query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CloseIcon } from '#src/ui/art/icons.ts'
import { BookmarkIcon, MailIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink, IconButton } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { SearchCard } from './search-card.tsx'

export const title: MemberPage['title'] = (t) => t.searches.title
export const parse = ({ search }: Address) => ({ all: search.get('all') === 'true' })
type Props = ReturnType<typeof parse>
export const queries: MemberPage<Props>['queries'] = ({ all }) => [newsOf(all)]

export default function NewForYouPage({ all }: Props) {
  const t = useMemberTexts()
  const { mail } = useSignInWays()
  const { isVerified } = useMember()
  const hint = mail ? (isVerified ? t.searches.hours : t.searches.unconfirmed) : t.searches.noMail
  const { searches } = useSuspenseQuery(newsOf(all)).data
  /** Whose deletion can still be taken back. */
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const shown = searches.filter(({ id }) => !leaving.includes(id))
  return (
    <>
      <h1 tabIndex={-1} className="text-title">
        {t.searches.title}
      </h1>
      {searches.length > 0 && <NewPeople all={all} />}
      {shown.length === 0 ? (
        <div className="mt-4">
          <Empty icon={BookmarkIcon} title={t.searches.none} ways={[[to.browse, t.browse.title]]}>
            {t.searches.noneHint}
          </Empty>
        </div>
      ) : (
        <section aria-labelledby="searches">
          <div className="new-head">
            <h2 id="searches" className="text-h2">
              {t.searches.heading}
            </h2>
            <span className="text-ink-2">{t.searches.places(shown.length, mostSearches)}</span>
          </div>
          <div className="grid gap-4">
            <NoScript />
            <ul className="grid gap-4">
              {shown.map((search) => (
                <SearchCard
                  key={search.id}
                  search={search}
                  onLeaving={(is) => {
                    setLeaving((before) => [...before.filter((id) => id !== search.id), ...(is ? [search.id] : [])])
                    if (is) focusHeading()
                  }}
                />
              ))}
            </ul>
          </div>
          <p className="mt-4 flex gap-3 rounded-button bg-surface-2 px-4 py-3 text-ink-2">
            <MailIcon className="mt-1 shrink-0" />
            <span>{hint}</span>
          </p>
        </section>
      )}
      <RecentlySeen />
    </>
  )
}

function NewPeople({ all }: Props) {
  const t = useMemberTexts()
  const { since, fresh, cards, searches } = useSuspenseQuery(newsOf(all)).data
  const see = useSeeNews({ toastText: t.searches.seenNow, onDone: focusHeading })
  if (since === null) return <p className="mt-1 mb-6 text-ink-2">{t.searches.firstVisit}</p>
  const day = formatDay(t, since)
  if (fresh.people === 0) return <p className="mt-1 mb-6 text-ink-2">{t.searches.nobodyNew(day)}</p>
  const withNew = searches.filter((search) => search.fresh.people > 0).length
  const people = formatPeople(t, fresh)
  const isCut = fresh.isAtLeast || fresh.people > mostShown
  return (
    <section aria-labelledby="new-people" className="new-people">
      <p className="mt-1 mb-5 text-ink-2">{t.searches.lead(people, withNew, day)}</p>
      <h2 id="new-people" className="sr-only">
        {t.searches.newPeople}
      </h2>
      <RememberList cards={cards} total={cards.length} />
      <MemberCards cards={cards} heading="h3" />
      {isCut && all && <p className="mt-4 text-ink-2">{t.searches.newestShown(cards.length)}</p>}
      <div className="mt-4 flex flex-wrap gap-2.5">
        {cards.length < fresh.people && !all && (
          <ButtonLink to={`${to.newForYou}?all=true`}>
            {isCut ? t.searches.seeNewest(Math.min(mostShown, fresh.people)) : t.searches.seeAll(people)}
          </ButtonLink>
        )}
        <Button look="quiet" className="needs-script" busy={see.isPending} onClick={() => see.mutate()}>
          {t.searches.seen}
        </Button>
      </div>
    </section>
  )
}

/** The browser keeps their numbers; who is shown is the server's to say. */
function RecentlySeen() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { email } = useMember()
  const [numbers, setNumbers] = useState<number[]>([])
  // Only once the page is alive: the server does not know them.
  useEffect(() => setNumbers(recentlySeen(email)), [email])
  const { data } = useQuery({
    ...query(viewCards, { numbers }),
    enabled: numbers.length > 0,
    placeholderData: keepPreviousData,
  })
  const cards = (data ?? []).filter(({ number }) => numbers.includes(number))
  if (cards.length === 0) return null
  function forget(number?: number) {
    forgetSeen(email, number)
    setNumbers(recentlySeen(email))
    toast.success(t.searches.forgotten)
    const next = document.getElementById('recent')
    if (number !== undefined && cards.length > 1) next?.focus()
    else focusHeading()
  }
  return (
    <section aria-labelledby="recent" className="recently-seen">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent" tabIndex={-1} className="text-h2 outline-none">
          {t.searches.recent}
        </h2>
        <Button look="quiet" small onClick={() => forget()}>
          {t.searches.forgetAll}
        </Button>
      </div>
      <p className="mb-4 text-ink-2">{t.searches.recentLead}</p>
      <MemberCards
        cards={cards}
        heading="h3"
        corner={({ number }) => (
          <IconButton
            label={t.searches.forgetNamed(brand.idPrefix + number)}
            className="forget-one"
            onClick={() => forget(number)}
          >
            <CloseIcon />
          </IconButton>
        )}
      />
    </section>
  )
}
