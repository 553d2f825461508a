import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  EmailField,
  emailError,
  NameField,
  NewPasswordField,
  newPasswordError,
  PasswordRules,
  useAttempt,
} from '#src/features/identity/components.ts'
import { signUp } from '#src/features/identity/index.ts'
import { isPhotoLink, ownPortrait } from '#src/features/users/policy.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { Advantages } from '#src/ui/advantages.tsx'
import { TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import type { AccountPage, Address } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { queriesFor, SignInCard } from './sign-in-card.tsx'

export const parse = ({ search }: Address) => ({ from: search.get('from') ?? undefined })
type Props = ReturnType<typeof parse>
export const title: AccountPage['title'] = (t) => t.entry.toRegister
export const queries: AccountPage<Props>['queries'] = queriesFor

type Form = { name: string; photoUrl: string; email: string; password: string }

const codesOf: Record<keyof Form, RegExp> = {
  name: /^(INVALID_NAME|NAME_WITH_CONTACT)/,
  photoUrl: /^INVALID_PHOTO_URL/,
  email: /^(INVALID_EMAIL|VALIDATION_ERROR|USER_ALREADY_EXISTS)/,
  password: /^PASSWORD_/,
}

const withEmail = (login: string, email: string) =>
  `${login}${login.includes('?') ? '&' : '?'}email=${encodeURIComponent(email)}`

export default function RegisterPage({ from }: Props) {
  const t = useAccountTexts()
  const { origin } = useSite()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [isTaken, setTaken] = useState(false)
  const [typed, setTyped] = useState<Pick<Form, 'name' | 'email' | 'password'>>({ name: '', email: '', password: '' })
  const attempts = useAttempt({
    marker: t.entry.sadMarker,
    refuse({ code, text }) {
      const field = Object.entries(codesOf).find(([, codes]) => codes.test(code))?.[0]
      setTaken(code.startsWith('USER_ALREADY_EXISTS'))
      if (field) form.refuse({ [field]: text })
      return field !== undefined
    },
  })
  const form = useCheckedForm<Form>(
    ({ name, photoUrl, email, password }) => ({
      name: name.trim() ? undefined : t.accounts.missing.name,
      photoUrl: isPhotoLink(photoUrl.trim(), origin) ? undefined : t.registering.problems.INVALID_PHOTO_URL,
      email: emailError(t, email),
      password: newPasswordError(t, password),
    }),
    (typed) => {
      const account = { ...typed, name: typed.name.trim(), photoUrl: typed.photoUrl.trim(), email: typed.email.trim() }
      setEmail(account.email)
      return attempts.attempt(() => signUp(client, account), t.registering.registered)
    },
    setTyped,
  )

  const linkClass = 'font-semibold text-primary underline'
  return (
    <SignInCard
      title={t.entry.toRegister}
      from={from}
      returnTo={t.registering.afterRegistering}
      attempts={attempts}
      lead={t.registering.lead}
      side={
        <>
          <h2 className="mb-5 text-h2">{t.home.relyOn}</h2>
          <Advantages />
        </>
      }
    >
      <SmallForm
        form={form}
        submit={t.entry.toRegister}
        wayOut={
          isTaken &&
          form.errors.email && (
            <Link to={withEmail(to.login(from), email)} replace className={linkClass}>
              {t.nav.login}
            </Link>
          )
        }
      >
        <NameField hint={t.registering.ownName} error={form.errors.name} />
        <EmailField error={form.errors.email} />
        <NewPasswordField hint={<PasswordRules {...typed} />} error={form.errors.password} />
        <details open={form.errors.photoUrl !== undefined} className="folded">
          <summary className="cursor-pointer py-2.5 font-semibold">{t.registering.photoFolded}</summary>
          <TextField
            label={t.registering.photoUrl}
            hint={t.registering.photoHint}
            name="photoUrl"
            type="url"
            inputMode="url"
            autoComplete="photo"
            defaultValue={ownPortrait(origin)}
            error={form.errors.photoUrl}
          />
        </details>
      </SmallForm>
      {!from && (
        <p className="text-ink-2">
          {t.registering.haveAccount}{' '}
          <Link to={to.login()} replace className={linkClass}>
            {t.nav.login}
          </Link>
        </p>
      )}
    </SignInCard>
  )
}
