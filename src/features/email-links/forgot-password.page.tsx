import { useMutation } from '@tanstack/react-query'
import { EmailField, emailError, FailureNotice } from '#src/features/identity/components.ts'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { isReached } from '#src/features/operator/policy.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAccountTexts, useLanguage } from '#src/texts/texts.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import type { AccountPage, Address } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { forgotPassword } from './contract.ts'

export const parse = ({ search }: Address) => ({ email: search.get('email') ?? '' })
type Props = ReturnType<typeof parse>
export const title: AccountPage['title'] = (t) => t.entry.forgot

export default function ForgotPasswordPage({ email }: Props) {
  const t = useAccountTexts()
  const { mail } = useSignInWays()
  const site = useSite()
  const { language } = useLanguage()
  const send = useMutation({ mutationFn: (email: string) => call(forgotPassword, { email, language }) })
  const form = useCheckedForm<{ email: string }>(
    ({ email }) => ({ email: emailError(t, email) }),
    ({ email }) => !send.isPending && send.mutate(email.trim()),
  )

  const isSent = mail && send.isSuccess
  return (
    <FormCard title={isSent ? t.links.forgot.sentTitle : t.entry.forgot}>
      {mail && !isSent ? (
        <>
          <p className="text-ink-2">{t.links.forgot.lead}</p>
          <NoScript />
          {send.error && <FailureNotice key={send.submittedAt} error={send.error} />}
          <SmallForm form={form} submit={t.links.forgot.send} busy={send.isPending}>
            <EmailField defaultValue={email} error={form.errors.email} />
          </SmallForm>
        </>
      ) : (
        <p ref={isSent ? restoreFocus : undefined} tabIndex={-1} role="status" className="wrap-anywhere">
          {isSent ? t.links.forgot.sent(send.variables) : t.links.forgot.mailOff}
        </p>
      )}
      {!mail && isReached(site) && (
        <ButtonLink to={to.contact} look="secondary">
          {t.nav.contactUs}
        </ButtonLink>
      )}
      {isSent && (
        <Button look="secondary" onClick={send.reset}>
          {t.links.forgot.again}
        </Button>
      )}
      <ButtonLink to={to.login()} replace look="quiet">
        {t.nav.login}
      </ButtonLink>
    </FormCard>
  )
}
