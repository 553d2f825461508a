import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkPayment } from '#src/features/contact-requests/return-contract.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import type { AccountPage, Address } from '#src/ui/page-module.ts'

export const parse = ({ params: { reference = '' } }: Address) => ({ reference })
type Props = ReturnType<typeof parse>
export const title: AccountPage['title'] = (t) => t.paymentReturn.title

/** How long after each answer that says nothing yet the provider is asked once more. */
const lookAgainMs = [2_000, 5_000, 10_000]

/** Somebody who paid at another address comes back here, maybe in another browser (REQUIREMENTS K9b). */
export default function PaymentReturnPage({ reference }: Props) {
  const t = useAccountTexts()
  const user = useUser()
  const queryKey = ['payment check', reference]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: () => call(checkPayment, { reference }),
    enabled: useHydrated(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.outcome === 'open' && lookAgainMs[state.dataUpdateCount - 1]) || false,
  })
  const words = t.paymentReturn
  const answers = useQueryClient().getQueryState(queryKey)?.dataUpdateCount ?? 0
  const isLate = data?.outcome === 'open' && answers > lookAgainMs.length
  const state = error ? (codeOf(error) === 'not-found' ? 'none' : 'unknown') : data?.outcome
  const said = {
    open: isLate ? [words.unknown, words.unknownHint] : [words.checking, words.checkingHint],
    unknown: [words.unknown, words.unknownHint],
    paid: data && [words.paid(t.format.money(data.price, data.currency)), words.paidHint],
    canceled: [words.canceled, words.canceledHint],
    review: [words.review, words.reviewHint],
    returned: [words.returned, words.returnedHint],
    mismatch: [words.mismatch, words.mismatchHint],
    told: data && [
      words.told(t.format.money(data.transfer?.missing ?? data.price, data.currency)),
      data.transfer?.answerBy && words.toldHint(t.format.dateTime(data.transfer.answerBy)),
    ],
    'claimed-twice': [words.twice, words.twiceHint],
    short: data?.transfer && [
      words.short(t.format.money(data.transfer.arrived, data.currency), t.format.money(data.price, data.currency)),
      words.shortHint(t.format.money(data.transfer.missing, data.currency)),
    ],
    'not-found': [words.notFound, words.notFoundHint(data?.transfer?.transactionId ?? '')],
    none: [words.none],
  }
  const [heading = words.checking, hint] = said[state ?? 'open'] ?? []
  return (
    <FormCard title={words.title}>
      <NoScript />
      <div role="status">
        <h2 className="text-h3">{heading}</h2>
        {hint && <p className="mt-1 text-ink-2">{hint}</p>}
      </div>
      {(isLate || state === 'unknown') && (
        <Button busy={isFetching} onClick={() => refetch()}>
          {words.again}
        </Button>
      )}
      {state === 'canceled' && data?.bioDataId && (
        <ButtonLink to={to.checkout(data.bioDataId)}>{words.tryAgain}</ButtonLink>
      )}
      <ButtonLink to={user ? to.myRequests : to.login(to.myRequests)} look="secondary">
        {user ? words.myRequests : t.nav.login}
      </ButtonLink>
    </FormCard>
  )
}
