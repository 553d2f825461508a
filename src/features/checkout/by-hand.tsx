import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { checkPayment, Transfer } from '#src/features/contact-requests/return-contract.ts'
import { wantRefund } from '#src/features/send-money/contract.ts'
import { call } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { type Wallet, wallets } from '#src/platform/money.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type AccountPageTexts, useAccountTexts } from '#src/texts/texts.tsx'
import { DoneIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { ChevronDownIcon, PhoneIcon, VerifiedIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { SelectField } from '#src/ui/forms/field.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type Step, Thread } from '#src/ui/thread.tsx'
import { Telling } from './telling.tsx'

interface ByHandProps {
  state: string
  data: ResultOf<typeof checkPayment>
  reference: string
  onChanged: () => Promise<unknown>
}

/** Where money sent by hand stands, and what its payer can do now. */
export default function ByHand({ state, data, reference, onChanged }: ByHandProps) {
  const t = useAccountTexts()
  const words = t.paymentReturn
  const { operator } = useSite()
  const refunding = useMutation({
    mutationFn: () => call(wantRefund, { reference }),
    onSuccess: onChanged,
    onError: (error) => toast.failed(t, error),
  })
  const { bioDataId, transfer, currency } = data
  if (!transfer) return null
  const money = (amount: number) => t.format.money(amount, currency)
  const isForCall = state === 'not-found' || state === 'claimed-twice'
  return (
    <>
      {state === 'told' && <Thread label={words.steps} steps={stepsOf(t, transfer, money(transfer.missing))} />}
      {state === 'short' && bioDataId && (
        <ButtonLink to={to.checkout(bioDataId, 'send')}>{words.sendMissing(money(transfer.missing))}</ButtonLink>
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
      <Tell {...{ state, reference, transfer }} missing={money(transfer.missing)} onTold={onChanged} />
      {state === 'untold' && bioDataId && (
        <ButtonLink to={to.checkout(bioDataId, 'send')} look="secondary">
          {words.toCheckout}
        </ButtonLink>
      )}
    </>
  )
}

interface TellProps {
  state: string
  reference: string
  transfer: Transfer
  missing: string
  onTold: () => Promise<unknown>
}

/** Here and not at the checkout alone: money may be on its way for a contact that nobody can ask for any more. */
function Tell({ state, reference, transfer, missing, onTold }: TellProps) {
  const t = useAccountTexts()
  const words = t.paymentReturn
  const { lastDigits } = transfer
  const [wallet, choose] = useState<Wallet>(transfer.wallet ?? 'bkash')
  const isToCorrect = state === 'told' || state === 'claimed-twice' || state === 'not-found'
  const isOpen = state === 'untold' || state === 'not-found'
  const form = (
    <div className="grid gap-4">
      <SelectField
        label={t.telling.wallet}
        options={wallets.map((name) => ({
          value: name,
          label: name === 'bank' ? t.telling.bank : words.wallets[name],
        }))}
        value={wallet}
        onChange={(event) => choose(event.target.value as Wallet)}
      />
      <Telling
        key={state}
        page={reference}
        {...{ wallet, lastDigits, onTold }}
        submit={
          isToCorrect
            ? words.correct
            : state === 'untold' || state === 'short'
              ? t.telling.sent(missing)
              : t.telling.sentIt
        }
        transactionId={isToCorrect ? transfer.transactionId : undefined}
      />
    </div>
  )
  if (isOpen) return form
  return (
    <details className="folded-rows">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between font-semibold">
        {isToCorrect ? words.correct : words.another}
        <ChevronDownIcon />
      </summary>
      {!isToCorrect && <p className="mb-3 text-ink-2">{words.anotherHint}</p>}
      {form}
    </details>
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
