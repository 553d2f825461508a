import { type ReactNode, useState } from 'react'
import { longestReason } from '#src/features/admin-list/index.ts'
import { RequestPill } from '#src/features/contact-requests/components.ts'
import { PaymentPill } from '#src/features/payments/components.ts'
import { takeApprovalBack } from '#src/features/request-approval/contract.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon, MailIcon, PaymentIcon, UndoIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ReasonDialog } from '#src/ui/dialogs/reason-dialog.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import type { PersonFacts } from './contract.ts'
import { type Part, useChange } from './person-facts.ts'

function Lines({ none, className, children }: { none: string; className?: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="pt-2 text-ink-2">{none}</p>
  return <ul className={classNames('pt-2', className)}>{children}</ul>
}

const columns = 'record-lines'
const line = 'record-line'

export function Requests({ person }: Part) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const change = useChange()
  const [undoing, setUndoing] = useState<PersonFacts['requests'][number]>()
  return (
    <Section icon={MailIcon} title={t.person.requests}>
      <Lines none={t.person.noRequests} className={columns}>
        {person.requests.map((request) => (
          <li key={request.id} className={line}>
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

export function Payments({ person }: Part) {
  const t = useMemberTexts()
  return (
    <Section icon={PaymentIcon} title={t.person.payments}>
      <Lines none={t.person.noPayments}>
        {person.payments.map(({ date, price, currency, status, reference }) => (
          <li key={date + reference} className="border-t py-2.5 flex flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-36 flex-1">
              {t.format.money(price, currency)}
              <span className="block text-sm text-ink-2">{t.format.dateTime(date)}</span>
            </span>
            <PaymentPill status={status} />
            <code className="w-full text-sm wrap-anywhere text-ink-2">{reference}</code>
          </li>
        ))}
      </Lines>
    </Section>
  )
}

export function Views({ person }: Part) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const whyOf = ({ inFile, reason }: PersonFacts['views'][number]['looks'][number]) =>
    [inFile && t.person.inFile, reason && t.person.reason(reason)].filter(Boolean).join(', ')
  return (
    <Section icon={ShowIcon} title={t.person.ledger}>
      <p className="pt-2 text-ink-2">{t.person.ledgerHint}</p>
      <Lines none={t.person.noViews} className={columns}>
        {person.views.map(({ viewer, number, byRight, looks, times }) => (
          <li key={`${viewer} ${number} ${byRight} ${looks[0]!.at}`} className={line}>
            <span className="min-w-36 flex-1 wrap-anywhere">
              <b className="font-semibold">{viewer ?? t.admin.goneAccount}</b>
              <span className="block text-sm text-ink-2">
                {[number && brand.idPrefix + number, ...new Set(looks.map(whyOf))].filter(Boolean).join(', ')}
              </span>
            </span>
            <span>
              <Pill>{t.person.rights[byRight]}</Pill>
            </span>
            <span className="text-sm text-ink-2">
              {t.format.dateTime(looks[0]!.at)}, {t.person.times(times)}
            </span>
          </li>
        ))}
      </Lines>
    </Section>
  )
}

export function History({ person }: Part) {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.person.history}>
      <Lines none={t.person.noHistory}>
        {person.history.map(({ at, action, actor, isCommandLine }) => (
          <li key={at + action} className="border-t py-2.5 flex flex-wrap gap-x-4">
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
