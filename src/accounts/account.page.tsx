import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { to } from '#src/platform/addresses.ts'
import { CallFailed, call } from '#src/platform/http/client.ts'
import { type Endpoint, type InputOf, requestOf } from '#src/platform/http/contract.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useLanguage, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { useNavigate } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { Button } from '#src/ui/button.tsx'
import { useCheckedForm } from '#src/ui/checked-form.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { PasswordField, TextField } from '#src/ui/field.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { DeleteIcon, DocumentIcon, LockIcon, MailIcon, PersonIcon, PictureIcon, ShowIcon } from '#src/ui/icons.ts'
import { Section } from '#src/ui/key-values.tsx'
import { NoScript } from '#src/ui/no-script.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import {
  changePassword,
  changeSelf,
  deleteSelf,
  endOtherSessions,
  endSession,
  exportSelf,
  forgotPassword,
  ownAccount,
} from './account-contract.ts'
import { announceAuthChange } from './auth-state.ts'
import { currentSession } from './contract.ts'
import { useMember, useSignInWays } from './hooks.ts'
import { NewPasswordField, newPasswordError } from './new-password.tsx'
import { isPhotoLink, ownPortrait } from './policy.ts'
import { useSendVerification } from './verify-banner.tsx'

const account = query(ownAccount, {})

export const title: PageModule['title'] = (t) => t.accounts.account
export const queries: PageModule['queries'] = () => [account]

export default function AccountPage() {
  const t = useMemberTexts()
  return (
    <>
      <h1 tabIndex={-1} className="pb-4 text-title">
        {t.accounts.account}
      </h1>
      <div className="grid gap-4">
        <NoScript />
        <EmailSection />
        <NameSection />
        <PhotoSection />
        <PasswordSection />
        <SessionsSection />
        <DataSection />
        <DeleteSection />
      </div>
    </>
  )
}

/** Changes something about the account. What the server says about a field goes to `refuse`, the rest is a toast. */
function useChange<E extends Endpoint>(endpoint: E, done: string, refuse?: (code: string) => boolean) {
  const t = useMemberTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    async onSuccess() {
      toast.success(done)
      await Promise.all([client.invalidateQueries(account), client.invalidateQueries(queriesOf(currentSession))])
    },
    onError(error) {
      if (!(error instanceof CallFailed && refuse?.(error.code))) toast.error(sayFailure(t, error))
    },
  })
}

function EmailSection() {
  const t = useMemberTexts()
  const { email, isVerified } = useSuspenseQuery(account).data
  const { mail } = useSignInWays()
  const send = useSendVerification()
  return (
    <Section icon={MailIcon} title={t.account.email}>
      <p className="mt-3 flex flex-wrap items-center gap-2.5">
        <strong className="wrap-anywhere">
          <EmailText address={email} />
        </strong>
        <Pill tone={isVerified ? 'ok' : 'gold'}>{isVerified ? t.account.confirmed : t.account.notConfirmed}</Pill>
      </p>
      <p className="field-hint mt-1">{t.account.emailHint}</p>
      {mail && !isVerified && (
        <Button look="secondary" small className="mt-4" busy={send.isPending} onClick={() => send.mutate()}>
          {t.account.sendLink}
        </Button>
      )}
    </Section>
  )
}

function NameSection() {
  const t = useMemberTexts()
  const { name, email } = useSuspenseQuery(account).data
  const rename = useChange(changeSelf, t.account.nameSaved, (code) => {
    if (code === 'invalid') form.refuse({ name: t.accounts.problems.INVALID_NAME })
    return code === 'invalid'
  })
  const form = useCheckedForm<{ name: string }>(
    (typed) => ({ name: typed.name.trim() ? undefined : t.accounts.missing.name }),
    (typed) => !rename.isPending && rename.mutate({ name: typed.name, email }),
  )
  return (
    <Section icon={PersonIcon} title={t.account.name}>
      <SmallForm form={form} submit={t.account.saveName} busy={rename.isPending}>
        <TextField
          label={t.account.name}
          hint={t.account.nameHint}
          id="name"
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={name}
          error={form.errors.name}
        />
      </SmallForm>
    </Section>
  )
}

/** The photo is a link and never loaded (REQUIREMENTS E6); only the site's own portrait is shown. */
function PhotoSection() {
  const t = useMemberTexts()
  const { origin } = useSite()
  const { photoUrl, email } = useSuspenseQuery(account).data
  const portrait = ownPortrait(origin)
  const change = useChange(changeSelf, t.account.photoSaved, (code) => {
    if (code === 'INVALID_PHOTO_URL') form.refuse({ photoUrl: t.accounts.problems.INVALID_PHOTO_URL })
    return code === 'INVALID_PHOTO_URL'
  })
  const form = useCheckedForm<{ photoUrl: string }>(
    (typed) => ({ photoUrl: isPhotoLink(typed.photoUrl.trim(), origin) ? undefined : t.accounts.missing.photoUrl }),
    (typed) => !change.isPending && change.mutate({ photoUrl: typed.photoUrl.trim(), email }),
  )
  const [timesTakenBack, setTakenBack] = useState(0)
  function takeBack() {
    setTakenBack(timesTakenBack + 1)
    focusHeading()
  }
  return (
    <Section icon={PictureIcon} title={t.account.photo}>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {photoUrl === portrait && <img src={portrait} alt={t.account.ownPortrait} width={48} height={60} />}
        {photoUrl ? (
          <a
            href={photoUrl}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere"
          >
            {photoUrl}
          </a>
        ) : (
          <p>{t.account.noPhoto}</p>
        )}
      </div>
      <SmallForm key={timesTakenBack} form={form} submit={t.account.savePhoto} busy={change.isPending}>
        <TextField
          label={t.accounts.photoUrl}
          hint={t.account.photoHint}
          id="photoUrl"
          name="photoUrl"
          type="url"
          inputMode="url"
          defaultValue={photoUrl === portrait ? '' : photoUrl}
          error={form.errors.photoUrl}
        />
      </SmallForm>
      {photoUrl && photoUrl !== portrait && (
        <Button
          look="quiet"
          small
          className="mt-2"
          busy={change.isPending}
          onClick={() => change.mutate({ photoUrl: portrait, email }, { onSuccess: takeBack })}
        >
          {t.account.usePortrait}
        </Button>
      )}
    </Section>
  )
}

function PasswordSection() {
  const t = useMemberTexts()
  const { email, hasPassword } = useSuspenseQuery(account).data
  const { mail } = useSignInWays()
  const { language } = useLanguage()
  const [changes, setChanges] = useState(0)
  const change = useChange(changePassword, t.account.changed, (code) => {
    if (code === 'wrong-password') form.refuse({ current: t.account.wrongPassword })
    const fault = (t.accounts.problems as Record<string, string>)[code]
    if (code.startsWith('PASSWORD_')) form.refuse({ password: fault })
    return code === 'wrong-password' || code.startsWith('PASSWORD_')
  })
  const form = useCheckedForm<{ current: string; password: string }>(
    ({ current, password }) => ({
      current: current ? undefined : t.accounts.missing.password,
      password: newPasswordError(t, password),
    }),
    (typed) => !change.isPending && change.mutate({ ...typed, email }, { onSuccess: () => setChanges((n) => n + 1) }),
  )
  const sendReset = useChange(forgotPassword, t.account.resetSent(email))
  return (
    <Section icon={LockIcon} title={t.account.password}>
      {hasPassword ? (
        <SmallForm key={changes} form={form} submit={t.account.change} busy={change.isPending}>
          {/* For password managers: whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={t.account.current}
            id="current"
            name="current"
            autoComplete="current-password"
            showLabel={t.accounts.showPassword}
            hideLabel={t.accounts.hidePassword}
            error={form.errors.current}
          />
          <NewPasswordField label={t.accounts.reset.newPassword} error={form.errors.password} />
        </SmallForm>
      ) : (
        <>
          <p className="mt-3 text-ink-2">{mail ? t.account.noPassword : t.accounts.forgot.mailOff}</p>
          {mail && (
            <Button
              look="secondary"
              small
              className="mt-4"
              busy={sendReset.isPending}
              onClick={() => sendReset.mutate({ email, language: language === 'bn' ? 'bn' : 'en' })}
            >
              {t.account.setPassword}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}

function SessionsSection() {
  const t = useMemberTexts()
  const { sessions } = useSuspenseQuery(account).data
  const end = useChange(endSession, t.account.ended)
  const endOthers = useChange(endOtherSessions, t.account.ended)
  return (
    <Section icon={ShowIcon} title={t.account.sessions}>
      <ul className="mt-2 divide-y divide-line">
        {sessions.map(({ id, browser, system, lastUsed, isCurrent }) => {
          const device = t.account.device(browser, system)
          return (
            <li key={id} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 py-2">
              <span>
                <strong>{device}</strong> {isCurrent && <Pill tone="ok">{t.account.thisOne}</Pill>}
                <span className="field-hint block">{t.account.lastUsed(t.format.date(lastUsed))}</span>
              </span>
              {!isCurrent && (
                <Button
                  look="quiet"
                  small
                  aria-label={t.account.endNamed(device)}
                  busy={end.isPending && end.variables.id === id}
                  onClick={() => end.mutate({ id }, { onSuccess: focusHeading })}
                >
                  {t.account.end}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button
          look="secondary"
          small
          className="mt-4"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate({}, { onSuccess: focusHeading })}
        >
          {t.account.endOthers}
        </Button>
      )}
    </Section>
  )
}

/** The button that was pressed is gone with its row. */
const focusHeading = () => document.querySelector('h1')?.focus()

function DataSection() {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.account.data}>
      <p className="mt-3 mb-4 text-ink-2">{t.account.dataHint}</p>
      <a className="btn btn-secondary btn-small" href={requestOf(exportSelf, {}).url} download={exportSelf.download}>
        {t.account.download}
      </a>
    </Section>
  )
}

function DeleteSection() {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { email } = useMember()
  const { hasPassword } = useSuspenseQuery(account).data
  const [confirmation, setConfirmation] = useState<string>()
  const isDeleted = useRef(false)
  // Told to all tabs, this one included, only once this page is left: earlier, it would be sent to the login.
  useEffect(
    () => () => {
      if (isDeleted.current) announceAuthChange()
    },
    [],
  )
  const remove = useMutation({
    mutationFn: (typed: string) => call(deleteSelf, { confirmation: typed, email }),
    onSuccess() {
      isDeleted.current = true
      toast.success(t.account.deleted)
      navigate(to.home, { replace: true })
    },
    onError(error) {
      const code = error instanceof CallFailed ? error.code : ''
      const texts: Record<string, string> = {
        'wrong-password': t.account.wrongPassword,
        'wrong-email': t.account.wrongEmail,
        'last-admin': t.account.lastAdmin,
        'sign-in-again': t.account.signInAgain,
      }
      form.refuse({ confirmation: texts[code] ?? sayFailure(t, error) })
    },
  })
  const form = useCheckedForm<{ confirmation: string }>(
    (typed) => ({
      confirmation: typed.confirmation
        ? undefined
        : hasPassword
          ? t.accounts.missing.password
          : t.accounts.missing.email,
    }),
    (typed) => !remove.isPending && setConfirmation(typed.confirmation),
  )
  const field = { id: 'confirmation', name: 'confirmation', error: form.errors.confirmation }
  return (
    <Section icon={DeleteIcon} title={t.account.delete}>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>{t.account.deleteGone}</li>
        <li>{t.account.deleteKept}</li>
        <li>{t.account.deletePaid}</li>
      </ul>
      <SmallForm form={form} submit={t.account.delete} busy={remove.isPending} danger>
        {hasPassword ? (
          <PasswordField
            {...field}
            label={t.account.deletePassword}
            autoComplete="current-password"
            showLabel={t.accounts.showPassword}
            hideLabel={t.accounts.hidePassword}
          />
        ) : (
          <TextField {...field} label={t.account.deleteEmail} type="email" autoComplete="off" />
        )}
      </SmallForm>
      <ConfirmDialog
        open={confirmation !== undefined}
        onClose={() => setConfirmation(undefined)}
        title={t.account.deleteQuestion}
        confirmLabel={t.account.deleteConfirm}
        cancelLabel={t.common.cancel}
        danger
        onConfirm={() => remove.mutate(confirmation!)}
      >
        {t.account.deleteGone}
      </ConfirmDialog>
    </Section>
  )
}

function SmallForm({
  form,
  submit,
  busy,
  danger,
  children,
}: {
  form: Pick<ReturnType<typeof useCheckedForm>, 'formProps' | 'summary' | 'attempt'>
  submit: string
  busy: boolean
  danger?: boolean
  children: ReactNode
}) {
  const t = useMemberTexts()
  const isHydrated = useHydrated()
  return (
    <form {...form.formProps} className="mt-4 grid max-w-[28rem] gap-4.5">
      <ErrorSummary title={t.common.thereIsAProblem} errors={form.summary} attempt={form.attempt} />
      {children}
      <Button
        type="submit"
        small
        look={danger ? 'danger' : 'primary'}
        className="justify-self-start"
        disabled={!isHydrated}
        busy={busy}
      >
        {submit}
      </Button>
    </form>
  )
}
