import type { Stripe } from '@stripe/stripe-js'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  beginPayment,
  beginTransfer,
  listRequests,
  recordPayment,
  type Way,
} from '#src/features/contact-requests/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, codeOf, queriesOf } from '#src/platform/http/client.ts'
import { isCheckout } from '#src/platform/navigation/addresses.ts'
import type { Confirmed } from './confirm-card.ts'

/** Begins or resumes a payment. Only a press or an unclear outcome may repeat it, because it writes. */
function useBegin<Begun>(beginning: () => Promise<Begun>, onRefused: (code: string) => void) {
  const [begun, setBegun] = useState<Begun>()
  const { mutate, error } = useMutation({
    mutationFn: beginning,
    // Kept here while it is asked for again: the form lives on it.
    onSuccess: setBegun,
    onError: (refusal) => onRefused(codeOf(refusal)),
  })
  useEffect(() => mutate(), [mutate])
  return { begun, error, begin: () => mutate() }
}

export const useBeginPayment = (number: number, price: number, onRefused: (code: string) => void) =>
  useBegin(() => call(beginPayment, { price, bioDataId: number }), onRefused)

export const useBeginTransfer = (number: number, onRefused: (code: string) => void) =>
  useBegin(() => call(beginTransfer, { bioDataId: number }), onRefused)

/** Why a payment is not done: not confirmed, or paid and not recorded yet (`code` is our server's, if it answered). */
export type PaymentTrouble = Exclude<Confirmed, { kind: 'paid' }> | { kind: 'unrecorded'; code: string }

/** Once the money has moved, a press only records it. `settled` hears what went wrong, `undefined` once all is done. */
export function usePayment(number: number, price: number, settled: (trouble?: PaymentTrouble) => void) {
  const { email, name } = useMember()
  const client = useQueryClient()
  const transaction = useRef<string>(undefined)
  const isRunning = useRef(false)
  const { mutateAsync, isPending, data, reset } = useMutation({ mutationFn: attempt })

  async function attempt(confirm: () => Promise<Confirmed>): Promise<PaymentTrouble | undefined> {
    if (!transaction.current) {
      const confirmed = await confirm()
      if (confirmed.kind !== 'paid') return confirmed
      transaction.current = confirmed.providerRef
    }
    try {
      const sent = { name, email, price, date: new Date().toISOString(), status: 'pending' }
      const payment = { ...sent, providerRef: transaction.current, bioDataId: number }
      const { insertedId } = await call(recordPayment, payment)
      if (!insertedId) return { kind: 'unrecorded', code: 'failed' }
    } catch (error) {
      return { kind: 'unrecorded', code: codeOf(error) }
    }
    client.removeQueries(queriesOf(listRequests))
    // The profile is now paid, too. Asked again at once, the page would say `already paid` before it leaves.
    await client.invalidateQueries({ refetchType: 'none' })
  }

  async function pay(confirm: () => Promise<Confirmed>) {
    // A second press comes before the next render.
    if (isRunning.current) return
    isRunning.current = true
    const trouble = await mutateAsync(confirm)
    isRunning.current = false
    settled(trouble)
  }

  return { pay, isPaying: isPending, trouble: data, forgetTrouble: reset }
}

export type CardWay = Extract<Way, { kind: 'card' }>
export type RedirectWay = Extract<Way, { kind: 'redirect' }>
export type SendWay = Extract<Way, { kind: 'send' }>

async function load({ publishableKey, sandbox }: CardWay): Promise<Stripe> {
  if (sandbox) {
    // By its address, like Stripe.js: it is no part of this program.
    const address = '/sandbox/stripe/browser/stripe-js.js'
    const script: { sandboxStripe(key: string, baseUrl: string): Promise<Stripe> } = await import(
      /* @vite-ignore */ address
    )
    return script.sandboxStripe(publishableKey, '/sandbox/stripe')
  }
  // Only a document of the checkout may load it: one that began elsewhere, and came here without a request, is asked for.
  const [document] = performance.getEntriesByType('navigation')
  if (document && !isCheckout(new URL(document.name).pathname)) {
    location.reload()
    return new Promise(() => {})
  }
  // `pure`: the package's main file would fetch Stripe.js as soon as it is looked at.
  const { loadStripe } = await import('@stripe/stripe-js/dist/pure.mjs')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js exists in browsers only')
  return stripe
}

export const useProviderScript = (way: CardWay) =>
  useQuery({
    queryKey: ['provider script', way.publishableKey],
    queryFn: () => load(way),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
