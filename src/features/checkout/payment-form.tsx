import { CardElement, Elements } from '@stripe/react-stripe-js'
import type { StripeCardElement, StripeCardElementOptions, StripeError } from '@stripe/stripe-js'
import { type FormEvent, useState } from 'react'
import { useMember } from '#src/features/identity/hooks.ts'
import { daysUnnamed } from '#src/features/payments/policy.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field, TextField } from '#src/ui/forms/field.tsx'
import { LeaveGuard } from '#src/ui/forms/leave-guard.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { confirmCard } from './confirm-card.ts'
import { Failed } from './failed.tsx'
import { type CardWay, type PaymentTrouble, useBeginPayment, usePayment, useProviderScript } from './hooks.ts'
import { RefundLine } from './refund-line.tsx'

interface Fee {
  number: number
  asksFirst: boolean
  way: CardWay
  onRefused: (code: string) => void
  onDone: () => void
}

export function PaymentForm({ number, asksFirst, way, onRefused, onDone }: Fee) {
  const t = useMemberTexts()
  const { email, name } = useMember()
  const { data: stripe = null, error: scriptError, refetch } = useProviderScript(way)
  const { begun, error, begin } = useBeginPayment(number, way.price, onRefused)
  const { pay, isPaying, trouble, forgetTrouble } = usePayment(number, way.price, settled)
  const [card, setCard] = useState<StripeCardElement>()
  const [cardError, setCardError] = useState<StripeError>()
  const isHydrated = useHydrated()
  const unused = begun && 'transactionId' in begun ? begun.transactionId : undefined
  const clientSecret = begun && 'clientSecret' in begun ? begun.clientSecret : undefined
  const isReady = stripe && card && clientSecret

  function payByCard(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    const billing = { email, name: name || 'anonymous' }
    void pay(() => confirmCard(stripe, clientSecret, { card, billing_details: billing }))
  }

  function settled(left: PaymentTrouble | undefined) {
    if (!left) onDone()
    else if (left.kind === 'unknown') begin()
    else if (left.kind === 'refused') card?.focus()
    else if (unused) onRefused(left.code)
  }

  const ink = isHydrated ? getComputedStyle(document.documentElement).getPropertyValue('--color-ink') : undefined
  const { cardNumber, expiry, cvc } = t.checkout
  const options: StripeCardElementOptions = {
    hidePostalCode: true,
    style: { base: { fontSize: '16px', color: ink } },
    // What only the sandbox knows; the real one speaks the language it was loaded in.
    ...(way.sandbox && { labels: { number: cardNumber, expiry, cvc } }),
  }
  return (
    <>
      <div className="grid checkout-known">
        <TextField label={t.checkout.biodataId} value={number} readOnly />
        <TextField label={t.checkout.yourEmail} type="email" value={email} readOnly />
      </div>
      {unused ? (
        // It was paid without naming a biodata: what it is for is decided by a press.
        <>
          <p>{t.checkout.unusedFee(daysUnnamed)}</p>
          <Button busy={isPaying} onClick={() => pay(async () => ({ kind: 'paid', providerRef: unused }))}>
            {t.checkout.useFee}
          </Button>
          {trouble && (
            <p role="alert" className="field-error">
              {formatTrouble(t, trouble)}
            </p>
          )}
        </>
      ) : (
        // Mounted whatever fails around it: the provider's field would forget what was typed.
        <form onSubmit={payByCard} className="grid gap-4.5">
          <LeaveGuard isActive={isPaying} reason={t.checkout.leave} />
          {/* The field is the provider's and cannot be described by our error, so the error is announced. */}
          <div aria-live="assertive">
            <Field
              label={t.checkout.card}
              id="card"
              error={trouble ? formatTrouble(t, trouble) : cardError && formatRefusal(t, cardError)}
            >
              <Elements stripe={stripe}>
                <CardElement
                  id="card"
                  className="input"
                  options={options}
                  onReady={setCard}
                  onChange={(change) => {
                    setCardError(change.error)
                    if (trouble?.kind === 'refused') forgetTrouble()
                  }}
                />
              </Elements>
            </Field>
          </div>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{t.checkout.fee}</span>
            <strong className="font-display text-h3 font-normal">{t.format.money(way.price, way.currency)}</strong>
          </p>
          <Button
            type="submit"
            disabled={!isReady}
            busy={isPaying}
            aria-describedby="payment-state"
            // Taking the focus from the card makes its error come or go, which moves the button away under the pointer.
            onMouseDown={(event) => event.preventDefault()}
          >
            {t.checkout.submit}
          </Button>
          <RefundLine asksFirst={asksFirst} />
          <p id="payment-state" role="status" className="text-center text-sm text-ink-2 empty-hidden">
            {isPaying ? t.checkout.processing : isHydrated && !isReady && t.checkout.preparing}
          </p>
        </form>
      )}
      {scriptError && <Failed onRetry={refetch}>{t.checkout.providerMissing}</Failed>}
      {error && <Failed onRetry={begin}>{formatFailure(t, error)}</Failed>}
      {way.sandbox && <p className="text-sm text-ink-2">{t.checkout.sandbox}</p>}
    </>
  )
}

function formatTrouble(t: AllTexts, trouble: PaymentTrouble) {
  if (trouble.kind === 'unknown') return t.checkout.unknown
  if (trouble.kind === 'refused') return formatRefusal(t, trouble.error)
  if (trouble.code === 'already-paid') return t.checkout.duplicate
  if (trouble.code === 'mismatch' || trouble.code === 'used-elsewhere') return t.checkout.mismatch
  return t.checkout.unconfirmed
}

function formatRefusal(t: AllTexts, { type, decline_code, code, message }: StripeError) {
  const { declined } = t.checkout
  const known = declined[decline_code ?? ''] ?? declined[code ?? '']
  if (known) return known
  // What was typed is not a card yet; nobody thinks that it was charged.
  return type === 'validation_error' && message ? message : `${message ?? ''} ${t.checkout.notCharged}`.trim()
}
