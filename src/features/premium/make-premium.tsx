import { useAdminTexts } from '#src/texts/texts.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
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
  const t = useAdminTexts()
  const { makePremium } = useMakePremium()
  return (
    <OneTimeAction
      isDone={isPremium}
      doneText={t.card.premium}
      label={t.actions.named(t.admin.makePremium, user.name)}
      question={t.admin.makePremiumQuestion(user.name)}
      act={() => makePremium(user.id)}
      said={t.admin.madePremium}
      onDone={onDone}
    >
      {t.admin.makePremium}
    </OneTimeAction>
  )
}
