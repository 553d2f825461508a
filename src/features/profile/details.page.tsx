import { useSuspenseQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { BiodataCard, cardGrid } from '#src/features/biodata/components.ts'
import { fee } from '#src/features/contact-requests/hooks.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { WhyYouTwo } from '#src/features/matching/components.ts'
import { ReportOrBlock } from '#src/features/safety/components.ts'
import { rememberSeen } from '#src/platform/browser-storage/recently-seen.ts'
import { query } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { BackLink, useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Jamdani, Portrait } from '#src/ui/art/art.tsx'
import { ArrowLeftIcon } from '#src/ui/art/icons.ts'
import { VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { amPremium, Contact, NextStep, PasswordAgain, type Press, usePress } from './contact-parts.tsx'
import { numberOf, type Profile, similar } from './contract.ts'
import { Heart } from './heart.tsx'
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
  const leave = () => navigate(to.browse)
  const { email } = useMember()
  const { number, contact } = profile
  useEffect(() => {
    if (contact !== 'own') rememberSeen(email, number)
  }, [email, number, contact])
  return (
    <div className="wrap lg:pb-4">
      <nav className="pt-4 print:hidden">
        <BackLink
          to={to.browse}
          className="inline-flex min-h-11 items-center gap-1.5 text-md font-medium text-ink-2 hover:text-ink"
        >
          <ArrowLeftIcon /> {t.errors.toBiodatas}
        </BackLink>
      </nav>
      {profile.profilesLeft !== undefined && (
        <div className="pb-4 print:hidden">
          <Notice>{t.biodata.profilesLeft(profile.profilesLeft)}</Notice>
        </div>
      )}
      <PrintHead profile={profile} />
      <h1 className="sr-only">{t.biodata.detailsTitle(idOf(profile.number))}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-7">
        <IdCard profile={profile} press={press} />
        <div className="grid gap-4">
          <WhyYouTwo profile={profile} />
          <BiodataSections profile={profile} />
          <div className="grid gap-4" data-contact tabIndex={-1}>
            <Contact profile={profile} press={press} />
            <div ref={endOfContact} className="-mt-4" />
          </div>
          {profile.contact !== 'own' && (
            <ReportOrBlock person={{ id: profile.id, label: brand.idPrefix + profile.number }} onBlocked={leave} />
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
        className="bottom-bar sticky bottom-0 z-15 -mx-4 mt-8 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-4 py-3 *:flex-1 sm:-mx-6 sm:px-6 lg:hidden print:hidden"
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
    <aside
      className={classNames(
        'relative overflow-hidden rounded-panel bg-surface lg:sticky lg:top-21 print:flex print:items-center',
        profile.premium ? 'glow' : 'shadow-e1',
      )}
    >
      <div className="relative grid place-items-end justify-center overflow-hidden bg-deep px-4 pt-5 print:bg-surface print:pt-2">
        <Jamdani className="text-gold opacity-10" />
        {profile.contact !== 'own' && <Heart profile={profile} />}
        <Portrait
          gender={profile.gender}
          bioDataId={profile.number}
          premium={profile.premium}
          title={t.biodata.portrait[profile.gender]}
          className="relative block h-[230px] w-[184px] print:h-30 print:w-24"
        />
      </div>
      <div className="px-5 pt-4.5 pb-5.5 print:flex-1">
        <p className="flex flex-wrap items-center gap-2.5 font-display text-[2rem] leading-tight">
          {idOf(profile.number)}
          {profile.premium && (
            <Pill tone="ok">
              <VerifiedIcon /> {t.biodata.verified}
            </Pill>
          )}
        </p>
        {profile.premium && <p className="mt-1 text-sm text-ink-2 print:hidden">{t.biodata.verifiedNote}</p>}
        <dl className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-note text-ink-2">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 hidden gap-2 lg:grid print:hidden" data-contact tabIndex={-1}>
          <NextStep profile={profile} press={press} />
        </div>
        <div className="mt-2 grid grid-cols-2 gap-2 max-lg:mt-4 print:hidden">
          <PrintButton small />
          <CopyLink profile={profile} />
        </div>
      </div>
    </aside>
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
    <section aria-labelledby="similar" className="pt-16 print:hidden">
      <h2 id="similar" className="mb-6 text-section">
        {t.biodata.some(t.options.gender[profile.gender])}
      </h2>
      <div className={`${cardGrid} xl:grid-cols-3 sm:max-xl:*:last:odd:col-span-full`}>
        {cards.map((card) => (
          <BiodataCard key={card.id} card={card} />
        ))}
      </div>
    </section>
  )
}
