import { type ReactNode, useId, useState } from 'react'
import type { beginTransfer } from '#src/features/contact-requests/contract.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import type { PayTo } from '#src/platform/money.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ShieldIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { SegmentedField } from '#src/ui/forms/field.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { Failed } from './failed.tsx'
import { type SendWay, useBeginTransfer } from './hooks.ts'
import { RefundLine } from './refund-line.tsx'
import { Telling } from './telling.tsx'

interface Fee {
  number: number
  asksFirst: boolean
  way: SendWay
  onRefused: (code: string) => void
}

/** Money that the payer sends by hand, and tells us of (REQUIREMENTS K10). */
export function SendForm({ number, asksFirst, way, onRefused }: Fee) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { begun, error, begin } = useBeginTransfer(number, onRefused)
  const { payTo } = way
  const [chosen, choose] = useState<string>()
  const account = payTo.find(({ wallet }) => wallet === (chosen ?? begun?.wallet)) ?? payTo[0]
  if (error && !begun) return <Failed onRetry={begin}>{formatFailure(t, error)}</Failed>
  if (!begun || !account)
    return (
      <p role="status" className="text-center text-sm text-ink-2">
        {t.checkout.preparing}
      </p>
    )
  const missing = t.format.money(begun.missing, begun.currency)
  // What has been counted is no mistake to correct; the rest comes with an id of its own.
  const toCorrect = begun.told || begun.arrived === 0 ? begun.transactionId : undefined
  const telling = (
    <>
      <Telling
        page={begun.page}
        wallet={account.wallet}
        submit={begun.told ? t.paymentReturn.correct : t.telling.sent(missing)}
        transactionId={toCorrect}
        lastDigits={begun.lastDigits}
        onTold={() => navigate(to.paymentReturn(begun.page))}
      />
      <RefundLine asksFirst={asksFirst} />
    </>
  )
  const accounts = payTo.length > 1 && (
    <SegmentedField
      label={t.telling.wallet}
      name="wallet"
      options={payTo.map(({ wallet }) => ({ value: wallet, label: t.paymentReturn.wallets[wallet] }))}
      value={account.wallet}
      onChange={(event) => choose(event.target.value)}
    />
  )
  return (
    <>
      {way.sandbox && <p className="text-sm text-ink-2">{t.sendMoney.sandbox}</p>}
      {begun.told ? (
        // Without the first step, so that nobody sends the money again.
        <>
          <Told begun={begun} />
          <Step title={t.paymentReturn.correct}>
            {accounts}
            {telling}
          </Step>
        </>
      ) : (
        <>
          <Step place={1} title={t.sendMoney.send(missing)}>
            {begun.arrived > 0 && <p>{t.sendMoney.partArrived(t.format.money(begun.arrived, begun.currency))}</p>}
            <p className="text-ink-2">{account.wallet === 'bank' ? t.sendMoney.atBank : t.sendMoney.inApp}</p>
            {accounts}
            <Account account={account} amount={missing} reference={begun.reference} />
          </Step>
          <hr className="stitched" />
          <Step place={2} title={t.sendMoney.tell}>
            {telling}
          </Step>
        </>
      )}
      <p className="flex gap-2.5 text-md text-ink-2">
        <ShieldIcon className="mt-1 text-ok" />
        <span>{t.sendMoney.neverPin}</span>
      </p>
    </>
  )
}

type Begun = ResultOf<typeof beginTransfer>

function Told({ begun: { page, wallet, transactionId, lastDigits = '' } }: { begun: Begun }) {
  const t = useMemberTexts()
  const what =
    wallet && transactionId && t.paymentReturn.transfer(t.paymentReturn.wallets[wallet], transactionId, lastDigits)
  const where = (
    <ButtonLink to={to.paymentReturn(page)} look="secondary" small>
      {t.sendMoney.seeWhere}
    </ButtonLink>
  )
  return <Notice action={where}>{t.sendMoney.told(what ?? '')}</Notice>
}

function Step({ place, title, children }: { place?: number; title: string; children: ReactNode }) {
  const t = useMemberTexts()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="flex items-center gap-2 plain-heading">
        {place && <span className="pay-step">{t.format.digits(place)}</span>}
        {title}
      </h2>
      {children}
    </section>
  )
}

function Account({ account, amount, reference }: { account: PayTo; amount: string; reference: string }) {
  const t = useMemberTexts()
  return (
    <dl className="pay-to">
      <div>
        <dt>{t.sendMoney.number}</dt>
        <dd>
          <span className="font-display text-h3 wrap-anywhere">{account.number}</span>
          <Copy text={account.number} label={t.sendMoney.copyNumber} />
        </dd>
      </div>
      <div>
        <dt>{t.sendMoney.holder}</dt>
        <dd className="font-semibold">{account.holder}</dd>
      </div>
      <div>
        <dt>{t.sendMoney.amount}</dt>
        <dd className="font-semibold">{amount}</dd>
      </div>
      <div>
        <dt>{t.sendMoney.reference}</dt>
        <dd>
          <code className="font-semibold">{reference}</code>
          <Copy text={reference} label={t.sendMoney.copyReference} />
        </dd>
      </div>
    </dl>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  const t = useMemberTexts()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t.secondFactor.copied)
    } catch {
      // Refused, or no https.
      toast.error(t.secondFactor.notCopied)
    }
  }
  return (
    <Button look="secondary" small aria-label={label} onClick={copy}>
      {t.sendMoney.copy}
    </Button>
  )
}
