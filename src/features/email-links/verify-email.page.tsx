import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CurrentPasswordField } from '#src/features/identity/components.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { call, codeOf, queriesOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { FormCard } from '#src/ui/forms/form-card.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import type { AccountPage } from '#src/ui/page-module.ts'
import { verifyEmail } from './contract.ts'
import { MailedLinkCard, type Props, useMailedLink } from './mailed-link-card.tsx'

export { parse, queries } from './mailed-link-card.tsx'
export const title: AccountPage['title'] = (t) => t.links.verify.title

/** The link only opens this page: programs that look at mails open links too, and press no buttons. */
export default function VerifyEmailPage({ token }: Props) {
  const t = useAccountTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const user = useUser()
  const isHydrated = useHydrated()
  const { isOwn, hasPassword } = useMailedLink(token)
  const verify = useMutation({
    mutationFn: (password: string | undefined) => call(verifyEmail, { token, password }),
    async onSuccess({ resetToken }) {
      await Promise.all([
        client.invalidateQueries(queriesOf(currentSession)),
        // What the pages behind this one know of the person is old.
        client.invalidateQueries({ type: 'inactive', refetchType: 'none' }),
      ])
      if (resetToken) navigate(to.resetPassword(resetToken), { replace: true })
    },
    onError(error) {
      if (codeOf(error) === 'wrong-password') form.refuse({ password: t.links.verify.wrongPassword })
    },
  })
  const form = useCheckedForm<{ password: string }>(
    ({ password }) => ({ password: password ? undefined : t.entry.missing.password }),
    ({ password }) => !verify.isPending && verify.mutate(password),
  )
  const onwards = (
    <ButtonLink to={user ? to.account : to.login()} look="secondary">
      {user ? t.accounts.account : t.nav.login}
    </ButtonLink>
  )

  if (verify.isSuccess) {
    return (
      <FormCard title={t.links.verify.done}>
        <p ref={restoreFocus} tabIndex={-1} role="status">
          {t.links.verify.doneLead}
        </p>
        {onwards}
      </FormCard>
    )
  }
  return (
    <MailedLinkCard token={token} purpose="verify" sent={verify} instead={onwards}>
      {!isOwn && hasPassword && (
        <>
          <p className="text-ink-2">{t.links.verify.passwordLead}</p>
          <SmallForm form={form} submit={t.links.verify.confirm} busy={verify.isPending}>
            <CurrentPasswordField error={form.errors.password} />
          </SmallForm>
        </>
      )}
      {!isOwn && <p className="text-ink-2">{t.links.verify.otherLead}</p>}
      <Button
        look={!isOwn && hasPassword ? 'secondary' : 'primary'}
        disabled={!isHydrated}
        busy={verify.isPending}
        onClick={() => verify.mutate(undefined)}
      >
        {isOwn ? t.links.verify.confirm : t.links.verify.confirmAnew}
      </Button>
    </MailedLinkCard>
  )
}
