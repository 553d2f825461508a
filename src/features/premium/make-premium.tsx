import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { users } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf } from '#src/platform/http/query.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import { checkPremium, lastPremiumApproval, makePremium, premiumRequests } from './contract.ts'

/** Calls and then asks anew for what it changed. A list of requests on the screen keeps its rows until opened again. */
export function usePremiumChange() {
  const client = useQueryClient()
  return async <R,>(call: Promise<R>) => {
    const result = await call
    await client.invalidateQueries({ ...queriesOf(premiumRequests.rows), refetchType: 'none' })
    const stale = [lastPremiumApproval, users.rows, checkPremium]
    await Promise.all(stale.map((endpoint) => client.invalidateQueries(queriesOf(endpoint))))
    return result
  }
}

type MakeProps = Pick<ComponentProps<typeof OneTimeAction>, 'isDone' | 'onDone'> & {
  user: { id: string; name: string }
}

/** Makes the user of a row premium after a question, unless that is done: it opens everybody's contact to them. */
export function MakePremium({ user, ...row }: MakeProps) {
  const t = useAdminTexts()
  const change = usePremiumChange()
  return (
    <OneTimeAction
      {...row}
      doneText={t.card.premium}
      label={t.actions.named(t.admin.makePremium, user.name)}
      question={t.admin.makePremiumQuestion(user.name)}
      act={() => change(call(makePremium, { id: user.id }))}
      toastText={t.admin.madePremium}
    >
      {t.admin.makePremium}
    </OneTimeAction>
  )
}
