import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { beginPayment, listRequests, recordPayment } from '#src/features/contact-requests/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { queriesOf } from '#src/platform/http/query.ts'
import type { Confirmed } from './confirm-card.ts'

/** Begins or resumes a payment. Only a press or an unclear outcome may repeat it, because it writes. */
export function useBeginPayment(number: number, price: number) {
  const [begun, setBegun] = useState<ResultOf<typeof beginPayment>>()
  const { mutate, error } = useMutation({
    mutationFn: () => call(beginPayment, { price, bioDataId: number }),
    // Kept here while it is asked for again: the card form lives on it.
    onSuccess: setBegun,
  })
  useEffect(() => mutate(), [mutate])
  return { begun, error, begin: () => mutate() }
}

/** Why a payment is not done: not confirmed, or paid and not recorded yet (`code` is our server's, if it answered). */
export type PaymentTrouble = Exclude<Confirmed, { kind: 'paid' }> | { kind: 'unrecorded'; code: string }

/** Once the money has moved, pressing again only records it, however often the connection breaks. */
export function usePayment(number: number, price: number) {
  const { email, name } = useMember()
  const client = useQueryClient()
  const transaction = useRef<string>(undefined)
  const isRunning = useRef(false)
  const [isPaying, setPaying] = useState(false)
  const [trouble, setTrouble] = useState<PaymentTrouble>()

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

  /** @returns what went wrong, `undefined` once everything is done, `running` when it was pressed a second time */
  async function pay(confirm: () => Promise<Confirmed>) {
    if (isRunning.current) return 'running'
    isRunning.current = true
    setPaying(true)
    setTrouble(undefined)
    const result = await attempt(confirm)
    isRunning.current = false
    setPaying(false)
    setTrouble(result)
    return result
  }

  return { pay, isPaying, trouble, forgetTrouble: () => setTrouble(undefined) }
}
