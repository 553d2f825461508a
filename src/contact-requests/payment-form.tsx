import { Elements } from '@stripe/react-stripe-js'
import { useEffect } from 'react'
import { CallFailed } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useMember } from '#src/sign-in/hooks.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { CardForm } from './card-form.tsx'
import { useBeginPayment } from './hooks.ts'
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
  const { clientSecret, error, begin } = useBeginPayment(number, price)
  const code = error instanceof CallFailed ? error.code : undefined
  useEffect(() => {
    if (code) onRefused(code)
  }, [code, onRefused])
  return (
    <>
      <TextField label={t.checkout.biodataId} value={number} readOnly />
      <TextField label={t.checkout.yourEmail} type="email" value={email} readOnly />
      <Elements stripe={script.data ?? null}>
        <CardForm
          number={number}
          price={price}
          amount={t.format.money(price, currency)}
          billing={{ email, name: name || 'anonymous' }}
          clientSecret={clientSecret}
          isSandbox={provider.sandbox}
          onUnclear={begin}
          onDone={onDone}
        />
      </Elements>
      {script.error && <Failed onRetry={script.refetch}>{t.checkout.providerMissing}</Failed>}
      {error && <Failed onRetry={begin}>{sayFailure(t, error)}</Failed>}
      {provider.sandbox && <p className="text-sm text-ink-2">{t.checkout.sandbox}</p>}
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
