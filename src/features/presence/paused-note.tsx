import { useMemberTexts } from '#src/texts/texts.tsx'
import { PauseIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { focusMain } from '#src/ui/focus.ts'
import { changePresence } from './contract.ts'
import { useStep } from './hooks.ts'

/** On every page of the dashboard but the one that says so itself. */
export default function PausedNote() {
  const t = useMemberTexts()
  const publish = useStep(changePresence, t.privacy.publishedAgain, focusMain)
  return (
    <div className="pb-4 no-print">
      <Notice
        icon={PauseIcon}
        action={
          <Button
            look="secondary"
            small
            busy={publish.isPending}
            onClick={() => publish.mutate({ presence: 'published' })}
          >
            {t.privacy.publishAgain}
          </Button>
        }
      >
        {t.privacy.pausedNote} <span className="font-normal">{t.privacy.pausedHint}</span>
      </Notice>
    </div>
  )
}
