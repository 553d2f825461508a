import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMember, useSignInWays } from '#src/features/identity/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import type { Icon } from '#src/ui/art/icons.ts'
import { BlockIcon, MoreIcon, ReportIcon } from '#src/ui/art/member-icons.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { ConfirmDialog, DialogButtons, FormDialog } from '#src/ui/dialogs/dialog.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { CheckField, SegmentedField, TextAreaField } from '#src/ui/forms/field.tsx'
import { ErrorSummary, useCheckedForm } from '#src/ui/forms/form.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { answerDays, longestWords, type Reason, reasons, reportPerson } from './contract.ts'
import { type Other, useBlock, useGone } from './hooks.ts'

type Step = 'choose' | 'report' | 'block'
interface Props {
  person: Other
  onBlocked?: (() => void) | undefined
}

/** `look`: both choices in a menu of the page, a button that says so, or an icon. */
export function ReportOrBlock({ look, person, onBlocked }: Props & { look: 'menu' | 'button' | 'icon' }) {
  const t = useMemberTexts()
  const { isAdmin } = useMember()
  const [step, setStep] = useState<Step>()
  const block = useBlock(onBlocked)
  const close = () => setStep(undefined)
  const choose = () => setStep('choose')
  // Administrators see everybody, and answer the reports.
  if (isAdmin) return null
  return (
    <>
      {look === 'menu' && (
        <details className="no-print">
          <summary className="quiet-link cursor-pointer gap-2.5">
            <MoreIcon /> {t.safety.menu}
          </summary>
          <div className="narrow rounded-button safety-menu">
            <Choices onChoose={setStep} />
          </div>
        </details>
      )}
      {look === 'button' && (
        <Button
          look="secondary"
          small
          className="report-button"
          aria-label={t.actions.named(t.safety.report, person.label)}
          onClick={choose}
        >
          <ReportIcon />
          {t.safety.report}
        </Button>
      )}
      {look === 'icon' && (
        <IconButton label={t.actions.named(t.safety.menu, person.label)} onClick={choose}>
          <MoreIcon />
        </IconButton>
      )}
      <FormDialog
        open={step === 'choose' || step === 'report'}
        // It also closes because it is asked for the other.
        onClose={() => setStep((now) => (now === 'block' ? now : undefined))}
        title={step === 'report' ? t.safety.reportTitle(person.label) : person.label}
      >
        {step === 'report' ? (
          <ReportForm person={person} onBlocked={onBlocked} onClose={close} />
        ) : (
          <>
            <div className="safety-choices">
              <Choices onChoose={setStep} />
            </div>
            <div className="mt-4 flex justify-end">
              <Button look="secondary" small onClick={close}>
                {t.common.cancel}
              </Button>
            </div>
          </>
        )}
      </FormDialog>
      <ConfirmDialog
        open={step === 'block'}
        onClose={close}
        title={t.safety.blockTitle(person.label)}
        confirmLabel={t.safety.block}
        danger
        onConfirm={() => block.mutate(person)}
      >
        {t.safety.blockText}
      </ConfirmDialog>
    </>
  )
}

function Choices({ onChoose }: { onChoose: (step: Step) => void }) {
  const t = useMemberTexts()
  const choices: [Step, Icon, string, string][] = [
    ['report', ReportIcon, t.safety.report, t.safety.reportHint],
    ['block', BlockIcon, t.safety.block, t.safety.blockHint],
  ]
  return choices.map(([step, ChoiceIcon, label, hint]) => (
    <button key={step} type="button" onClick={() => onChoose(step)} className="rounded-button safety-choice">
      <ChoiceIcon />
      <span>
        <strong className="font-semibold">{label}</strong>
        <span className="field-hint block">{hint}</span>
      </span>
    </button>
  ))
}

function ReportForm({ person, onBlocked, onClose }: Props & { onClose: () => void }) {
  const t = useMemberTexts()
  const { mail } = useSignInWays()
  const client = useQueryClient()
  const gone = useGone(onBlocked)
  const sending = useMutation({
    mutationFn: (report: Pick<InputOf<typeof reportPerson>, 'reason' | 'words' | 'block'>) =>
      call(reportPerson, { id: person.id, ...report }),
    onSuccess(_, { block }) {
      toast.success((mail ? t.safety.sentByMail : t.safety.sent)(answerDays))
      onClose()
      return block ? gone() : client.invalidateQueries()
    },
  })
  const form = useCheckedForm<Record<'reason' | 'words' | 'block', string>>(
    ({ reason, words }) => ({
      reason: reason ? undefined : t.safety.missingReason,
      words:
        reason === 'other' && !words.trim()
          ? t.safety.missingWords
          : words.length > longestWords
            ? t.safety.tooLong(longestWords)
            : undefined,
    }),
    ({ reason, words, block }) => {
      const report = { reason: reason as Reason, words: words.trim() || undefined, block: block === 'on' }
      if (!sending.isPending) sending.mutate(report)
    },
  )
  const refusal = sending.error
  return (
    <form {...form.formProps} className="mt-3 grid gap-4">
      <ErrorSummary form={form} />
      <SegmentedField
        isList
        label={t.safety.reason}
        id="reason"
        name="reason"
        error={form.errors.reason}
        options={reasons.map((value) => ({ value, label: t.safety.reasons[value] }))}
      />
      <TextAreaField label={t.safety.words} hint={t.safety.wordsHint} name="words" rows={3} error={form.errors.words} />
      <div>
        <CheckField label={t.safety.blockToo} name="block" aria-describedby="block-hint" />
        <p id="block-hint" className="field-hint below-tick">
          {t.safety.blockHint}
        </p>
      </div>
      <p className="text-ink-2">{t.safety.promise(answerDays)}</p>
      {refusal && (
        <Notice tone="danger">{formatFailure(t, refusal, { 'already-reported': t.safety.alreadyReported })}</Notice>
      )}
      <DialogButtons submit={t.safety.send} busy={sending.isPending} onCancel={onClose} />
    </form>
  )
}
