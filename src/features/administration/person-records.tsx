import type { ComponentProps, ReactNode } from 'react'
import { longestReason } from '#src/features/admin-list/index.ts'
import { RequestPill } from '#src/features/contact-requests/components.ts'
import { PaymentPill } from '#src/features/payments/components.ts'
import { takeApprovalBack } from '#src/features/request-approval/contract.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon, MailIcon, PaymentIcon, UndoIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { ReasonButton } from '#src/ui/dialogs/reason-dialog.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { useChange } from './change.tsx'
import type { PersonFacts } from './contract.ts'

const line = 'border-t py-2.5 flex flex-wrap'

export function PersonRecords({ person }: { person: PersonFacts }) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const takingBack = useChange(takeApprovalBack, t.person.unApproved)
  const whyOf = ({ inFile, reason }: PersonFacts['views'][number]['looks'][number]) =>
    [inFile && t.person.inFile, reason && t.person.reason(reason)].filter(Boolean).join(', ')
  return (
    <>
      <Lines icon={MailIcon} title={t.person.requests} none={t.person.noRequests} className="record-lines">
        {person.requests.map((request) => (
          <li key={request.id} className="record-line">
            <div className="min-w-36 flex-1">
              {request.otherId ? (
                <Link to={to.person(request.otherId)} className="font-semibold underline wrap-anywhere">
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
              <RequestPill status={request.status}>{t.judging.decided[request.status]}</RequestPill>
              <span className="block text-sm text-ink-2">
                {t.format.shortDate(request.date)}, {t.format.money(request.price, request.currency)},{' '}
                {t.money.states[request.payment] ?? request.payment}
              </span>
            </div>
            {request.status === 'approve' && (
              <ReasonButton
                small
                aria-label={t.person.unApproveNamed(request.other ?? String(request.number))}
                question={{
                  title: t.person.unApproveTitle,
                  label: t.judging.reads(request.isMade ? person.name : (request.other ?? t.person.asker)),
                  longest: longestReason,
                  confirmLabel: t.person.unApprove,
                  danger: true,
                  hint: t.person.unApproveHint,
                }}
                act={(reason) => takingBack.mutate({ id: request.id, reason })}
              >
                <UndoIcon /> {t.person.unApprove}
              </ReasonButton>
            )}
          </li>
        ))}
      </Lines>
      <Lines icon={PaymentIcon} title={t.dashboard.payments} none={t.person.noPayments}>
        {person.payments.map(({ date, price, currency, status, reference }) => (
          <li key={date + reference} className={`${line} items-center justify-between gap-x-4`}>
            <span className="min-w-36 flex-1">
              {t.format.money(price, currency)}
              <span className="block text-sm text-ink-2">{t.format.dateTime(date)}</span>
            </span>
            <PaymentPill status={status} />
            {reference && (
              <span className="w-full text-sm text-ink-2">
                {t.money.reference}: <code className="wrap-anywhere">{reference}</code>
              </span>
            )}
          </li>
        ))}
      </Lines>
      <Lines
        icon={ShowIcon}
        title={t.person.ledger}
        hint={t.person.ledgerHint}
        none={t.person.noViews}
        className="record-lines"
      >
        {person.views.map(({ viewer, nameInOtherScript, number, byRight, looks, times }) => (
          <li key={`${viewer} ${number} ${byRight} ${looks[0]!.at}`} className="record-line">
            <span className="min-w-36 flex-1 wrap-anywhere">
              <b className="font-semibold">
                {viewer === null ? t.admin.goneAccount : nameFor(t, { name: viewer, nameInOtherScript })}
              </b>
              <span className="block text-sm text-ink-2">
                {[number && brand.idPrefix + number, ...new Set(looks.map(whyOf))].filter(Boolean).join(', ')}
              </span>
            </span>
            <span>
              <Pill>{t.ledger.rights[byRight]}</Pill>
            </span>
            <span className="text-sm text-ink-2">
              {t.format.dateTime(looks[0]!.at)}, {t.ledger.times(times)}
            </span>
          </li>
        ))}
      </Lines>
      <Lines icon={DocumentIcon} title={t.person.history} none={t.person.noHistory}>
        {person.history.map(({ at, action, actor, isCommandLine }) => (
          <li key={at + action} className={`${line} gap-x-4`}>
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
    </>
  )
}

function Lines({
  hint,
  none,
  className,
  children,
  ...section
}: Omit<ComponentProps<typeof Section>, 'children'> & { hint?: string; none: string; children: readonly ReactNode[] }) {
  return (
    <Section {...section}>
      {hint && <p className="pt-2 text-ink-2">{hint}</p>}
      {children.length === 0 ? (
        <p className="pt-2 text-ink-2">{none}</p>
      ) : (
        <ul className={classNames('pt-2', className)}>{children}</ul>
      )}
    </Section>
  )
}
