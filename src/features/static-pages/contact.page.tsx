import { useMutation } from '@tanstack/react-query'
import { EmailField, emailError, NameField } from '#src/features/identity/components.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { OperatorDetails } from '#src/features/operator/components.ts'
import { isReached } from '#src/features/operator/policy.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import type { PageModule } from '#src/ui/page-module.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { useSite } from '#src/ui/site.tsx'
import { longestMessage, sendMessage } from './contract.ts'

export const title: PageModule['title'] = (t) => t.nav.contactUs

export default function ContactPage() {
  const t = useTexts()
  const site = useSite()
  const { contact, operator } = site
  const canBeCalled = operator.phone !== undefined || operator.whatsApp !== undefined
  return (
    <FormCard title={t.nav.contactUs}>
      {contact.hasForm ? <ContactForm /> : <p className="text-ink-2">{canBeCalled ? t.contact.call : t.contact.off}</p>}
      {!isReached(site) && <Alone />}
      <OperatorDetails />
      {contact.email && (
        <p className="text-ink-2">
          {t.contact.byMail}{' '}
          <a href={`mailto:${contact.email}`} className="font-semibold text-primary underline">
            <EmailText address={contact.email} />
          </a>
        </p>
      )}
    </FormCard>
  )
}

/** What somebody can do where nobody can be asked. */
function Alone() {
  const t = useTexts()
  const user = useUser()
  return (
    <>
      <p className="text-ink-2">{user?.isAdmin ? t.contact.forAdmins : t.contact.alone}</p>
      {user ? (
        <ButtonLink to={user.isAdmin ? to.adminDashboard : to.privacyAndPresence}>{t.nav.dashboard}</ButtonLink>
      ) : (
        <ButtonLink look="secondary" to={to.login(to.privacyAndPresence)}>
          {t.nav.login}
        </ButtonLink>
      )}
      <ButtonLink look="secondary" to={to.privacy}>
        {t.nav.privacyPolicy}
      </ButtonLink>
      <ButtonLink look="secondary" to={to.browse}>
        {t.errors.toBiodatas}
      </ButtonLink>
    </>
  )
}

function ContactForm() {
  const t = useTexts()
  const user = useUser()
  const sending = useMutation({
    mutationFn: (typed: { name: string; email: string; message: string; website?: string }) => call(sendMessage, typed),
  })
  const form = useCheckedForm<{ name: string; email: string; message: string }>(
    ({ name, email, message }) => ({
      name: name.trim() ? undefined : t.accounts.missing.name,
      email: emailError(t, email),
      message: !message.trim()
        ? t.contact.missingMessage
        : message.length > longestMessage
          ? t.contact.longMessage
          : undefined,
    }),
    (typed) => sending.mutate(typed),
  )
  if (sending.isSuccess)
    return (
      <div ref={restoreFocus} tabIndex={-1} className="outline-none">
        <Notice tone="ok">{t.contact.sent(sending.variables.email.trim())}</Notice>
      </div>
    )
  return (
    <>
      <p className="text-ink-2">{t.contact.lead}</p>
      <NoScript />
      <SmallForm form={form} submit={t.contact.send} busy={sending.isPending}>
        <NameField defaultValue={user?.name} error={form.errors.name} />
        <EmailField autoComplete="email" defaultValue={user?.email} error={form.errors.email} />
        <TextAreaField label={t.contact.message} name="message" rows={6} error={form.errors.message} />
        {/* For programs that fill in everything; nobody sees it, see the contract. */}
        <input hidden name="website" autoComplete="off" tabIndex={-1} />
        {sending.isError && <Notice tone="danger">{formatFailure(t, sending.error)}</Notice>}
      </SmallForm>
    </>
  )
}
