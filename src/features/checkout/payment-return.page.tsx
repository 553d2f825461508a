import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { checkPayment } from '#src/features/contact-requests/return-contract.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { daysShort } from '#src/features/payments/policy.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { formatWallet } from '#src/platform/money.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type AccountPageTexts, useAccountTexts } from '#src/texts/texts.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import type { AccountPage, Address } from '#src/ui/page-module.ts'

/** Apart, because the pages that share files with this one wait for them. */
const ByHand = lazy(() => import('./by-hand.tsx'))

export const parse = ({ params: { reference = '' } }: Address) => ({ reference })
type Props = ReturnType<typeof parse>
export const title: AccountPage['title'] = (t) => t.paymentReturn.title

/** How long after each answer that says nothing yet the provider is asked once more. */
const lookAgainMs = [2_000, 5_000, 10_000]
/** An administrator may confirm money at any moment. */
const whileToldMs = 60_000

type Checked = ResultOf<typeof checkPayment>

/** Money sent by hand is `untold` until its payer tells us of a transfer. */
function stateOf({ outcome, transfer }: Checked) {
  const isUnpaid = outcome === 'open' || outcome === 'canceled'
  return isUnpaid && transfer && !transfer.transactionId ? 'untold' : outcome
}

/** Somebody who paid at another address, or by hand, comes back here, maybe in another browser (REQUIREMENTS K9b). */
export default function PaymentReturnPage({ reference }: Props) {
  const t = useAccountTexts()
  const user = useUser()
  const queryKey = ['payment check', reference]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: () => call(checkPayment, { reference }),
    enabled: useHydrated(),
    staleTime: Number.POSITIVE_INFINITY,
    // Another transaction may have been told of since.
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data?.outcome === 'told') return whileToldMs
      const isOpen = state.data && stateOf(state.data) === 'open'
      return (isOpen && lookAgainMs[state.dataUpdateCount - 1]) || false
    },
  })
  const words = t.paymentReturn
  const answers = useQueryClient().getQueryState(queryKey)?.dataUpdateCount ?? 0
  const known = data && stateOf(data)
  const isLate = known === 'open' && answers > lookAgainMs.length
  const state = error ? (codeOf(error) === 'not-found' ? 'none' : 'unknown') : known
  const heading = useRef<HTMLHeadingElement>(null)
  const hasFocused = useRef(false)
  useEffect(() => {
    if (!state) return
    // Later answers only take it from a button that is gone.
    if (hasFocused.current) restoreFocus(heading.current)
    else heading.current?.focus()
    hasFocused.current = true
  }, [state])
  const [title = words.checking, hint] = isLate ? [words.unknown, words.unknownHint] : saidOf(t, state, data)
  return (
    <FormCard title={words.title}>
      <NoScript />
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="text-h3 outline-none">
          {title}
        </h2>
        {hint && <p className="mt-1 text-ink-2">{hint}</p>}
      </div>
      {(isLate || state === 'unknown') && (
        <Button busy={isFetching} onClick={() => refetch()}>
          {words.again}
        </Button>
      )}
      {state === 'canceled' && data?.bioDataId && (
        <ButtonLink to={to.checkout(data.bioDataId, data.transfer && 'send')}>{words.tryAgain}</ButtonLink>
      )}
      {known && data?.transfer && (
        <Suspense>
          <ByHand {...{ reference, data }} state={known} onChanged={refetch} />
        </Suspense>
      )}
      <ButtonLink to={user ? to.myRequests : to.login(to.myRequests)} look="secondary">
        {user ? words.myRequests : t.nav.login}
      </ButtonLink>
    </FormCard>
  )
}

const isOver = (moment: string) => Date.parse(moment) < Date.now()

type State = ReturnType<typeof stateOf> | 'unknown' | 'none'

/** Other people, and people without a session, read the outcome alone: `transfer` is only for its payer. */
function saidOf(t: AccountPageTexts, state: State = 'open', data?: Checked): readonly (string | undefined)[] {
  const words = t.paymentReturn
  if (state === 'unknown') return [words.unknown, words.unknownHint]
  if (state === 'none') return [words.none]
  if (state === 'open' || !data) return [words.checking, words.checkingHint]
  const { transfer } = data
  const money = (amount: number) => t.format.money(amount, data.currency)
  const back = transfer?.wallet && words.backByHand(formatWallet(words.wallets[transfer.wallet], transfer.lastDigits))
  const said = {
    untold: [words.untold, words.untoldHint],
    paid: [words.paid(money(data.price)), words.paidHint],
    canceled: [words.canceled, words.canceledHint],
    review: [words.review, words.reviewHint],
    returned: [words.returned, back ?? words.returnedHint],
    mismatch: [words.mismatch, words.mismatchHint],
    told: [
      words.told(money(transfer?.missing ?? data.price)),
      transfer?.answerBy &&
        (isOver(transfer.answerBy) ? words.late : words.toldHint(t.format.dateTime(transfer.answerBy))),
    ],
    'claimed-twice': [words.twice, words.twiceHint],
    short: transfer
      ? [words.short(money(transfer.arrived), money(data.price)), words.shortHint(money(transfer.missing), daysShort)]
      : [words.shortHidden],
    'not-found': [words.notFound, transfer?.transactionId && words.notFoundHint(transfer.transactionId)],
  }
  return said[state]
}
