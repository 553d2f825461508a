import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Pane } from '#src/features/admin-list/components.ts'
import { type Claim, confirmTransfer, listClaims, refuseTransfer } from '#src/features/send-money/contract.ts'
import { readMoment, readTaka } from '#src/features/send-money/policy.ts'
import { CallFailed, call, queriesOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { AlertIcon, DoneIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { focusHeading, restoreFocus } from '#src/ui/focus.ts'
import { TextField } from '#src/ui/forms/field.tsx'
import { ErrorSummary, useCheckedForm } from '#src/ui/forms/form.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { KeyValues } from '#src/ui/key-values.tsx'
import { useSite } from '#src/ui/site.tsx'
import { useMoment, useMoney } from './desk.tsx'

interface PaneProps {
  claim: Claim
  previous: Claim | undefined
  next: Claim | undefined
}

/** After a decision the row goes, and the next one is opened. */
function useGoOn({ previous, next }: PaneProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async () => {
    const other = next ?? previous
    navigate(to.transfers(other?.id), { replace: true })
    await client.invalidateQueries({ refetchType: 'none' })
    await client.invalidateQueries(queriesOf(listClaims))
    if (!other) focusHeading()
  }
}

/** One transfer and what its payer says, to be compared with the statement (REQUIREMENTS K10b). */
export function TransferPane(props: PaneProps) {
  const { claim, previous, next } = props
  const t = useAdminTexts()
  const { brand } = useSite()
  const money = useMoney()
  const moment = useMoment()
  const heading = useRef<HTMLHeadingElement>(null)
  const goOn = useGoOn(props)
  const { id, payer, number, wallet, transactionId, lastDigits, arrived, currency, trouble } = claim
  const name = payer?.name ?? t.admin.goneAccount
  const refusing = useMutation({
    mutationFn: () => call(refuseTransfer, { id }),
    onSuccess({ modifiedCount }) {
      toast.success(modifiedCount > 0 ? t.desk.refused : t.desk.outcomes.before)
      return goOn()
    },
    onError: (error) => void toast.failed(t, error),
  })
  const refuse = (
    <AskingButton
      look="secondary"
      busy={refusing.isPending}
      question={{
        title: t.desk.notThereTitle,
        text: t.desk.notThereText(name),
        confirmLabel: t.desk.notThereConfirm,
        danger: true,
      }}
      act={() => refusing.mutate()}
    >
      {t.desk.notThere}
    </AskingButton>
  )
  return (
    <Pane
      heading={heading}
      name={t.desk.says(name, money(claim))}
      detail={number !== null && t.desk.forContact(brand.idPrefix + number)}
      back={t.desk.back}
      addressOf={to.transfers}
      previous={previous}
      next={next}
    >
      <div className="grid gap-4 desk-facts">
        <KeyValues
          items={[
            { label: t.desk.id, value: <code className="desk-id">{transactionId}</code>, isProse: true },
            { label: t.desk.wallet, value: t.paymentReturn.wallets[wallet] },
            ...(lastDigits ? [{ label: t.desk.from, value: `…${lastDigits}` }] : []),
            { label: t.desk.reference, value: <code>{claim.reference}</code> },
            {
              label: t.desk.told,
              value: moment(claim.date),
              note: t.desk.answerBy(moment(claim.answerBy)),
            },
            arrived > 0
              ? { label: t.desk.rest, value: money(claim), note: t.desk.before(t.format.money(arrived, currency)) }
              : { label: t.desk.fee, value: money(claim) },
          ]}
        />
        <Notice icon={AlertIcon}>
          {t.desk.look} <span className="font-normal">{t.desk.lookWhy}</span>
        </Notice>
        {trouble && <Notice tone="danger">{t.desk.trouble[trouble]}</Notice>}
        <FirstReading of={claim} />
      </div>
      {trouble ? (
        <div className="desk-form">
          <div className="judgement-foot">{refuse}</div>
        </div>
      ) : (
        <Confirming {...props} refuse={refuse} goOn={goOn} />
      )}
    </Pane>
  )
}

/** What the first of two administrators has read. */
function FirstReading({ of: { read, currency } }: { of: Claim }) {
  const t = useAdminTexts()
  if (!read) return null
  const [sum, moment] = [t.format.money(read.price, currency), t.format.dateTime(read.at)]
  return (
    <Notice>
      {read.isYours ? t.desk.readByYou(sum, moment) : t.desk.readBy(read.by ?? t.admin.goneAccount, sum, moment)}
    </Notice>
  )
}

const poisha = (taka: number) => Math.round(taka * 100)
type Typed = { amount: string; at: string }

function Confirming({ claim, refuse, goOn }: PaneProps & { refuse: ReactNode; goOn: () => Promise<void> }) {
  const t = useAdminTexts()
  const isHydrated = useHydrated()
  const client = useQueryClient()
  const [amount, setAmount] = useState<number>()
  const [conflict, setConflict] = useState<string>()
  const confirming = useMutation({
    mutationFn: (typed: Typed) => call(confirmTransfer, { id: claim.id, ...typed }),
    async onSuccess({ outcome }) {
      toast.success(t.desk.outcomes[outcome])
      if (outcome !== 'second') return goOn()
      await client.invalidateQueries(queriesOf(listClaims))
    },
    onError(error) {
      const refused = error instanceof CallFailed ? error : undefined
      const inField = refused?.status === 422 && refused.errors[0]?.field
      if (inField === 'amount') return form.refuse({ amount: t.desk.wrongAmount })
      if (inField === 'at') return form.refuse({ at: t.desk.otherTime })
      const conflicts: Record<string, string> = {
        'claimed-twice': t.desk.trouble.claimed,
        used: t.desk.trouble.used,
        'read-otherwise': t.desk.readOtherwise,
      }
      const words = refused && conflicts[refused.code]
      if (words) setConflict(words)
      else toast.failed(t, error)
    },
  })
  const form = useCheckedForm<Typed>(
    (typed) => ({
      amount: readTaka(typed.amount) === undefined ? t.desk.wrongAmount : undefined,
      at: readMoment(typed.at) === undefined ? t.desk.wrongTime : undefined,
    }),
    (typed) => confirming.mutate(typed),
    (typed) => {
      setAmount(readTaka(typed.amount))
      setConflict(undefined)
    },
  )
  const more = amount === undefined ? undefined : amount - poisha(claim.price)
  const inTaka = (sum: number) => t.format.money(sum / 100, claim.currency)
  const typed = amount === undefined ? undefined : inTaka(amount)
  const words =
    typed === undefined || more === undefined
      ? t.desk.confirm()
      : (more === 0 ? t.desk.confirm : more < 0 ? t.desk.tooLittle : t.desk.tooMuch)(typed)
  return (
    // Not one of the pane's parts: its own two are.
    <form {...form.formProps} className="desk-form">
      <div className="grid gap-3">
        <ErrorSummary form={form} />
        <div className="grid gap-4 desk-fields">
          <TextField
            name="amount"
            label={t.desk.amount}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            {...(form.errors.amount && { error: form.errors.amount })}
          />
          <TextField
            name="at"
            type="datetime-local"
            label={t.desk.time}
            hint={t.desk.timeHint}
            autoComplete="off"
            {...(form.errors.at && { error: form.errors.at })}
          />
        </div>
        <p role="status" className={more === 0 ? 'font-semibold text-ok desk-compared' : 'font-semibold desk-compared'}>
          {more === 0 && <DoneIcon />}
          {more !== undefined &&
            (more === 0
              ? t.desk.equal(claim.payer?.name ?? t.admin.goneAccount)
              : (more < 0 ? t.desk.less : t.desk.more)(inTaka(Math.abs(more))))}
        </p>
        {conflict && (
          <div ref={restoreFocus}>
            <Notice tone="danger">{conflict}</Notice>
          </div>
        )}
      </div>
      <div className="judgement-foot">
        <Button type="submit" busy={confirming.isPending} disabled={!isHydrated}>
          {words}
        </Button>
        {refuse}
      </div>
    </form>
  )
}
