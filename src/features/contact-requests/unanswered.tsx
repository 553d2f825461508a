import { useState } from 'react'
import { call } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { Button } from '#src/ui/button.tsx'
import { DialogButtons, FormDialog } from '#src/ui/dialogs/dialog.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { useCheckedForm } from '#src/ui/forms/form.tsx'
import type { ContactRequest } from './contract.ts'
import { longestNote, reportUnanswered, reportWithinDays } from './unanswered-contract.ts'

type Props = { request: Pick<ContactRequest, 'id' | 'price' | 'unanswered'>; name: string }

/** The asker of a request says that nobody answers the number, and reads what came of it. */
export function Unanswered({ request, name }: Props) {
  const t = useMemberTexts()
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  if (!request.unanswered) return null
  if (request.unanswered !== 'may')
    return (
      // The button that opened the form is gone by now.
      <p ref={isSent ? restoreFocus : undefined} tabIndex={-1} className="rounded-button bg-surface-2 px-4 py-3">
        {t.unanswered.states[request.unanswered]}
      </p>
    )
  return (
    <>
      <Button
        look="quiet"
        small
        className="justify-self-start needs-script"
        aria-label={t.actions.named(t.unanswered.say, name)}
        onClick={() => setOpen(true)}
      >
        {t.unanswered.say}
      </Button>
      <FormDialog open={isOpen} onClose={() => setOpen(false)} title={t.actions.named(t.unanswered.say, name)}>
        <ReportForm request={request} onSend={() => setSent(true)} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  )
}

type FormProps = Pick<Props, 'request'> & { onSend: () => void; onClose: () => void }

function ReportForm({ request: { id, price }, onSend, onClose }: FormProps) {
  const t = useMemberTexts()
  const sending = useAction((note: string | undefined) => call(reportUnanswered, { id, email: 'me', note }), {
    toastText: t.unanswered.sent,
    refusals: t.unanswered.problems,
    onDone: onClose,
    refuse() {
      onClose()
      return false
    },
  })
  const form = useCheckedForm<{ note: string }>(
    ({ note }) => ({ note: note.length > longestNote ? t.unanswered.tooLong(longestNote) : undefined }),
    ({ note }) => {
      if (sending.isPending) return
      onSend()
      sending.mutate(note.trim() || undefined)
    },
  )
  return (
    <form {...form.formProps} className="mt-3 grid gap-4">
      <p>{t.unanswered.lead}</p>
      <p>{price > 0 ? t.unanswered.refund : t.unanswered.free}</p>
      <TextAreaField
        name="note"
        rows={3}
        label={t.unanswered.note}
        hint={t.unanswered.noteHint(longestNote)}
        error={form.errors.note}
      />
      <p className="text-md text-ink-2">{t.unanswered.once(reportWithinDays)}</p>
      <DialogButtons submit={t.unanswered.send} busy={sending.isPending} onCancel={onClose} />
    </form>
  )
}
