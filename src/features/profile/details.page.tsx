import { useSuspenseQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CheckedByBureau } from '#src/features/attestations/components.ts'
import { NextStep as WriteOwn } from '#src/features/biodata/components.ts'
import { formatOption, formatOptionOfPerson, labelsOf } from '#src/features/biodata/index.ts'
import { inchesOf } from '#src/features/biodata/policy.ts'
import { fee } from '#src/features/contact-requests/hooks.ts'
import { Heart } from '#src/features/favourites/components.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { MemberCards, WhyYouTwo } from '#src/features/matching/components.ts'
import { formatNumber } from '#src/features/matching/index.ts'
import { ReportOrBlock } from '#src/features/safety/components.ts'
import { placeInList } from '#src/platform/browser-storage/last-list.ts'
import { rememberSeen } from '#src/platform/browser-storage/recently-seen.ts'
import { query } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { BackLink, Link, useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Jamdani, Portrait } from '#src/ui/art/art.tsx'
import { ArrowLeftIcon } from '#src/ui/art/icons.ts'
import { NextIcon, PreviousIcon, VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { Pill } from '#src/ui/pill.tsx'
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
      <div className="profile-ways no-print">
        <BackLink to={to.browse} className="quiet-link gap-1.5">
          <ArrowLeftIcon /> {t.errors.toBiodatas}
        </BackLink>
        <Pager id={id} />
      </div>
      {profile.profilesLeft !== undefined && (
        <div className="pb-4 no-print">
          <Notice>{t.biodata.profilesLeft(profile.profilesLeft)}</Notice>
        </div>
      )}
      <WriteOwn />
      <PrintHead profile={profile} />
      <h1 className="sr-only">{t.biodata.detailsTitle(idOf(profile.number))}</h1>
      <div className="grid items-start profile-columns">
        <IdCard profile={profile} press={press} />
        <div className="grid gap-4">
          <WhyYouTwo fit={profile.fit} gender={profile.gender} />
          <CheckedByBureau attested={profile.attested} gender={profile.gender} />
          <BiodataSections profile={profile} />
          <div className="grid gap-4" data-contact tabIndex={-1}>
            <Contact profile={profile} press={press} />
            <div ref={endOfContact} className="contact-end" />
          </div>
          <div className="grid wide-hidden gap-2 id-tools no-print">
            <PrintButton small />
            <CopyLink profile={profile} />
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
  const { gender, occupation, profession, education, district, maritalStatus } = profile
  const labels = labelsOf(t)
  // The specification's three, as they are; before them what families ask first.
  const facts = [
    [labels.education, education && formatOption(t, 'education', education)],
    [t.biodata.homeDistrict, district && formatOption(t, 'district', district)],
    [labels.height, formatNumber(t, 'height', inchesOf(profile.feet, profile.inch))],
    [labels.maritalStatus, maritalStatus && formatOptionOfPerson(t, 'maritalStatus', maritalStatus, gender)],
    [t.card.division, t.options.division[profile.division]],
    [t.card.age, t.format.digits(profile.age)],
    [labels.occupation, t.options.occupation[occupation]],
  ] as const
  return (
    <aside className={classNames('rounded-panel wide-sticky id-card', profile.premium ? 'glow' : 'shadow-e1')}>
      <div className="id-who">
        <div className="grid id-picture">
          <Jamdani className="text-gold opacity-10" />
          <Portrait of={profile} title={t.biodata.portrait[gender]} className="id-portrait" />
          {profile.contact !== 'own' && <Heart person={profile} queryKey={profileOf(profile.id).queryKey} />}
        </div>
        <div className="id-head">
          <p className="id-name">{t.biodata.nameAndAge(nameFor(t, profile), profile.age)}</p>
          <p className="id-work">{profession ?? t.options.occupation[occupation]}</p>
          {profile.keptBy && <p className="text-sm">{t.biodata.keptBy[profile.gender][profile.keptBy]}</p>}
          <p className="id-number">
            {idOf(profile.number)}
            {profile.premium && (
              <Pill tone="ok">
                <VerifiedIcon /> {t.biodata.verified}
              </Pill>
            )}
          </p>
        </div>
      </div>
      {/* All of it stands in the sections, which paper has too. */}
      <div className="id-words no-print">
        <dl className="id-facts">
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt className="id-label">{label}</dt>
                  <dd className="font-semibold">{value}</dd>
                </div>
              ),
          )}
        </dl>
        {profile.confirmedOn && (
          <p className="mt-3 text-sm text-ink-2">{t.biodata.lastConfirmed(t.format.date(profile.confirmedOn))}</p>
        )}
        {profile.premium && <p className="mt-3 text-sm text-ink-2">{t.biodata.verifiedNote}</p>}
        <div className="mt-4 grid wide-only gap-2" data-contact tabIndex={-1}>
          <NextStep profile={profile} press={press} />
        </div>
        <div className="grid wide-only gap-2 id-tools">
          <PrintButton small />
          <CopyLink profile={profile} />
        </div>
      </div>
    </aside>
  )
}

/** Known to the browser alone, so it comes with the script. */
function Pager({ id }: { id: string }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const [place, setPlace] = useState<ReturnType<typeof placeInList>>()
  useEffect(() => setPlace(placeInList(email, id)), [email, id])
  if (!place) return null
  const { previous, next, n, total } = place
  return (
    <nav aria-label={t.biodata.list} className="pager">
      {previous && (
        <Link to={to.details(previous.id)} aria-label={t.biodata.previous(previous.name)} className="icon-btn">
          <PreviousIcon />
        </Link>
      )}
      {total !== undefined && <span className="font-semibold">{t.biodata.place(n, total)}</span>}
      {next && (
        <Link to={to.details(next.id)} aria-label={t.biodata.next(next.name)} className="icon-btn">
          <NextIcon />
        </Link>
      )}
    </nav>
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
      <MemberCards cards={cards} heading="h3" className="three odd-fills" />
    </section>
  )
}
