import { useMember } from '#src/features/identity/hooks.ts'
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
  const { question } = useMember()
  const isUnanswered = question === 'paused'
  const publish = useStep(changePresence, t.privacy.publishedAgain, { onDone: focusMain })
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
            {isUnanswered ? t.privacy.yesStillRight : t.privacy.publishAgain}
          </Button>
        }
      >
        {isUnanswered ? t.privacy.pausedUnanswered : t.privacy.pausedNote}{' '}
        <span className="font-normal">{t.privacy.pausedHint}</span>
      </Notice>
    </div>
  )
}
