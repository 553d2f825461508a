import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useMakePremium } from './hooks.ts'

/** Makes the user of a row premium after a question, unless that is done: it opens everybody's contact to them. */
export function MakePremium({
  user,
  isPremium,
  onDone,
}: {
  user: { id: string; name: string }
  isPremium: boolean
  onDone?: () => void
}) {
  const t = useMemberTexts()
  const make = useMakePremium()
  return (
    <OneTimeAction
      isDone={isPremium || make.isSuccess}
      doneText={t.admin.premium}
      label={t.admin.makePremiumNamed(user.name)}
      question={t.admin.makePremiumQuestion(user.name)}
      busy={make.isPending}
      onPress={() =>
        make.mutate(user.id, {
          onSuccess: () => {
            toast.success(t.admin.madePremium)
            onDone?.()
          },
          onError: (error) => toast.error(sayFailure(t, error)),
        })
      }
    >
      {t.admin.makePremium}
    </OneTimeAction>
  )
}
