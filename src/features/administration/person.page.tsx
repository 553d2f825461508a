import { useSuspenseQuery } from '@tanstack/react-query'
import { PersonAttestations } from '#src/features/attestations/components.ts'
import { attestationsOf } from '#src/features/attestations/hooks.ts'
import { formatOption } from '#src/features/biodata/index.ts'
import { PersonFeedback } from '#src/features/contact-feedback/components.ts'
import { feedbackAbout } from '#src/features/contact-feedback/hooks.ts'
import { endPremium, makePremium } from '#src/features/premium/contract.ts'
import { longestViewReason, publishAgain, unpublish, viewContact } from '#src/features/profile/admin-contract.ts'
import { endAdmin, liftSuspension, makeAdmin } from '#src/features/users/admin-contract.ts'
import { query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { AlertIcon, ArrowLeftIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmailText, PhoneText } from '#src/ui/contact-text.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { ReasonButton } from '#src/ui/dialogs/reason-dialog.tsx'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import type { Address, AdminPage } from '#src/ui/page-module.ts'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { SuspendButton, useChange } from './change.tsx'
import { type PersonFacts, personFacts } from './contract.ts'
import { PersonRecords } from './person-records.tsx'

export const parse = ({ params }: Address) => ({ id: params.id ?? '' })
type Props = ReturnType<typeof parse>

export const title: AdminPage['title'] = (t) => t.dashboard.person
export const queries = (props: Props) => [query(personFacts, props), attestationsOf(props.id), feedbackAbout(props.id)]

export default function PersonPage(props: Props) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const { data: person } = useSuspenseQuery(query(personFacts, props))
  const { biodata, suspended } = person
  return (
    <>
      <Link to={to.manageUsers} className="touch gap-2 font-semibold underline">
        <ArrowLeftIcon />
        {t.dashboard.manageUsers}
      </Link>
      <div className="flex items-center gap-4 pb-4">
        {biodata && <Portrait of={{ ...biodata, premium: person.isPremium }} className="shrink-0 portrait-small" />}
        <div className="min-w-0">
          <h1 className="text-section wrap-anywhere">{person.name}</h1>
          <p className="text-ink-2">
            {biodata && `${brand.idPrefix}${biodata.number}, `}
            <EmailText address={person.email} />
          </p>
          <p className="flex flex-wrap gap-1.5 pt-2">
            {biodata && (
              <Pill tone={biodata.published ? 'ok' : 'gold'}>
                {biodata.published ? t.person.published : t.person.hidden}
              </Pill>
            )}
            {person.isPremium && <Pill tone="gold">{t.card.premium}</Pill>}
            {person.isAdmin && <Pill>{t.admin.admin}</Pill>}
            {suspended && <Pill tone="rani">{t.person.suspended}</Pill>}
          </p>
        </div>
      </div>
      {suspended && (
        <div className="pb-4">
          <Notice icon={AlertIcon}>
            {t.person.suspendedSince(t.format.date(suspended.at))} {t.requests.because(suspended.because)}
          </Notice>
        </div>
      )}
      {/* Of another person nothing may stay, least of all a contact that was shown. */}
      <div key={person.id} className="grid items-start gap-4 person-columns">
        <div className="grid gap-4">
          <Biodata person={person} />
          {biodata && <PersonAttestations person={{ ...person, gender: biodata.gender }} />}
          {biodata && <PersonFeedback id={person.id} />}
          <PersonRecords person={person} />
        </div>
        <div className="grid gap-4">
          <Actions person={person} />
          <Section title={t.accounts.account}>
            <dl className="mt-3 grid gap-2.5">
              {[
                [t.accounts.email, person.isVerified ? t.judging.verified : t.judging.notVerified],
                [t.admin.since, t.format.date(person.since)],
                [t.person.lastHere, person.lastHere ? t.format.dateTime(person.lastHere) : t.person.never],
              ].map(([label, value]) => (
                <div key={label}>
                  <dt className="text-sm text-ink-2">{label}</dt>
                  <dd className="font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
          </Section>
        </div>
      </div>
    </>
  )
}

function Biodata({ person: { id, biodata } }: { person: PersonFacts }) {
  const t = useAdminTexts()
  const showing = useChange(viewContact)
  const contact = showing.data
  if (!biodata)
    return (
      <Section icon={DocumentIcon} title={t.biodata.pageTitle}>
        <p className="pt-2 text-ink-2">{t.person.noBiodata}</p>
      </Section>
    )
  return (
    <Section icon={DocumentIcon} title={t.biodata.pageTitle}>
      <KeyValues
        items={[
          { label: t.card.age, value: t.format.digits(biodata.age) },
          { label: t.card.occupation, value: formatOption(t, 'occupation', biodata.occupation) },
          { label: t.card.division, value: formatOption(t, 'division', biodata.division) },
          {
            label: t.person.presenceLabel,
            value: biodata.unpublished ? t.person.unpublishedByAdmin : t.person.presence[biodata.presence],
          },
          { label: t.person.contactLabel, value: t.privacy.contactFor[biodata.contactFor] },
        ]}
      />
      {contact && (
        <p role="status" className="pt-3 font-semibold wrap-anywhere">
          <PhoneText number={contact.phone} />
          {contact.email && (
            <>
              , <EmailText address={contact.email} />
            </>
          )}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2.5 pt-4">
        <ButtonLink to={to.details(id)} look="secondary" small>
          {t.person.readIt}
        </ButtonLink>
        <ReasonButton
          small
          question={{
            title: t.person.why,
            label: t.person.whyRead,
            longest: longestViewReason,
            confirmLabel: t.admin.show,
            hint: t.person.showContactHint,
          }}
          act={(reason) => showing.mutate({ id, reason })}
        >
          <ShowIcon /> {t.person.showContact}
        </ReasonButton>
        <p className="min-w-36 flex-1 text-md text-ink-2">{t.person.showContactHint}</p>
      </div>
    </Section>
  )
}

/** What gives access back is done at once, without a question. */
type Action = readonly [endpoint: typeof makePremium, label: string, hint: string, toastText: string, question?: string]

function Actions({ person }: { person: PersonFacts }) {
  const t = useAdminTexts()
  const { id, name, isAdmin, isPremium, biodata, suspended } = person
  const role: Action = isAdmin
    ? [endAdmin, t.person.endAdmin, t.person.endAdminHint, t.person.endedAdmin, t.person.endAdminQuestion(name)]
    : [makeAdmin, t.admin.makeAdmin, t.person.makeAdminHint, t.admin.madeAdmin, t.admin.makeAdminQuestion(name)]
  const premium: Action = isPremium
    ? [
        endPremium,
        t.person.endPremium,
        t.person.endPremiumHint,
        t.person.endedPremium,
        t.person.endPremiumQuestion(name),
      ]
    : [
        makePremium,
        t.admin.makePremium,
        t.person.makePremiumHint,
        t.admin.madePremium,
        t.admin.makePremiumQuestion(name),
      ]
  const presence: Action = biodata?.unpublished
    ? [publishAgain, t.privacy.publishAgain, t.person.publishAgainHint, t.person.publishedAgain]
    : [unpublish, t.person.unpublish, t.person.unpublishHint, t.person.unpublished, t.person.unpublishQuestion(name)]
  const lift: Action = [liftSuspension, t.person.lift, t.person.liftHint, t.person.lifted]
  return (
    <Section title={t.person.can}>
      <p className="pt-2 text-ink-2">{t.person.canHint}</p>
      <ul className="grid gap-4 pt-4">
        {[premium, ...(biodata ? [presence] : []), suspended ? lift : role].map((action) => (
          <OneAction key={action[0].path} id={id} action={action} />
        ))}
        {!suspended && !isAdmin && (
          <li>
            <SuspendButton person={person} className="w-full" />
            <p className="pt-2 text-sm text-ink-2">{t.person.suspendHint}</p>
          </li>
        )}
      </ul>
    </Section>
  )
}

function OneAction({ id, action: [endpoint, label, hint, toastText, question] }: { id: string; action: Action }) {
  const acting = useChange(endpoint, toastText)
  return (
    <li>
      <AskingButton
        small
        look="secondary"
        className="w-full"
        busy={acting.isPending}
        question={question ? { title: label, text: question } : undefined}
        act={() => acting.mutate({ id })}
      >
        {label}
      </AskingButton>
      <p className="pt-2 text-sm text-ink-2">{hint}</p>
    </li>
  )
}
