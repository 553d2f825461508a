import { useState } from 'react'
import { forgotPassword, sendVerification } from '#src/features/email-links/contract.ts'
import {
  CurrentPasswordField,
  NameField,
  NewPasswordField,
  newPasswordError,
  newPasswordRefusals,
} from '#src/features/identity/components.ts'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { isPhotoLink, ownPortrait } from '#src/features/users/policy.ts'
import { call } from '#src/platform/http/client.ts'
import { useLanguage, useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { PersonIcon } from '#src/ui/art/icons.ts'
import { MailIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { TextField } from '#src/ui/forms/field.tsx'
import { SmallForm } from '#src/ui/forms/form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { changePassword, changeSelf } from './contract.ts'
import { useAccount, useChangeForm } from './hooks.ts'

export function EmailSection() {
  const t = useMemberTexts()
  const { email, isVerified } = useAccount()
  const { mail } = useSignInWays()
  const send = useAction(() => call(sendVerification, {}), { toastText: t.account.sentAgain })
  return (
    <Section icon={MailIcon} title={t.accounts.email}>
      <p className="mt-3 flex flex-wrap items-center gap-2.5">
        <strong className="wrap-anywhere">
          <EmailText address={email} />
        </strong>
        {/* Without mail nobody can confirm. */}
        {(mail || isVerified) && (
          <Pill tone={isVerified ? 'ok' : 'gold'}>{isVerified ? t.account.confirmed : t.account.notConfirmed}</Pill>
        )}
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

export function NameAndPhotoSection() {
  const t = useMemberTexts()
  return (
    <Section icon={PersonIcon} title={t.account.nameAndPhoto}>
      <NameForm />
      <div className="stitch mt-5 mb-5" />
      <PhotoForm />
    </Section>
  )
}

function NameForm() {
  const t = useMemberTexts()
  const { name, email } = useAccount()
  const { form, change } = useChangeForm(changeSelf, {
    toastText: t.account.nameSaved,
    check: (typed: { name: string }) => ({ name: typed.name.trim() ? undefined : t.accounts.missing.name }),
    inputOf: (typed) => ({ name: typed.name, email }),
    refusals: {
      invalid: { name: t.registering.problems.INVALID_NAME },
      NAME_WITH_CONTACT: { name: t.registering.problems.NAME_WITH_CONTACT },
    },
  })
  return (
    <SmallForm isInSection form={form} submit={t.account.saveName} busy={change.isPending}>
      <NameField label={t.accounts.name} hint={t.account.nameHint} defaultValue={name} error={form.errors.name} />
    </SmallForm>
  )
}

/** The photo is a link and never loaded (REQUIREMENTS E6); only the site's own portrait is shown. */
function PhotoForm() {
  const t = useMemberTexts()
  const { origin } = useSite()
  const { photoUrl, email } = useAccount()
  const portrait = ownPortrait(origin)
  const { form, change } = useChangeForm(changeSelf, {
    toastText: t.account.photoSaved,
    check: (typed: { photoUrl: string }) => ({
      photoUrl: isPhotoLink(typed.photoUrl.trim(), origin) ? undefined : t.registering.problems.INVALID_PHOTO_URL,
    }),
    inputOf: (typed) => ({ photoUrl: typed.photoUrl.trim(), email }),
    refusals: { INVALID_PHOTO_URL: { photoUrl: t.registering.problems.INVALID_PHOTO_URL } },
  })
  const [timesTakenBack, setTakenBack] = useState(0)
  const takeBack = () => {
    setTakenBack((n) => n + 1)
    focusHeading()
  }
  return (
    <>
      {photoUrl && (
        <a href={photoUrl} target="_blank" rel="noreferrer noopener" className="mt-3 touch underline wrap-anywhere">
          {photoUrl === portrait ? <img src={portrait} alt={t.account.ownPortrait} width={48} height={60} /> : photoUrl}
        </a>
      )}
      <SmallForm key={timesTakenBack} isInSection form={form} submit={t.account.savePhoto} busy={change.isPending}>
        <TextField
          label={t.registering.photoUrl}
          hint={t.account.photoHint}
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
    </>
  )
}

export function PasswordForm() {
  const t = useMemberTexts()
  const { email } = useAccount()
  const [changes, setChanges] = useState(0)
  const { form, change } = useChangeForm(changePassword, {
    toastText: t.account.changed,
    check: ({ current, password }: { current: string; password: string }) => ({
      current: current ? undefined : t.entry.missing.password,
      password: newPasswordError(t, password),
    }),
    inputOf: (typed) => ({ ...typed, email }),
    refusals: { ...newPasswordRefusals(t), 'wrong-password': { current: t.account.wrongPassword } },
    onDone: () => setChanges((n) => n + 1),
  })
  return (
    <SmallForm key={changes} isInSection form={form} submit={t.account.change} busy={change.isPending}>
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField label={t.account.current} name="current" error={form.errors.current} />
      <NewPasswordField label={t.links.reset.newPassword} error={form.errors.password} />
    </SmallForm>
  )
}

export function PasswordByMail() {
  const t = useMemberTexts()
  const { email } = useAccount()
  const { mail } = useSignInWays()
  const { language } = useLanguage()
  const send = useAction(() => call(forgotPassword, { email, language }), { toastText: t.account.resetSent(email) })
  return (
    <>
      <p className="mt-3 text-ink-2">{mail ? t.account.noPassword : t.links.forgot.mailOff}</p>
      {mail && (
        <Button look="secondary" small className="mt-4" busy={send.isPending} onClick={() => send.mutate()}>
          {t.account.setPassword}
        </Button>
      )}
    </>
  )
}
