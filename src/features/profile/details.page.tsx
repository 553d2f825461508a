import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Cards } from '#src/features/biodata/components.ts'
import { fee } from '#src/features/contact-requests/hooks.ts'
import { addFavourite } from '#src/features/favourites/contract.ts'
import { mostFavourites } from '#src/features/favourites/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { WhyYouTwo } from '#src/features/matching/components.ts'
import { ReportOrBlock } from '#src/features/safety/components.ts'
import { listShortlist } from '#src/features/shortlist/contract.ts'
import { rememberSeen } from '#src/platform/browser-storage/recently-seen.ts'
import { call, queriesOf, query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { BackLink, useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Jamdani, Portrait } from '#src/ui/art/art.tsx'
import { ArrowLeftIcon } from '#src/ui/art/icons.ts'
import { HeartIcon, VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { Pill } from '#src/ui/pill.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { useSite } from '#src/ui/site.tsx'
import { amPremium, Contact, NextStep, PasswordAgain, type Press, usePress } from './contact-parts.tsx'
import { numberOf, type Profile, similar } from './contract.ts'
import { profileOf } from './hooks.ts'
import { BiodataSections, CopyLink, idOf, PrintButton, PrintHead } from './sections.tsx'

export const parse = ({ params }: Address) => ({ id: params.id! })
type Props = ReturnType<typeof parse>
export const title: MemberPage['title'] = (t) => t.biodata.pageTitle
export const sharedTitle: MemberPage<Props>['sharedTitle'] = async (t, { brand }, { id }, call) =>
  t.biodata.detailsTitle(brand.idPrefix + (await call(numberOf, { id })).number)
export const queries: MemberPage<Props>['queries'] = ({ id }) => [profileOf(id), query(similar, { id }), amPremium, fee]

/** A contact that was shown by a press belongs to one profile, and not to the next. */
export default function DetailsPage({ id }: Props) {
  return <Details key={id} id={id} />
}

function Details({ id }: Props) {
  const t = useMemberTexts()
  const { data } = useSuspenseQuery(profileOf(id))
  const { profile, press } = usePress(data)
  const endOfContact = useRef<HTMLDivElement>(null)
  const isContactInSight = useIsInSight(endOfContact)
  const navigate = useNavigate()
  const { brand } = useSite()
  const { email } = useMember()
  const { number, contact } = profile
  useEffect(() => {
    if (contact !== 'own') rememberSeen(email, number)
  }, [email, number, contact])
  return (
    <div className="wrap profile">
      <nav className="pt-4 no-print">
        <BackLink to={to.browse} className="quiet-link gap-1.5">
          <ArrowLeftIcon /> {t.errors.toBiodatas}
        </BackLink>
      </nav>
      {profile.profilesLeft !== undefined && (
        <div className="pb-4 no-print">
          <Notice>{t.biodata.profilesLeft(profile.profilesLeft)}</Notice>
        </div>
      )}
      <PrintHead profile={profile} />
      <h1 className="sr-only">{t.biodata.detailsTitle(idOf(profile.number))}</h1>
      <div className="grid items-start profile-columns">
        <IdCard profile={profile} press={press} />
        <div className="grid gap-4">
          <WhyYouTwo fit={profile.fit} gender={profile.gender} />
          <BiodataSections profile={profile} />
          <div className="grid gap-4" data-contact tabIndex={-1}>
            <Contact profile={profile} press={press} />
            <div ref={endOfContact} className="contact-end" />
          </div>
          {profile.contact !== 'own' && (
            <ReportOrBlock
              look="menu"
              person={{ id: profile.id, label: brand.idPrefix + profile.number }}
              onBlocked={() => navigate(to.browse)}
            />
          )}
        </div>
      </div>
      <SimilarBiodata profile={profile} />
      <PasswordAgain />
      {/* It keeps its room: whatever is below must not move when it comes and goes. */}
      <div
        data-contact
        tabIndex={-1}
        style={{ visibility: isContactInSight ? 'hidden' : 'visible' }}
        className="bottom-bar no-print"
      >
        <NextStep profile={profile} press={press} />
      </div>
    </div>
  )
}

function IdCard({ profile, press }: { profile: Profile; press: Press }) {
  const t = useMemberTexts()
  const facts = [
    [t.card.division, t.options.division[profile.division]],
    [t.card.age, t.format.digits(profile.age)],
    [t.biodata.labels.occupation, t.options.occupation[profile.occupation]],
  ] as const
  return (
    <aside className={classNames('relative rounded-panel wide-sticky id-card', profile.premium ? 'glow' : 'shadow-e1')}>
      <div className="grid id-picture">
        <Jamdani className="text-gold opacity-10" />
        {profile.contact !== 'own' && <Heart profile={profile} />}
        <Portrait of={profile} title={t.biodata.portrait[profile.gender]} className="id-portrait" />
      </div>
      <div className="id-words">
        <p className="id-number">
          {idOf(profile.number)}
          {profile.premium && (
            <Pill tone="ok">
              <VerifiedIcon /> {t.biodata.verified}
            </Pill>
          )}
        </p>
        {profile.premium && <p className="mt-1 text-sm text-ink-2 no-print">{t.biodata.verifiedNote}</p>}
        <dl className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="id-label">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 grid wide-only gap-2 no-print" data-contact tabIndex={-1}>
          <NextStep profile={profile} press={press} />
        </div>
        <div className="grid gap-2 id-tools no-print">
          <PrintButton small />
          <CopyLink profile={profile} />
        </div>
      </div>
    </aside>
  )
}

/** Marks a biodata as favourite. It never takes the mark away (REQUIREMENTS D3); the list of favourites does. */
function Heart({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { email } = useMember()
  const { id, number, name, division: address, occupation, isFavourite: isFilled = false } = profile
  const { queryKey } = profileOf(id)
  const fill = (isFavourite: boolean) => client.setQueryData(queryKey, (known) => known && { ...known, isFavourite })
  const add = useMutation({
    mutationFn: () => call(addFavourite, { number, email, name, address, occupation }),
    async onMutate() {
      // An answer from before the press would empty the heart again.
      await client.cancelQueries({ queryKey })
      fill(true)
    },
    onSuccess: () => void client.invalidateQueries(queriesOf(listShortlist)),
    onError(error) {
      fill(false)
      void client.invalidateQueries({ queryKey })
      const why = formatFailure(t, error, { 'too-many-favourites': t.favourites.full(mostFavourites) })
      toast.error(`${t.biodata.favouriteFailed} ${why}`)
    },
  })
  useEffect(toast.prepare, [])
  const label = isFilled ? t.biodata.inFavourites : t.biodata.addFavourite
  return (
    <button
      type="button"
      aria-pressed={isFilled}
      aria-label={label}
      title={isFilled ? t.biodata.favouriteHint : label}
      onClick={() => isFilled || add.mutate()}
      className="grid heart no-print"
    >
      <HeartIcon className={classNames('heart-icon', isFilled && 'fill-current')} />
    </button>
  )
}

/** True until the browser says otherwise. */
function useIsInSight(element: RefObject<HTMLElement | null>) {
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}

function SimilarBiodata({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const { data: cards } = useSuspenseQuery(query(similar, { id: profile.id }))
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="similar" className="pt-16 no-print">
      <h2 id="similar" className="mb-6 text-section">
        {t.biodata.some(t.options.gender[profile.gender])}
      </h2>
      <Cards cards={cards} className="three odd-fills" />
    </section>
  )
}
