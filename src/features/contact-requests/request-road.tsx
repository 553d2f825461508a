import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatWallet } from '#src/platform/money.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { CloseIcon, LockIcon } from '#src/ui/art/icons.ts'
import { PaymentIcon, PhoneIcon, UndoIcon, VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { Pill } from '#src/ui/pill.tsx'
import { type Step, Thread } from '#src/ui/thread.tsx'
import type { ContactRequest, RequestStatus } from './contract.ts'
import { usual } from './hooks.ts'

type Standing = Pick<ContactRequest, 'biodataId' | 'status' | 'refund'>

/** A request that waited when its biodata was deleted stays `pending` on the wire, and has ended for its payer. */
export const stateOf = ({ biodataId, status }: Standing) => (status === 'pending' && !biodataId ? 'withdrawn' : status)

export function withoutContact(t: AllTexts, request: Standing) {
  const { biodataId, refund } = request
  const state = stateOf(request)
  if (state === 'withdrawn' || state === 'refused')
    return refund && !refund.done ? t.requests.paidBack : t.requests.withdrawn
  if (state === 'pending') return t.requests.pending
  return biodataId ? t.requests.notShown : t.requests.contactGone
}

/** Where a request stands, in one line. */
export function requestInShort(t: AllTexts, request: ContactRequest) {
  const { date, approvedAt, endedAt, contactPhone } = request
  const { shortDate: day } = t.format
  const state = stateOf(request)
  if (state === 'pending') return t.requests.checkingSince(day(date))
  if (state === 'approve')
    return contactPhone && approvedAt ? t.requests.openSince(day(approvedAt)) : withoutContact(t, request)
  const said = state === 'refused' ? t.requests.refused : t.requests.closedAgain
  return endedAt ? `${said}, ${day(endedAt)}` : said
}

type NamedRequest = Pick<ContactRequest, 'biodataId' | 'biodataName' | 'biodataNameInOtherScript'>

/** Of the person asked for; empty where the payer no longer finds them. */
export const nameOf = (
  t: AllTexts,
  { biodataName: name, biodataNameInOtherScript: nameInOtherScript }: Omit<NamedRequest, 'biodataId'>,
) => nameFor(t, { name, nameInOtherScript })

/** The same, or why there is none. */
export const nameIn = (t: AllTexts, request: NamedRequest) =>
  request.biodataId ? nameOf(t, request) || t.requests.notShown : t.requests.deletedBiodata

const tones = {
  pending: 'gold',
  forwarded: 'gold',
  approve: 'ok',
  declined: 'plain',
  refused: 'plain',
  withdrawn: 'plain',
} as const

export const RequestPill = ({ status, children }: { status: RequestStatus; children: ReactNode }) => (
  <Pill tone={tones[status]}>{children}</Pill>
)

export function RequestRoad({ request }: { request: ContactRequest }) {
  const t = useMemberTexts()
  const { days } = useSuspenseQuery(usual).data
  const { endedBecause, refund } = request
  return (
    <div className="grid gap-3">
      <Thread label={t.requests.road(nameOf(t, request) || String(request.number))} steps={stepsOf(t, request, days)} />
      {endedBecause && (
        <p className="rounded-button bg-surface-2 px-4 py-3 wrap-anywhere whitespace-pre-line">
          {t.requests.because(endedBecause)}
        </p>
      )}
      {refund && !request.paidWith && <p className="text-md text-ink-2">{t.requests.bankNote}</p>}
    </div>
  )
}

/** How much goes back, and where to: the same way as it came. */
function refundTo(
  t: AllTexts,
  { price, currency, paidWith, paidFrom }: Pick<ContactRequest, 'price' | 'currency' | 'paidWith' | 'paidFrom'>,
) {
  const money = t.format.money(price, currency)
  if (!paidWith) return t.requests.toCard(money)
  if (paidWith === 'gateway') return t.requests.wayYouPaid(money)
  return t.requests.toWallet(money, formatWallet(t.paymentReturn.wallets[paidWith], paidFrom))
}

function* stepsOf(t: AllTexts, request: ContactRequest, days: number | null): Generator<Step> {
  const { date, status, approvedAt, endedAt, price, currency, refund, contactPhone } = request
  const { shortDate: day } = t.format
  const money = t.format.money(price, currency)
  yield { look: 'done', icon: PaymentIcon, title: t.requests.paid, note: `${money}, ${t.format.dateTime(date)}` }
  if (approvedAt)
    yield { look: 'done', icon: VerifiedIcon, title: t.requests.checked, note: t.requests.byAdmin(day(approvedAt)) }
  const ended = endedAt && t.requests.ended(day(endedAt))
  if (status === 'refused') yield { look: 'done', icon: CloseIcon, title: t.requests.refused, note: ended }
  if (status === 'withdrawn') yield { look: 'done', icon: LockIcon, title: t.requests.closedAgain, note: ended }
  if (refund) {
    const title = refund.done ? t.requests.feeWentBack : t.requests.feeGoesBack
    const note = refund.done ? `${refundTo(t, request)}, ${day(refund.at)}` : refundTo(t, request)
    yield { look: 'goes-back', icon: UndoIcon, title, note }
  }
  // A fee goes back without an end where the biodata was deleted before anybody decided.
  if (refund || status === 'refused' || status === 'withdrawn') return
  if (!approvedAt) {
    const usually = days === null ? '' : `, ${t.requests.usually(days)}`
    const note = t.requests.waits(request.waits) + usually
    yield { look: 'now', icon: VerifiedIcon, title: t.requests.checking, note }
    yield { look: 'to-come', icon: PhoneIcon, title: t.requests.shown, note: t.requests.youAreTold }
  } else if (contactPhone) yield { look: 'done', icon: PhoneIcon, title: t.requests.shown, note: t.requests.onThisPage }
  else yield { look: 'done', icon: LockIcon, title: withoutContact(t, request) }
}
