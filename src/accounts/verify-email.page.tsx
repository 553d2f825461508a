import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { PageModule } from '#src/pages.ts'
import { to } from '#src/platform/addresses.ts'
import { CallFailed, call } from '#src/platform/http/client.ts'
import { answersOf, ask } from '#src/platform/http/query.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import { useSearchParams } from '#src/platform/routing.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { takeLostFocus } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { NoScript } from '#src/ui/no-script.tsx'
import { AccountCard } from './account-card.tsx'
import { mailedLink, ownAccount, verifyEmail } from './account-contract.ts'
import { FailureNotice } from './attempt.tsx'
import { currentSession } from './contract.ts'
import { useUser } from './hooks.ts'
import { UsedUpLink } from './used-up-link.tsx'

const linkOf = (search: URLSearchParams) => ask(mailedLink, { token: search.get('token') ?? '' })

export const title: PageModule['title'] = (t) => t.accounts.verify.title
export const questions: PageModule['questions'] = ({ search }) => [linkOf(search)]

/** The link only opens this page: programs that look at mails open links too, and press no buttons. */
export default function VerifyEmailPage() {
  const t = useTexts()
  const client = useQueryClient()
  const user = useUser()
  const isHydrated = useHydrated()
  const [search] = useSearchParams()
  const { data: link } = useSuspenseQuery(linkOf(search))
  const verify = useMutation({
    mutationFn: () => call(verifyEmail, { token: search.get('token') ?? '' }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(answersOf(currentSession)),
        client.invalidateQueries(answersOf(ownAccount)),
      ]),
  })
  const onwards = user ? (
    <ButtonLink to={to.account} look="secondary">
      {t.accounts.account}
    </ButtonLink>
  ) : (
    <ButtonLink to={to.login()} look="secondary">
      {t.accounts.toLogin}
    </ButtonLink>
  )

  if (verify.isSuccess) {
    return (
      <AccountCard title={t.accounts.verify.done}>
        <p ref={takeLostFocus} tabIndex={-1} role="status">
          {t.accounts.verify.doneLead}
        </p>
        {onwards}
      </AccountCard>
    )
  }
  const isUsedUp = verify.error instanceof CallFailed && verify.error.status === 409
  if (link.purpose !== 'verify' || isUsedUp) {
    return (
      <UsedUpLink isNews={isUsedUp} why={t.accounts.verify.expired}>
        {onwards}
      </UsedUpLink>
    )
  }
  return (
    <AccountCard title={t.accounts.verify.title}>
      <p className="text-ink-2">{t.accounts.verify.lead}</p>
      <NoScript />
      {verify.error && <FailureNotice key={verify.submittedAt} error={verify.error} />}
      <Button disabled={!isHydrated} busy={verify.isPending} onClick={() => verify.mutate()}>
        {t.accounts.verify.confirm}
      </Button>
    </AccountCard>
  )
}
