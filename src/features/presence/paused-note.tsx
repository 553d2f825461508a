import { useMemberTexts } from '#src/texts/texts.tsx'
import { PauseIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { changePresence } from './contract.ts'
import { useStep } from './hooks.ts'

/** Not every page's heading takes the focus; the part that holds it does. */
const focusMain = () => document.getElementById('main')?.focus()

/** On every page of the dashboard but the one that says so itself. */
export default function PausedNote() {
  const t = useMemberTexts()
  const step = useStep(changePresence, focusMain)
  const publish = () => step.mutate({ input: { presence: 'published' }, said: t.privacy.publishedAgain })
  return (
    <div className="pb-4 no-print">
      <Notice
        icon={PauseIcon}
        action={
          <Button look="secondary" small busy={step.isPending} onClick={publish}>
            {t.privacy.publishAgain}
          </Button>
        }
      >
        {t.privacy.pausedNote} <span className="font-normal">{t.privacy.pausedHint}</span>
      </Notice>
    </div>
  )
}
