import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NewPasswordField, newPasswordError, newPasswordRefusals } from '#src/features/identity/components.ts'
import { viewerChanged } from '#src/features/identity/index.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import type { AccountPage } from '#src/ui/page-module.ts'
import { resetPassword } from './contract.ts'
import { MailedLinkCard, type Props } from './mailed-link-card.tsx'

export { parse, queries } from './mailed-link-card.tsx'
export const title: AccountPage['title'] = (t) => t.links.reset.title

export default function ResetPasswordPage({ token }: Props) {
  const t = useAccountTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const reset = useMutation({
    mutationFn: (password: string) => call(resetPassword, { token, password }),
    async onSuccess({ email }) {
      toast.success(t.links.reset.done)
      await viewerChanged(client).catch(() => {})
      navigate(`${to.login()}?email=${encodeURIComponent(email)}`, { replace: true })
    },
    onError(error) {
      const refused = newPasswordRefusals(t)[codeOf(error)]
      if (refused) form.refuse(refused)
    },
  })
  const form = useCheckedForm<{ password: string }>(
    ({ password }) => ({ password: newPasswordError(t, password) }),
    ({ password }) => !reset.isPending && reset.mutate(password),
  )
  return (
    <MailedLinkCard
      token={token}
      purpose="reset"
      sent={reset}
      instead={<ButtonLink to={to.forgotPassword}>{t.links.reset.sendNew}</ButtonLink>}
    >
      <SmallForm form={form} submit={t.links.reset.save} busy={reset.isPending}>
        <NewPasswordField label={t.links.reset.newPassword} error={form.errors.password} />
      </SmallForm>
    </MailedLinkCard>
  )
}
