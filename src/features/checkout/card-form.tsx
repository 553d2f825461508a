import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementOptions, StripeError } from '@stripe/stripe-js'
import { type FormEvent, useState } from 'react'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { LeaveGuard } from '#src/ui/forms/leave-guard.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { confirmCard } from './confirm-card.ts'
import { type PaymentTrouble, usePayment } from './hooks.ts'

/** Keep it mounted, whatever fails around it: the provider's field would forget what was typed. */
export function CardForm({
  number,
  price,
  amount,
  billing,
  clientSecret,
  isSandbox,
  onUnclear,
  onDone,
}: {
  number: number
  price: number
  amount: string
  billing: { email: string; name: string }
  clientSecret: string | undefined
  isSandbox: boolean
  /** Called when the server has to find out what became of the payment. */
  onUnclear: () => void
  onDone: () => void
}) {
  const t = useMemberTexts()
  const stripe = useStripe()
  const elements = useElements()
  const { pay, isPaying, trouble, forgetTrouble } = usePayment(number, price)
  const [cardError, setCardError] = useState<StripeError>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || !clientSecret) return
    const result = await pay(() => confirmCard(stripe, clientSecret, { card, billing_details: billing }))
    if (result === 'running') return
    if (!result) return onDone()
    if (result.kind === 'unknown') onUnclear()
    if (result.kind === 'refused') card.focus()
  }

  const error = trouble ? formatTrouble(t, trouble) : cardError && formatRefusal(t, cardError)
  const isReady = stripe !== null && clientSecret !== undefined
  const isHydrated = useHydrated()
  const ink = isHydrated ? getComputedStyle(document.documentElement).getPropertyValue('--color-ink') : undefined
  const options: StripeCardElementOptions = {
    hidePostalCode: true,
    style: { base: { fontSize: '16px', color: ink } },
    // What only the sandbox knows; the real one speaks the language it was loaded in.
    ...(isSandbox && { labels: { number: t.checkout.cardNumber, expiry: t.checkout.expiry, cvc: t.checkout.cvc } }),
  }
  return (
    <form onSubmit={submit} className="grid gap-4.5">
      <LeaveGuard isActive={isPaying} reason={t.checkout.leave} />
      {/* The field is the provider's and cannot be described by our error, so the error is announced. */}
      <div aria-live="assertive">
        <Field label={t.checkout.card} id="card" error={error}>
          {(id) => (
            <CardElement
              id={id}
              className="input"
              options={options}
              onChange={(change) => {
                setCardError(change.error)
                if (trouble?.kind === 'refused') forgetTrouble()
              }}
            />
          )}
        </Field>
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{t.checkout.fee}</span>
        <strong className="font-display text-h3 font-normal">{amount}</strong>
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
      <p id="payment-state" role="status" className="text-center text-sm text-ink-2 empty-hidden">
        {isPaying ? t.checkout.processing : isHydrated && !isReady && t.checkout.preparing}
      </p>
    </form>
  )
}

export function formatTrouble(t: AllTexts, trouble: PaymentTrouble) {
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
