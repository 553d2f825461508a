import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  FailureNotice,
  NewPasswordField,
  newPasswordError,
  newPasswordRefusals,
} from '#src/features/identity/components.ts'
import { announceAuthChange, forgetViewer } from '#src/features/identity/index.ts'
import { CallFailed, call, codeOf } from '#src/platform/http/client.ts'
import { query } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { useCheckedForm } from '#src/ui/forms/checked-form.ts'
import { FormCard } from '#src/ui/forms/form-card.tsx'
import { NoScript } from '#src/ui/forms/no-script.tsx'
import { SmallForm } from '#src/ui/forms/small-form.tsx'
import type { AccountPage, Address } from '#src/ui/page-module.ts'
import { mailedLink, resetPassword } from './contract.ts'
import { UsedUpLink } from './used-up-link.tsx'

const linkOf = (token: string) => query(mailedLink, { token })

export const parse = ({ search }: Address) => ({ token: search.get('token') ?? '' })
type Props = ReturnType<typeof parse>

export const title: AccountPage['title'] = (t) => t.links.reset.title
export const queries: AccountPage<Props>['queries'] = ({ token }) => [linkOf(token)]

export default function ResetPasswordPage({ token }: Props) {
  const t = useAccountTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: link } = useSuspenseQuery(linkOf(token))
  const reset = useMutation({
    mutationFn: (password: string) => call(resetPassword, { token, password }),
    async onSuccess({ email }) {
      toast.success(t.links.reset.done)
      announceAuthChange()
      await forgetViewer(client).catch(() => {})
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

  const status = reset.error instanceof CallFailed ? reset.error.status : undefined
  if (link.purpose !== 'reset' || status === 409) {
    return (
      <UsedUpLink isNews={status === 409} why={t.links.reset.expired}>
        <ButtonLink to={to.forgotPassword}>{t.links.reset.sendNew}</ButtonLink>
      </UsedUpLink>
    )
  }
  return (
    <FormCard title={t.links.reset.title}>
      <p className="text-ink-2">{t.links.reset.lead}</p>
      <NoScript />
      {reset.error && status !== 422 && <FailureNotice key={reset.submittedAt} error={reset.error} />}
      <SmallForm form={form} submit={t.links.reset.save} busy={reset.isPending}>
        <NewPasswordField label={t.links.reset.newPassword} error={form.errors.password} />
      </SmallForm>
    </FormCard>
  )
}
