import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#src/platform/http/client.ts'
import { formatWallet } from '#src/platform/money.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { CloseIcon, LockIcon } from '#src/ui/art/icons.ts'
import { ChatIcon, MailIcon, PaymentIcon, PhoneIcon, UndoIcon, VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { type Step, Thread } from '#src/ui/thread.tsx'
import { type ContactRequest, type RequestStatus, withdrawRequest } from './contract.ts'
import { usual } from './hooks.ts'
import { isWaiting } from './policy.ts'
import { Unanswered } from './unanswered.tsx'

type Standing = Pick<ContactRequest, 'biodataId' | 'status' | 'refund' | 'forwardedAt'>

/** A request that waited when its biodata was deleted stays `pending` on the wire, and has ended for its payer. */
export function stateOf({ biodataId, status, forwardedAt }: Standing): RequestStatus {
  if (status !== 'pending') return status
  if (!biodataId) return 'withdrawn'
  return forwardedAt ? 'forwarded' : 'pending'
}

export function withoutContact(t: AllTexts, request: Standing) {
  const { biodataId, refund } = request
  const state = stateOf(request)
  if (state === 'withdrawn' || state === 'refused' || state === 'declined') {
    if (!refund) return t.requests.notShown
    return refund.done ? t.requests.withdrawn : t.requests.paidBack
  }
  if (state === 'forwarded') return t.asked.familyDecides
  if (state === 'pending') return t.requests.pending
  return biodataId ? t.requests.notShown : t.requests.contactGone
}

/** Where a request stands, in one line. */
export function requestInShort(t: AllTexts, request: ContactRequest) {
  const { date, forwardedAt, approvedAt, endedAt, contactPhone, isOpen } = request
  const { shortDate: day } = t.format
  const state = stateOf(request)
  if (state === 'pending') return t.requests.checkingSince(day(date))
  if (state === 'forwarded') return t.requests.familySince(day(forwardedAt!))
  if (state === 'approve')
    return (contactPhone || isOpen) && approvedAt ? t.requests.openSince(day(approvedAt)) : withoutContact(t, request)
  const said = wordsOfEnd(t, request)
  return endedAt ? `${said}, ${day(endedAt)}` : said
}

/** Of one that has ended. */
function wordsOfEnd(t: AllTexts, { status, isOver }: ContactRequest) {
  if (status === 'declined') return isOver ? t.asked.noAnswer : t.asked.notNow
  return status === 'refused' ? t.requests.refused : t.requests.closedAgain
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
      {request.status === 'declined' && <p className="text-md text-ink-2">{t.asked.noJudgement}</p>}
      <Unanswered request={request} name={nameOf(t, request) || String(request.number)} />
      {isWaiting(stateOf(request)) && <Withdraw request={request} />}
      {refund && !request.paidWith && <p className="text-md text-ink-2">{t.requests.bankNote}</p>}
    </div>
  )
}

/** Until somebody has answered. */
function Withdraw({ request }: { request: ContactRequest }) {
  const t = useMemberTexts()
  const { id, price } = request
  const name = nameOf(t, request) || String(request.number)
  const withdraw = useAction(() => call(withdrawRequest, { id, email: 'me' }), {
    toastText: t.asked.withdrawn,
    refusals: { 'answered-already': t.asked.tooLate },
  })
  return (
    <AskingButton
      look="quiet"
      small
      className="justify-self-start needs-script"
      busy={withdraw.isPending}
      aria-label={t.actions.named(t.asked.withdraw, name)}
      question={{
        title: t.actions.named(t.asked.withdraw, name),
        text: price > 0 ? t.asked.withdrawRefund : t.asked.withdrawQuestion,
        confirmLabel: t.asked.withdraw,
      }}
      act={() => withdraw.mutate()}
    >
      {t.asked.withdraw}
    </AskingButton>
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
  const {
    date,
    status,
    forwardedAt,
    answerBy,
    approvedAt,
    endedAt,
    price,
    currency,
    refund,
    contactPhone,
    byTelephone,
  } = request
  const { shortDate: day } = t.format
  const money = t.format.money(price, currency)
  const isFree = price === 0
  const heardBy = byTelephone && t.asked.byTelephone(t.attested.withWhoms[byTelephone.withWhom], day(byTelephone.on))
  yield {
    look: 'done',
    icon: isFree ? MailIcon : PaymentIcon,
    title: isFree ? t.asked.requested : t.requests.paid,
    note: `${isFree ? t.asked.free : money}, ${t.format.dateTime(date)}`,
  }
  const checkedAt = forwardedAt ?? approvedAt
  if (checkedAt)
    yield { look: 'done', icon: VerifiedIcon, title: t.requests.checked, note: t.requests.byAdmin(day(checkedAt)) }
  if (forwardedAt && approvedAt && status !== 'withdrawn')
    yield { look: 'done', icon: ChatIcon, title: t.asked.familySaidYes, note: heardBy ?? day(approvedAt) }
  const ended = heardBy ?? (endedAt && t.requests.ended(day(endedAt)))
  if (status === 'refused' || status === 'declined')
    yield { look: 'done', icon: CloseIcon, title: wordsOfEnd(t, request), note: ended }
  if (status === 'withdrawn') yield { look: 'done', icon: LockIcon, title: t.requests.closedAgain, note: ended }
  if (refund) {
    const title = refund.done ? t.requests.feeWentBack : t.requests.feeGoesBack
    const note = refund.done ? `${refundTo(t, request)}, ${day(refund.at)}` : refundTo(t, request)
    yield { look: 'goes-back', icon: UndoIcon, title, note }
  }
  // A fee goes back without an end where the biodata was deleted before anybody decided.
  if (refund || status === 'refused' || status === 'declined' || status === 'withdrawn') return
  if (forwardedAt && !approvedAt) {
    const until = answerBy && t.format.dateTime(answerBy)
    const withoutAnswer = isFree ? t.asked.noAnswerByFree : t.asked.noAnswerBy
    const note = until ? withoutAnswer(until) : t.asked.askedByTelephone
    yield { look: 'now', icon: ChatIcon, title: t.asked.familyDecides, note }
    yield { look: 'to-come', icon: PhoneIcon, title: t.requests.shown, note: t.requests.youAreTold }
  } else if (!approvedAt) {
    const usually = days === null ? '' : `, ${t.requests.usually(days)}`
    const note = t.requests.waits(request.waits) + usually
    yield { look: 'now', icon: VerifiedIcon, title: t.requests.checking, note }
    yield { look: 'to-come', icon: PhoneIcon, title: t.requests.shown, note: t.requests.youAreTold }
  } else if (contactPhone) yield { look: 'done', icon: PhoneIcon, title: t.requests.shown, note: t.requests.onThisPage }
  else yield { look: 'done', icon: LockIcon, title: withoutContact(t, request) }
}
