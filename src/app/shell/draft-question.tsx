import { useId, useState } from 'react'
import { draftDays } from '#src/platform/browser-storage/drafts.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/dialog.tsx'
import { CheckField } from '#src/ui/forms/field.tsx'

type Props = { onClose: () => void; onLeave: (keepsDraft: boolean) => void }

/** Asks a person who signs out what becomes of a draft (REQUIREMENTS R8). */
export default function DraftQuestion({ onClose, onLeave }: Props) {
  const t = useMemberTexts()
  const [keeps, setKeeps] = useState(false)
  const hint = useId()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t.biodata.logOutTitle}
      confirmLabel={t.account.end}
      onConfirm={() => onLeave(keeps)}
    >
      <p className="mb-4">{t.biodata.logOutDraft}</p>
      <CheckField
        label={t.biodata.keepDraft(draftDays)}
        name="keepDraft"
        checked={keeps}
        onChange={(event) => setKeeps(event.target.checked)}
        aria-describedby={hint}
      />
      <p id={hint} className="field-hint below-tick">
        {t.biodata.keepDraftHint}
      </p>
    </ConfirmDialog>
  )
}
