import { useQuery } from '@tanstack/react-query'
import { answerWithinDays } from '#src/features/biodata/policy.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CheckIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { focusMain } from '#src/ui/focus.ts'
import { confirmStillRight } from './contract.ts'
import { presence, useStep } from './hooks.ts'

/** On every page of the dashboard but the one that asks itself. What it reads records that the question was seen. */
export default function StillRightNote() {
  const t = useMemberTexts()
  const confirm = useStep(confirmStillRight, t.privacy.confirmedNow, { onDone: focusMain })
  const pausedOn = useQuery(presence).data?.confirmation?.pausedOn
  return (
    <div className="pb-4 no-print">
      <Notice
        icon={CheckIcon}
        action={
          <Button look="secondary" small busy={confirm.isPending} onClick={() => confirm.mutate({})}>
            {t.privacy.yesStillRight}
          </Button>
        }
      >
        {t.privacy.stillRight}{' '}
        <span className="font-normal">
          {pausedOn ? t.privacy.stillRightBy(t.format.date(pausedOn)) : t.privacy.stillRightHint(answerWithinDays)}
        </span>
      </Notice>
    </div>
  )
}
