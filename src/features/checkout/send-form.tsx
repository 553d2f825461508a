import { useMutation } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useId, useState } from 'react'
import type { beginTransfer } from '#src/features/contact-requests/contract.ts'
import { claimTransfer } from '#src/features/send-money/contract.ts'
import { readLastDigits, readTransactionId } from '#src/features/send-money/policy.ts'
import { CallFailed, call, codeOf } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import type { PayTo } from '#src/platform/money.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ShieldIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { SegmentedField, TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { Failed } from './failed.tsx'
import { type SendWay, useBeginTransfer } from './hooks.ts'

interface Fee {
  number: number
  way: SendWay
  onRefused: (code: string) => void
}

/** Money that the payer sends by hand, and tells us of (REQUIREMENTS K10). */
export function SendForm({ number, way, onRefused }: Fee) {
  const t = useMemberTexts()
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
  const telling = <Telling begun={begun} account={account} amount={missing} />
  const accounts = payTo.length > 1 && (
    <SegmentedField
      label={t.sendMoney.wallet}
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

interface Told {
  transactionId: string
  lastDigits: string
  [name: string]: string
}

/** Inputs keep what was typed, whatever the server answers. */
function Telling({ begun, account: { wallet }, amount }: { begun: Begun; account: PayTo; amount: string }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const isBank = wallet === 'bank'
  // What has been counted is no mistake to correct; the rest comes with an id of its own.
  const toCorrect = begun.told || begun.arrived === 0 ? begun.transactionId : undefined
  const telling = useMutation({
    mutationFn: ({ transactionId, lastDigits }: Told) =>
      call(claimTransfer, { reference: begun.page, wallet, transactionId, lastDigits }),
    onSuccess: () => navigate(to.paymentReturn(begun.page)),
    onError(error) {
      const fields = error instanceof CallFailed ? error.errors.map(({ field }) => field) : []
      if (fields.includes('transactionId')) form.refuse({ transactionId: t.sendMoney.idCounted })
      else if (fields.includes('lastDigits')) form.refuse({ lastDigits: t.sendMoney.digitsMissing })
    },
  })
  const form = useCheckedForm<Told>(
    ({ transactionId, lastDigits }) => ({
      transactionId: readTransactionId(transactionId) ? undefined : t.sendMoney.idMissing,
      lastDigits: readLastDigits(lastDigits) ? undefined : t.sendMoney.digitsMissing,
    }),
    (told) => telling.mutate(told),
  )
  const known: Partial<Record<string, string>> = {
    'already-paid': t.checkout.alreadyPaid,
    'told-before': t.sendMoney.toldBefore,
    returned: t.sendMoney.ended,
  }
  const { error } = telling
  const isInField = error instanceof CallFailed && error.errors.length > 0
  const requests = (
    <ButtonLink to={to.myRequests} look="secondary" small>
      {t.dashboard.myContactRequest}
    </ButtonLink>
  )
  return (
    <>
      <SmallForm
        form={form}
        submit={begun.told ? t.paymentReturn.correct : t.sendMoney.sent(amount)}
        busy={telling.isPending}
      >
        <div className="pay-told">
          <TextField
            name="transactionId"
            label={t.sendMoney.transactionId}
            hint={isBank ? t.sendMoney.idOfBank : t.sendMoney.idInApp}
            error={form.errors.transactionId}
            defaultValue={toCorrect}
            className="typed-code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onBlur={asInStatements(readTransactionId)}
          />
          <TextField
            name="lastDigits"
            label={t.sendMoney.lastDigits}
            hint={isBank ? t.sendMoney.ofAccount : t.sendMoney.ofNumber}
            error={form.errors.lastDigits}
            defaultValue={begun.lastDigits}
            className="typed-code"
            autoComplete="off"
            inputMode="numeric"
            onBlur={asInStatements(readLastDigits)}
          />
        </div>
      </SmallForm>
      {error && !isInField && (
        <Notice tone="danger" action={codeOf(error) === 'already-paid' && requests}>
          {formatFailure(t, error, known)}
        </Notice>
      )}
    </>
  )
}

/** The payer sees what will be compared. What cannot be read stays as it was typed. */
const asInStatements =
  (read: (typed: string) => string | undefined) =>
  ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    input.value = read(input.value) ?? input.value
  }
