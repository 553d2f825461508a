import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMember } from '#src/accounts/hooks.ts'
import { paidFor } from '#src/contact-requests/hooks.ts'
import { Heart } from '#src/favourites/heart.tsx'
import { favouriteStatus } from '#src/favourites/hooks.ts'
import type { PageModule, PageProps } from '#src/pages.ts'
import { to } from '#src/platform/addresses.ts'
import { ask } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { Link } from '#src/platform/routing.tsx'
import { checkPremium } from '#src/premium/contract.ts'
import { Jamdani, Portrait } from '#src/ui/art.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { TextField } from '#src/ui/field.tsx'
import { ArrowLeftIcon, LinkIcon, MailIcon, PhoneIcon, PictureIcon, VerifiedIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { toast } from '#src/ui/toast.tsx'
import { BiodataCard, cardGrid } from './biodata-card.tsx'
import { similar } from './contract.ts'
import { numberOf, type Profile, viewProfile } from './profile-contract.ts'
import { BiodataSections, ContactSection, idOf, PrintButton, PrintHead } from './sections.tsx'

const amPremium = ask(checkPremium, { email: 'me' })

export const title: PageModule['title'] = (t) => t.biodata.pageTitle
export const sharedTitle: PageModule['sharedTitle'] = async (t, { brand }, { id }, call) =>
  t.biodata.detailsTitle(brand.idPrefix + (await call(numberOf, { id: id! })).number)
export const questions: PageModule['questions'] = ({ params }) => [
  ask(viewProfile, { id: params.id! }),
  ask(similar, { id: params.id! }),
  amPremium,
]
export const furtherQuestions: PageModule['furtherQuestions'] = ({ params }, answers) => {
  const profile = answers.getQueryData(ask(viewProfile, { id: params.id! }).queryKey)
  return profile ? [favouriteStatus(profile.number), paidFor(profile.number)] : []
}

export default function DetailsPage({ params }: PageProps) {
  const t = useMemberTexts()
  const id = params.id!
  const { data: profile } = useSuspenseQuery(ask(viewProfile, { id }))
  return (
    <div className="wrap pb-4">
      <nav className="pt-4 print:hidden">
        <Link
          to={to.browse}
          className="inline-flex min-h-11 items-center gap-1.5 text-md font-medium text-ink-2 hover:text-ink"
        >
          <ArrowLeftIcon /> {t.biodata.back}
        </Link>
      </nav>
      <PrintHead number={profile.number} />
      <h1 className="sr-only">{t.biodata.detailsTitle(idOf(profile.number))}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-7">
        <IdCard profile={profile} />
        <div className="grid gap-4">
          <BiodataSections profile={profile} />
          <Contact profile={profile} />
        </div>
      </div>
      <SimilarBiodata profile={profile} />
    </div>
  )
}

function IdCard({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const isOwn = useIsOwn(profile)
  const [linkToCopy, setLinkToCopy] = useState<string>()
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href)
      toast.success(t.biodata.linkCopied)
    } catch {
      // Refused, or no https: then it is shown to be copied by hand.
      setLinkToCopy(location.href)
    }
  }
  const facts = [
    [t.biodata.division, t.options.division[profile.division]],
    [t.biodata.age, t.format.digits(profile.age)],
    [t.biodata.occupation, t.options.occupation[profile.occupation]],
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
        {!isOwn && <Heart number={profile.number} />}
        <Portrait
          gender={profile.gender}
          bioDataId={profile.number}
          premium={profile.premium}
          title={t.card.portrait[profile.gender]}
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
        <dl className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-note text-ink-2">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 grid grid-cols-2 gap-2 print:hidden">
          <PrintButton small />
          <Button look="secondary" small onClick={copyLink}>
            <LinkIcon /> {t.biodata.copyLink}
          </Button>
          {linkToCopy && (
            <TextField
              label={t.biodata.copyByHand}
              className="col-span-2"
              value={linkToCopy}
              readOnly
              autoFocus
              onFocus={(event) => event.target.select()}
            />
          )}
        </div>
      </div>
    </aside>
  )
}

const useIsOwn = (profile: Profile) => useMember().email === profile.email

/** What the server gave, or why it did not and how to get it. Nothing withheld is anywhere in this page. */
function Contact({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const isOwn = useIsOwn(profile)
  const { data: paid } = useQuery(paidFor(profile.number))
  const premium = useQuery(amPremium)
  const button = useRef<HTMLDivElement>(null)
  const isInSight = useIsInSight(button)

  if (profile.email && profile.phone) {
    return (
      <>
        <ContactSection contact={{ email: profile.email, phone: profile.phone, photoUrl: profile.photoUrl }} />
        {isOwn && (
          <ButtonLink to={to.edit} look="secondary" className="justify-self-start print:hidden">
            {t.biodata.edit}
          </ButtonLink>
        )}
      </>
    )
  }
  if (paid?.isPaid) {
    return (
      <Section icon={PhoneIcon} title={t.biodata.contact}>
        <div className="mt-4 grid gap-2">
          <Notice>{t.biodata.pending}</Notice>
          <p className="text-ink-2">{t.biodata.pendingHint}</p>
        </div>
      </Section>
    )
  }
  const request = premium.isPending ? (
    <Button disabled>{t.biodata.contactRequest}</Button>
  ) : (
    <ButtonLink to={to.checkout(profile.number)}>{t.biodata.contactRequest}</ButtonLink>
  )
  const hidden = [
    [MailIcon, t.biodata.contactEmail, '••••••••'],
    [PhoneIcon, t.biodata.phone, '+880 ••••'],
    [PictureIcon, t.biodata.photoUrl, '••••••••'],
  ] as const
  return (
    <>
      <div className="print:hidden">
        <Section icon={PhoneIcon} title={t.biodata.contact}>
          <div className="mt-4 grid gap-4 rounded-button bg-surface-2 p-4.5 sm:grid-cols-[1fr_auto] sm:items-center">
            <ul className="grid gap-2">
              {hidden.map(([Icon, label, mask]) => (
                <li key={label} className="flex flex-wrap items-center gap-x-2.5 text-ink-2">
                  <Icon /> {label}
                  <span aria-hidden="true" className="tracking-widest wrap-anywhere">
                    {mask}
                  </span>
                  <span className="sr-only">{t.biodata.withheld}</span>
                </li>
              ))}
            </ul>
            <div ref={button}>{request}</div>
          </div>
          <p className="mt-3 text-md text-ink-2">{t.biodata.contactHint}</p>
        </Section>
      </div>
      {!isInSight && (
        <div className="bottom-bar fixed inset-x-0 bottom-0 z-15 grid border-t border-line bg-surface px-4 py-3 lg:hidden print:hidden">
          {request}
        </div>
      )}
    </>
  )
}

/** Whether the element is on the screen. It is taken to be, until the browser says otherwise. */
function useIsInSight(element: React.RefObject<HTMLElement | null>) {
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
  const { data: cards } = useSuspenseQuery(ask(similar, { id: profile.id }))
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="similar" className="pt-16 print:hidden">
      <h2 id="similar" className="mb-6 text-section">
        {t.biodata.some(t.options.gender[profile.gender])}
      </h2>
      <div className={`${cardGrid} xl:grid-cols-3`}>
        {cards.map((card) => (
          <BiodataCard key={card.id} card={card} />
        ))}
      </div>
    </section>
  )
}
