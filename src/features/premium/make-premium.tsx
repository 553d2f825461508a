import type { ComponentProps } from 'react'
import { users } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import { makePremium } from './contract.ts'

type MakeProps = Pick<ComponentProps<typeof OneTimeAction>, 'isDone' | 'onDone' | 'look'> & {
  user: Record<'id' | 'name', string>
}

/** Makes the user of a row premium after a question, unless that is done: it opens everybody's contact to them. */
export function MakePremium({ user, ...row }: MakeProps) {
  const t = useAdminTexts()
  return (
    <OneTimeAction
      {...row}
      doneText={t.card.premium}
      label={t.actions.named(t.admin.makePremium, user.name)}
      question={t.admin.makePremiumQuestion(user.name)}
      act={() => call(makePremium, { id: user.id })}
      stale={[users.rows]}
      toastText={t.admin.madePremium}
    >
      {t.admin.makePremium}
    </OneTimeAction>
  )
}
