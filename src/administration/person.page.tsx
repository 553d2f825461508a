import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { longestViewReason, viewContact } from '#src/biodata/admin-contract.ts'
import { takeApprovalBack } from '#src/contact-requests/admin-contract.ts'
import { to } from '#src/platform/addresses.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { call } from '#src/platform/http/client.ts'
import { longestReason } from '#src/platform/http/lists.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { Address, PageModule } from '#src/platform/page-module.ts'
import { Link } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { Portrait } from '#src/ui/art.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { EmailText, PhoneText } from '#src/ui/contact-text.tsx'
import { AlertIcon, ArrowLeftIcon, DocumentIcon, MailIcon, ShowIcon } from '#src/ui/icons.ts'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import { PaymentIcon, UndoIcon } from '#src/ui/member-icons.ts'
import { Notice } from '#src/ui/notice.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { ReasonDialog } from '#src/ui/reason-dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import { type PersonFacts, personFacts } from './contract.ts'
import { PersonActions } from './person-actions.tsx'

export const parse = ({ params }: Address) => ({ id: params.id ?? '' })
type Props = ReturnType<typeof parse>
const facts = (id: string) => query(personFacts, { id })

export const title: PageModule['title'] = (t) => t.person.title
export const queries = ({ id }: Props) => [facts(id)]

export default function PersonPage({ id }: Props) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { data: person } = useSuspenseQuery(facts(id))
  const { biodata, suspended } = person
  const day = (moment: string) => t.format.date(inBangladesh(moment).day)
  return (
    <>
      <Link
        to={to.manageUsers}
        className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
      >
        <ArrowLeftIcon />
        {t.admin.usersTitle}
      </Link>
      <div className="flex items-center gap-4 pb-4">
        {biodata && (
          <Portrait
            gender={biodata.gender}
            bioDataId={biodata.number}
            premium={person.isPremium}
            className="h-20 w-16 shrink-0"
          />
        )}
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
            {person.isPremium && <Pill tone="gold">{t.admin.premium}</Pill>}
            {person.isAdmin && <Pill>{t.admin.admin}</Pill>}
            {suspended && <Pill tone="rani">{t.person.suspended}</Pill>}
          </p>
        </div>
      </div>
      {suspended && (
        <div className="pb-4">
          <Notice icon={AlertIcon}>
            {t.person.suspendedSince(day(suspended.at))} {t.requests.because(suspended.because)}
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-4 @min-[52rem]:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid gap-4">
          <Biodata person={person} />
          <Requests person={person} />
          <Payments person={person} />
          <Views person={person} />
          <History person={person} />
        </div>
        <div className="grid gap-4">
          <PersonActions person={person} />
          <Section title={t.person.account}>
            <dl className="mt-3 grid gap-2.5">
              {[
                [t.requests.email, person.isVerified ? t.judging.verified : t.judging.notVerified],
                [t.admin.since, day(person.since)],
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

type Part = { person: PersonFacts }

/** Runs what was decided, says how it ended, and asks for the person anew. */
function useChange(id: string) {
  const t = useMemberTexts()
  const client = useQueryClient()
  return async <R,>(change: () => Promise<R>, said?: string) => {
    try {
      const result = await change()
      if (said) toast.success(said)
      return result
    } catch (error) {
      toast.error(sayFailure(t, error))
      return undefined
    } finally {
      await client.invalidateQueries({ queryKey: facts(id).queryKey })
      await client.invalidateQueries(queriesOf(personFacts))
    }
  }
}

function Biodata({ person: { id, biodata } }: Part) {
  const t = useMemberTexts()
  const change = useChange(id)
  const [isAsking, setAsking] = useState(false)
  const [contact, setContact] = useState<{ email: string; phone: string }>()
  if (!biodata)
    return (
      <Section icon={DocumentIcon} title={t.person.biodata}>
        <p className="pt-2 text-ink-2">{t.person.noBiodata}</p>
      </Section>
    )
  const word = (labels: Record<string, string>, value: string) => labels[value] ?? value
  return (
    <Section icon={DocumentIcon} title={t.person.biodata}>
      <KeyValues
        items={[
          { label: t.judging.age, value: t.format.digits(biodata.age) },
          { label: t.judging.occupation, value: word(t.options.occupation, biodata.occupation) },
          { label: t.judging.division, value: word(t.options.division, biodata.division) },
          {
            label: t.person.presenceLabel,
            value: biodata.unpublished ? t.person.unpublishedByAdmin : t.person.presence[biodata.presence],
          },
          { label: t.person.contactLabel, value: t.person.contactFor[biodata.contactFor] },
        ]}
      />
      {contact && (
        <p role="status" className="pt-3 font-semibold wrap-anywhere">
          <PhoneText number={contact.phone} />, <EmailText address={contact.email} />
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2.5 pt-4">
        <ButtonLink to={to.details(id)} look="secondary" small>
          {t.person.readIt}
        </ButtonLink>
        <Button look="secondary" small onClick={() => setAsking(true)}>
          <ShowIcon /> {t.person.showContact}
        </Button>
        <p className="min-w-36 flex-1 text-md text-ink-2">{t.person.showContactHint}</p>
      </div>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t.person.why}
        label={t.person.whyRead}
        missing={t.judging.reasonMissing}
        longest={longestViewReason}
        confirmLabel={t.person.show}
        onConfirm={async (reason) => setContact(await change(() => call(viewContact, { id, reason })))}
      >
        {t.person.showContactHint}
      </ReasonDialog>
    </Section>
  )
}

/** A list in a section, or what is said where it is empty. */
function Lines({ none, children }: { none: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="pt-2 text-ink-2">{none}</p>
  return <ul className="pt-2">{children}</ul>
}

function Requests({ person }: Part) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const change = useChange(person.id)
  const [undoing, setUndoing] = useState<PersonFacts['requests'][number]>()
  return (
    <Section icon={MailIcon} title={t.person.requests}>
      <Lines none={t.person.noRequests}>
        {person.requests.map((request) => (
          <li
            key={request.id}
            className="border-t border-line py-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <div className="min-w-36 flex-1">
              {request.otherId ? (
                <Link
                  to={to.person(request.otherId)}
                  className="font-semibold underline underline-offset-4 wrap-anywhere"
                >
                  {request.other}
                </Link>
              ) : (
                t.admin.goneAccount
              )}
              <span className="block text-sm text-ink-2">
                {request.number !== null && `${brand.idPrefix}${request.number} `}
                {request.isMade ? t.person.wasAsked : t.person.askedThem}
              </span>
            </div>
            <div className="min-w-36 flex-1">
              <Pill tone={request.status === 'approve' ? 'ok' : request.status === 'pending' ? 'gold' : 'plain'}>
                {t.judging.decided[request.status]}
              </Pill>
              <span className="block text-sm text-ink-2">
                {t.format.shortDate(inBangladesh(request.date).day)}, {t.format.money(request.price, request.currency)},{' '}
                {t.money.states[request.payment] ?? request.payment}
              </span>
            </div>
            {request.status === 'approve' && (
              <Button
                look="secondary"
                small
                aria-label={t.person.unApproveNamed(request.other ?? String(request.number))}
                onClick={() => setUndoing(request)}
              >
                <UndoIcon /> {t.person.unApprove}
              </Button>
            )}
          </li>
        ))}
      </Lines>
      <ReasonDialog
        open={undoing !== undefined}
        onClose={() => setUndoing(undefined)}
        title={t.person.unApproveTitle}
        label={t.judging.reads(undoing?.isMade ? person.name : (undoing?.other ?? t.person.asker))}
        missing={t.judging.reasonMissing}
        longest={longestReason}
        confirmLabel={t.person.unApprove}
        danger
        onConfirm={(reason) =>
          undoing && change(() => call(takeApprovalBack, { id: undoing.id, reason }), t.person.unApproved)
        }
      >
        {t.person.unApproveHint}
      </ReasonDialog>
    </Section>
  )
}

function Payments({ person }: Part) {
  const t = useMemberTexts()
  return (
    <Section icon={PaymentIcon} title={t.person.payments}>
      <Lines none={t.person.noPayments}>
        {person.payments.map(({ date, price, currency, status, reference }) => (
          <li
            key={date + reference}
            className="border-t border-line py-2.5 flex flex-wrap items-center justify-between gap-x-4"
          >
            <span className="min-w-36 flex-1">
              {t.format.money(price, currency)}
              <span className="block text-sm text-ink-2">{t.format.dateTime(date)}</span>
            </span>
            <Pill tone={status === 'succeeded' ? 'ok' : status === 'refund_due' ? 'gold' : 'plain'}>
              {t.money.states[status] ?? status}
            </Pill>
            <code className="w-full text-sm wrap-anywhere text-ink-2">{reference}</code>
          </li>
        ))}
      </Lines>
    </Section>
  )
}

function Views({ person }: Part) {
  const t = useMemberTexts()
  const { brand } = useSite()
  return (
    <Section icon={ShowIcon} title={t.person.ledger}>
      <p className="pt-2 text-ink-2">{t.person.ledgerHint}</p>
      <Lines none={t.person.noViews}>
        {person.views.map(({ viewer, number, byRight, inFile, reason, last, times }) => (
          <li
            key={`${viewer} ${byRight} ${last} ${inFile}`}
            className="border-t border-line py-2.5 flex flex-wrap items-center gap-x-4"
          >
            <span className="min-w-36 flex-1 wrap-anywhere">
              <b className="font-semibold">{viewer ?? t.admin.goneAccount}</b>
              <span className="block text-sm text-ink-2">
                {[number && brand.idPrefix + number, inFile && t.person.inFile, reason && t.person.reason(reason)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <Pill>{t.person.rights[byRight]}</Pill>
            <span className="text-sm text-ink-2">
              {t.format.dateTime(last)}, {t.person.times(times)}
            </span>
          </li>
        ))}
      </Lines>
    </Section>
  )
}

function History({ person }: Part) {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.person.history}>
      <Lines none={t.person.noHistory}>
        {person.history.map(({ at, action, actor, isCommandLine }) => (
          <li key={at + action} className="border-t border-line py-2.5 flex flex-wrap gap-x-4">
            <time dateTime={at} className="min-w-36 text-ink-2">
              {t.format.dateTime(at)}
            </time>
            <span className="min-w-36 flex-1 wrap-anywhere">
              {t.admin.actions[action] ?? action}
              <span className="block text-sm text-ink-2">
                {isCommandLine ? t.admin.commandLine : (actor ?? t.admin.goneAccount)}
              </span>
            </span>
          </li>
        ))}
      </Lines>
    </Section>
  )
}
