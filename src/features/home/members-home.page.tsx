import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { FoldedChecks, NextStep, OptionChecks } from '#src/features/biodata/components.ts'
import { countBiodata, premiumMembers } from '#src/features/browse/contract.ts'
import { useMember, useSignInWays } from '#src/features/identity/hooks.ts'
import { MemberCards } from '#src/features/matching/components.ts'
import { ownBiodata } from '#src/features/profile/hooks.ts'
import { find, findNew, type OwnWishes, onlyNew, usual, viewOwnWishes } from '#src/features/search/contract.ts'
import { formatPeople, searchFor } from '#src/features/search/index.ts'
import { pagedQuery, query } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Jamdani, Portrait } from '#src/ui/art/art.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { viewFigures } from './contract.ts'
import { OwnRequests, requestQueries } from './own-requests.tsx'
import { nextStepFor } from './policy.ts'
import { Counters, Finder, HowItWorks, PremiumMembers, parse } from './visitors-home.ts'

export { parse }

type Props = ReturnType<typeof parse>

const shownCards = 3
const best = pagedQuery(find, { order: usual.order, limit: shownCards })
const newest = pagedQuery(find, { order: onlyNew.order, onlyNew: true, limit: shownCards })
const ownWishes = query(viewOwnWishes, {})
const newCount = query(findNew, {})

export const title: MemberPage<Props>['title'] = (t) => t.home.hero
export const queries: MemberPage<Props>['queries'] = (props) => [
  ownBiodata,
  ownWishes,
  newCount,
  best,
  newest,
  ...requestQueries,
  query(premiumMembers, {}),
  query(countBiodata, {}),
  query(viewFigures, props),
]

export default function MembersHomePage(props: Props) {
  const step = useStep()
  const { data: own } = useSuspenseQuery(ownWishes)
  return (
    <div className="wrap">
      <Hero />
      {step && <NextStep step={step} />}
      <People />
      <OwnRequests />
      <PremiumMembers first={own ? sought(own).gender : undefined} />
      <HowItWorks />
      <Counters {...props} />
    </div>
  )
}

/** Those who come after them in the order do not match. */
function useBest() {
  return useSuspenseInfiniteQuery(best).data.pages[0]!.items.filter(({ part }) => !part?.isRest)
}

function useStep() {
  const { isVerified } = useMember()
  const { mail } = useSignInWays()
  const { data: own } = useSuspenseQuery(ownBiodata)
  const { data: wishes } = useSuspenseQuery(ownWishes)
  return nextStepFor({
    own: own ? { aboutMe: own.aboutMe, wishes: wishes?.wishes.length ?? 0 } : undefined,
    isVerified,
    hasMail: mail,
  })
}

function Hero() {
  const t = useMemberTexts()
  const { data: own } = useSuspenseQuery(ownWishes)
  const { data: fresh } = useSuspenseQuery(newCount)
  const people = useBest()
  const [first] = people
  const matching = first?.part?.mayMiss.length === 0 ? (first.part.people ?? 0) : 0
  return (
    <section className="on-deep rounded-panel members-hero">
      <Jamdani className="behind text-gold opacity-10" />
      <h1 className="text-title">{t.home.hero}</h1>
      <p className="flex flex-wrap gap-x-6 empty-hidden">
        {fresh.people > 0 && (
          <Link to={to.browse + searchFor({}, onlyNew)} className="hero-count">
            <b>{formatPeople(t, fresh)}</b> {t.memberHome.newForYou}
          </Link>
        )}
        {matching > 0 && (
          <Link to={to.browse} className="hero-count">
            <b>{t.format.number(matching)}</b> {t.memberHome.matchAll}
          </Link>
        )}
      </p>
      <Finder {...(own && sought(own))}>{own && <Divisions own={own} />}</Finder>
      {own && (
        <p className="hero-note">
          <span>
            {t.memberHome.fromWishes}{' '}
            <Link to={to.edit} className="underline">
              {t.whyYouTwo.change}
            </Link>
          </span>
        </p>
      )}
      <div aria-hidden="true" className="faces">
        {people.map((card) => (
          <span key={card.id}>
            <Portrait of={card} />
            {t.biodata.nameAndAge(nameFor(t, card), card.age)}
          </span>
        ))}
      </div>
    </section>
  )
}

/** What the finder begins with: the other gender, and the ages that were wished. */
function sought({ gender, wishes }: OwnWishes) {
  const age = wishes.find(({ name }) => name === 'partnerAge')
  return {
    gender: gender === 'Male' ? ('Female' as const) : ('Male' as const),
    minAge: age?.from,
    maxAge: age?.to,
  }
}

/** Of the wishes, which can name several. */
function Divisions({ own }: { own: OwnWishes }) {
  const t = useMemberTexts()
  const chosen = own.wishes.find(({ name }) => name === 'partnerDivision')?.wished ?? []
  return (
    <div className="hero-row">
      <FoldedChecks of="division" label={t.card.division} none={t.browse.any.division} chosen={chosen}>
        <OptionChecks
          of="division"
          label={t.card.division}
          chosen={chosen}
          box={(value) => ({ name: 'division', value })}
        />
      </FoldedChecks>
    </div>
  )
}

function People() {
  const t = useMemberTexts()
  const { data: own } = useSuspenseQuery(ownWishes)
  const fresh = useSuspenseInfiniteQuery(newest).data.pages[0]!.items
  const matching = useBest()
  const parts = [
    { id: 'new', title: t.memberHome.newest, cards: fresh, search: searchFor({}, onlyNew) },
    { id: 'best', title: own ? t.memberHome.best : t.home.newest, cards: matching, search: '' },
  ]
  if (fresh.length + matching.length === 0) return <p className="mt-4 panel p-5 text-ink-2">{t.browse.nobodyYet}</p>
  return parts.map(
    ({ id, title, cards, search }) =>
      cards.length > 0 && (
        <section key={id} aria-labelledby={id} className="pt-12">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id={id} className="text-section">
              {title}
            </h2>
            <Link to={to.browse + search} className="touch font-semibold text-primary underline">
              {t.memberHome.seeAll}
            </Link>
          </div>
          <MemberCards cards={cards} className="three" />
        </section>
      ),
  )
}
