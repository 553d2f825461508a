import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listRefundsToSend, type RefundToSend, recordRefund } from '#src/features/send-money/contract.ts'
import { readTransactionId } from '#src/features/send-money/policy.ts'
import { call, codeOf, pagedQuery, queriesOf } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DoneIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { goToField, restoreFocus } from '#src/ui/focus.ts'
import { TextField } from '#src/ui/forms/field.tsx'
import { useCheckedForm } from '#src/ui/forms/form.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { useSite } from '#src/ui/site.tsx'
import { DeskHead, deskQueries, useCount, useMoment, useMoney } from './desk.tsx'

const refunds = pagedQuery(listRefundsToSend, { limit: 25 })

export const title: AdminPage['title'] = (t) => t.desk.tabs.refunds
export const queries: AdminPage['queries'] = () => [refunds, ...deskQueries]

export default function RefundsPage() {
  const t = useAdminTexts()
  const list = useSuspenseInfiniteQuery(refunds)
  const n = useCount('refundsToSend')
  const rows = rowsOf(list)
  return (
    <>
      <DeskHead />
      {rows.length === 0 ? (
        <Empty icon={DoneIcon} title={t.desk.nothing}>
          {t.desk.nothingHint}
        </Empty>
      ) : (
        <>
          <p className="pb-4 text-ink-2">{t.desk.toSend(Math.max(n, rows.length))}</p>
          <div className="grid grid-cols-1 gap-4">
            {rows.map((refund, place) => (
              <ToSend key={refund.id} refund={refund} next={rows[place + 1] ?? rows[place - 1]} />
            ))}
          </div>
          <MoreRows list={list} />
        </>
      )}
    </>
  )
}

const fieldOf = ({ id }: RefundToSend) => `outgoing-${id}`

function ToSend({ refund, next }: { refund: RefundToSend; next: RefundToSend | undefined }) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const money = useMoney()
  const moment = useMoment()
  const isHydrated = useHydrated()
  const client = useQueryClient()
  const { id, payer, number, because, wallet, transactionId, lastDigits, sentAt } = refund
  const name = payer?.name ?? t.admin.goneAccount
  const field = fieldOf(refund)
  const sending = useMutation({
    mutationFn: (typed: string) => call(recordRefund, { id, transactionId: typed }),
    async onSuccess({ modifiedCount }) {
      toast.success(modifiedCount > 0 ? t.desk.recorded : t.desk.outcomes.before)
      await client.invalidateQueries({ refetchType: 'none' })
      await client.invalidateQueries(queriesOf(listRefundsToSend))
      restoreFocus((next && document.getElementById(fieldOf(next))) ?? document.querySelector('h1'))
    },
    onError(error) {
      const code = codeOf(error)
      if (code === 'used') form.refuse({ [field]: t.desk.usedId })
      else if (code === 'invalid') form.refuse({ [field]: t.desk.wrongId })
      else toast.failed(t, error)
    },
  })
  const form = useCheckedForm<Record<string, string>>(
    (typed) => ({ [field]: readTransactionId(typed[field] ?? '') ? undefined : t.desk.wrongId }),
    (typed) => sending.mutate(typed[field]!),
  )
  const error = form.errors[field]
  useEffect(() => {
    if (form.attempt > 0 && error) goToField(field)
  }, [form.attempt, error, field])
  return (
    <Section title={t.desk.sendBack(money(refund), name)}>
      <KeyValues
        items={[
          ...(because ? [{ label: t.desk.because, value: t.money.because[because] ?? because }] : []),
          ...(number === null ? [] : [{ label: t.desk.fee, value: t.desk.forContact(brand.idPrefix + number) }]),
          { label: t.desk.wallet, value: t.paymentReturn.wallets[wallet] },
          { label: t.desk.id, value: <code>{transactionId}</code> },
          ...(lastDigits ? [{ label: t.desk.from, value: `…${lastDigits}` }] : []),
          { label: t.desk.arrived, value: moment(sentAt) },
        ]}
      />
      <p className="mt-3 text-md text-ink-2">{t.desk.numberHint(transactionId)}</p>
      <form {...form.formProps} className="mt-4 grid narrow gap-3">
        <TextField
          name={field}
          label={t.desk.outgoing}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="desk-code"
          {...(error && { error })}
        />
        <Button
          type="submit"
          className="justify-self-start"
          look="secondary"
          busy={sending.isPending}
          disabled={!isHydrated}
          aria-label={t.desk.recordNamed(name)}
        >
          {t.desk.record}
        </Button>
      </form>
    </Section>
  )
}
