import { Elements } from '@stripe/react-stripe-js'
import { useEffect } from 'react'
import { useMember } from '#src/features/identity/hooks.ts'
import { daysUnnamed } from '#src/features/payments/policy.ts'
import { CallFailed } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { TextField } from '#src/ui/forms/field.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { CardForm, formatTrouble } from './card-form.tsx'
import { useBeginPayment, usePayment } from './hooks.ts'
import { type ProviderOptions, useProviderScript } from './provider-script.ts'

/** Pays the fee for the contact of one biodata. What cannot be paid is told to `onRefused`, by the server's code. */
export function PaymentForm({
  number,
  price: { price, currency },
  provider,
  onRefused,
  onDone,
}: {
  number: number
  price: { price: number; currency: string }
  provider: ProviderOptions
  onRefused: (code: string) => void
  onDone: () => void
}) {
  const t = useMemberTexts()
  const { email, name } = useMember()
  const script = useProviderScript(provider)
  const { begun, error, begin } = useBeginPayment(number, price)
  const code = error instanceof CallFailed ? error.code : undefined
  useEffect(() => {
    if (code) onRefused(code)
  }, [code, onRefused])
  return (
    <>
      <TextField label={t.checkout.biodataId} value={number} readOnly />
      <TextField label={t.checkout.yourEmail} type="email" value={email} readOnly />
      {begun && 'transactionId' in begun ? (
        <UnusedFee
          number={number}
          price={price}
          providerRef={begun.transactionId}
          onRefused={onRefused}
          onDone={onDone}
        />
      ) : (
        <Elements stripe={script.data ?? null}>
          <CardForm
            number={number}
            price={price}
            amount={t.format.money(price, currency)}
            billing={{ email, name: name || 'anonymous' }}
            clientSecret={begun?.clientSecret}
            isSandbox={provider.sandbox}
            onUnclear={begin}
            onDone={onDone}
          />
        </Elements>
      )}
      {script.error && <Failed onRetry={script.refetch}>{t.checkout.providerMissing}</Failed>}
      {error && <Failed onRetry={begin}>{formatFailure(t, error)}</Failed>}
      {provider.sandbox && <p className="text-sm text-ink-2">{t.checkout.sandbox}</p>}
    </>
  )
}

/** Of a fee that was paid without naming a biodata: what it is for is decided by a press. */
function UnusedFee({
  number,
  price,
  providerRef,
  onRefused,
  onDone,
}: {
  number: number
  price: number
  providerRef: string
  onRefused: (code: string) => void
  onDone: () => void
}) {
  const t = useMemberTexts()
  const { pay, isPaying, trouble } = usePayment(number, price)
  async function use() {
    const result = await pay(async () => ({ kind: 'paid', providerRef }))
    if (!result) onDone()
    else if (result !== 'running' && result.kind === 'unrecorded') onRefused(result.code)
  }
  return (
    <>
      <p>{t.checkout.unusedFee(daysUnnamed)}</p>
      <Button busy={isPaying} onClick={use}>
        {t.checkout.useFee}
      </Button>
      {trouble && (
        <p role="alert" className="field-error">
          {formatTrouble(t, trouble)}
        </p>
      )}
    </>
  )
}

function Failed({ onRetry, children }: { onRetry: () => unknown; children: string }) {
  const t = useMemberTexts()
  return (
    <Notice
      tone="danger"
      action={
        <Button look="secondary" small onClick={() => onRetry()}>
          {t.common.tryAgain}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
