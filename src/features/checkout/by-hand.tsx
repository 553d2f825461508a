import { useMutation } from '@tanstack/react-query'
import type { checkPayment, Transfer } from '#src/features/contact-requests/return-contract.ts'
import { wantRefund } from '#src/features/send-money/contract.ts'
import { call } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type AccountPageTexts, useAccountTexts } from '#src/texts/texts.tsx'
import { DoneIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { PhoneIcon, VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type Step, Thread } from '#src/ui/thread.tsx'

interface ByHandProps {
  state: string
  data: ResultOf<typeof checkPayment>
  reference: string
  onRefunded: () => Promise<unknown>
}

/** Where money sent by hand stands, and what its payer can do now. */
export default function ByHand({ state, data, reference, onRefunded }: ByHandProps) {
  const t = useAccountTexts()
  const words = t.paymentReturn
  const { operator } = useSite()
  const refunding = useMutation({
    mutationFn: () => call(wantRefund, { reference }),
    onSuccess: onRefunded,
    onError: (error) => toast.failed(t, error),
  })
  const { bioDataId, transfer, currency } = data
  if (!transfer) return null
  const money = (amount: number) => t.format.money(amount, currency)
  const leads: Partial<Record<string, string>> = {
    untold: words.toCheckout,
    told: words.correct,
    'claimed-twice': words.correct,
    'not-found': words.correct,
    short: words.sendMissing(money(transfer.missing)),
  }
  const lead = leads[state]
  const waits = state === 'told' || state === 'claimed-twice'
  const isForCall = state === 'not-found' || state === 'claimed-twice'
  return (
    <>
      {state === 'told' && <Thread label={words.steps} steps={stepsOf(t, transfer, money(transfer.missing))} />}
      {lead && bioDataId && (
        <ButtonLink to={to.checkout(bioDataId, 'send')} look={waits ? 'secondary' : 'primary'}>
          {lead}
        </ButtonLink>
      )}
      {state === 'short' && (
        <Button look="secondary" busy={refunding.isPending} onClick={() => refunding.mutate()}>
          {words.refund(money(transfer.arrived))}
        </Button>
      )}
      {isForCall && operator.phone && (
        <a className="btn btn-secondary" href={`tel:${operator.phone.replace(/[^\d+]/g, '')}`}>
          <PhoneIcon /> {words.callUs}
        </a>
      )}
    </>
  )
}

function* stepsOf(t: AccountPageTexts, transfer: Transfer, amount: string): Generator<Step> {
  const words = t.paymentReturn
  const { wallet, transactionId, lastDigits = '' } = transfer
  const told = wallet && transactionId && words.transfer(words.wallets[wallet], transactionId, lastDigits)
  yield { look: 'done', icon: DoneIcon, title: words.sent, note: amount }
  yield { look: 'now', icon: SearchIcon, title: words.looking, note: told }
  yield { look: 'to-come', icon: VerifiedIcon, title: words.checked }
}
