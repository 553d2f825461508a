import { useMutation } from '@tanstack/react-query'
import type { FocusEvent } from 'react'
import { claimTransfer } from '#src/features/send-money/contract.ts'
import { readLastDigits, readTransactionId } from '#src/features/send-money/policy.ts'
import { CallFailed, call } from '#src/platform/http/client.ts'
import type { Wallet } from '#src/platform/money.ts'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { formatFailure } from '#src/ui/problems.tsx'

interface Told {
  transactionId: string
  lastDigits: string
  [name: string]: string
}

interface Telling {
  /** The reference of the payment's page. */
  page: string
  wallet: Wallet
  submit: string
  /** What was told before. */
  transactionId?: string | undefined
  lastDigits?: string | undefined
  onTold: () => unknown
}

/** The payer tells of money sent by hand (REQUIREMENTS K10). Inputs keep what was typed, whatever the server answers. */
export function Telling({ page, wallet, submit, transactionId, lastDigits, onTold }: Telling) {
  const t = useAccountTexts()
  const words = t.telling
  const isBank = wallet === 'bank'
  const telling = useMutation({
    mutationFn: (told: Told) => call(claimTransfer, { reference: page, wallet, ...told }),
    onSuccess: onTold,
    onError(error) {
      const fields = error instanceof CallFailed ? error.errors.map(({ field }) => field) : []
      if (fields.includes('transactionId')) form.refuse({ transactionId: words.idCounted })
      else if (fields.includes('lastDigits')) form.refuse({ lastDigits: words.digitsMissing })
    },
  })
  const form = useCheckedForm<Told>(
    (told) => ({
      transactionId: readTransactionId(told.transactionId) ? undefined : words.idMissing,
      lastDigits: readLastDigits(told.lastDigits) ? undefined : words.digitsMissing,
    }),
    ({ transactionId: id, lastDigits: digits }) => telling.mutate({ transactionId: id, lastDigits: digits }),
  )
  const { error } = telling
  const isInField = error instanceof CallFailed && error.errors.length > 0
  return (
    <>
      <SmallForm form={form} submit={submit} busy={telling.isPending}>
        <div className="pay-told">
          <TextField
            name="transactionId"
            label={words.transactionId}
            hint={isBank ? words.idOfBank : words.idInApp}
            error={form.errors.transactionId}
            defaultValue={transactionId}
            className="typed-code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onBlur={asInStatements(readTransactionId)}
          />
          <TextField
            name="lastDigits"
            label={words.lastDigits}
            hint={isBank ? words.ofAccount : words.ofNumber}
            error={form.errors.lastDigits}
            defaultValue={lastDigits}
            className="typed-code"
            autoComplete="off"
            inputMode="numeric"
            onBlur={asInStatements(readLastDigits)}
          />
        </div>
      </SmallForm>
      {error && !isInField && (
        <Notice tone="danger">{formatFailure(t, error, { 'told-before': words.toldBefore })}</Notice>
      )}
    </>
  )
}

/** The payer sees what will be compared. What cannot be read stays as it was typed. */
const asInStatements =
  (read: (typed: string) => string | undefined) =>
  ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    input.value = read(input.value) ?? input.value
  }
