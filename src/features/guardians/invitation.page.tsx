import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { consentVersion } from '#src/features/consents/policy.ts'
import { FailureNotice } from '#src/features/identity/components.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { CallFailed, call, codeOf, queriesOf, query } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { parsePhone } from '#src/platform/schemas/phone.ts'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { CheckIcon, CloseIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { CheckField, TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import type { AccountPage, Address } from '#src/ui/page-module.ts'
import { acceptInvitation, declineInvitation, viewInvitation } from './contract.ts'
import { rights } from './policy.ts'

export const parse = ({ search }: Address) => ({ token: search.get('token') ?? '' })
type Props = ReturnType<typeof parse>
const invitationOf = (token: string) => query(viewInvitation, { token })
export const title: AccountPage['title'] = (t) => t.invitation.title
export const queries: AccountPage<Props>['queries'] = ({ token }) => [invitationOf(token)]

type Invitation = ResultOf<typeof viewInvitation>

/** The link only opens this page: programs that look at mails open links too, and press no buttons. */
export default function InvitationPage({ token }: Props) {
  const t = useAccountTexts()
  const client = useQueryClient()
  const user = useUser()
  const { data: invitation } = useSuspenseQuery(invitationOf(token))
  const { state, isOwn } = invitation
  const name = nameFor(t, { ...invitation, name: invitation.name ?? '' })
  const answer = useMutation({
    mutationFn: (phone: string | undefined): Promise<unknown> =>
      phone === undefined
        ? call(declineInvitation, { token, email: user!.email })
        : call(acceptInvitation, {
            ...{ token, phone, email: user!.email, consentVersion },
            ...{ isOfAge: true, numberMayBeShown: true },
          }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(queriesOf(currentSession)),
        // What the pages behind this one know of the person is old.
        client.invalidateQueries({ type: 'inactive', refetchType: 'none' }),
      ]),
  })
  const isOver = state !== 'open' || codeOf(answer.error) === 'link-used-up'
  if (answer.isSuccess) {
    const hasAccepted = answer.variables !== undefined
    return (
      <FormCard title={hasAccepted ? t.invitation.accepted : t.invitation.declined}>
        <p ref={restoreFocus} tabIndex={-1} role="status">
          {hasAccepted ? t.invitation.acceptedHint(name) : t.invitation.declinedHint(name)}
        </p>
        {hasAccepted && <ButtonLink to={to.kept()}>{t.invitation.toKept}</ButtonLink>}
      </FormCard>
    )
  }
  if (isOver)
    return (
      <FormCard title={t.invitation.over}>
        <p ref={answer.isError ? restoreFocus : undefined} tabIndex={-1} role="status">
          {name ? t.invitation.overHint(name) : t.invitation.unknownHint}
        </p>
      </FormCard>
    )
  if (isOwn)
    return (
      <FormCard title={t.invitation.own}>
        <p>{t.invitation.ownHint}</p>
        <ButtonLink to={to.guardians} look="secondary">
          {t.nav.dashboard}
        </ButtonLink>
      </FormCard>
    )
  return (
    <FormCard title={t.invitation.of[invitation.gender!].invites(name)}>
      <Rights invitation={invitation} />
      {user ? (
        <Answer {...{ invitation, answer }} />
      ) : (
        <>
          <p>{t.invitation.toAnswer}</p>
          <div className="flex flex-wrap gap-2.5">
            <ButtonLink to={to.login(to.guardianInvitation(token))}>{t.nav.login}</ButtonLink>
            <ButtonLink to={to.register(to.guardianInvitation(token))} look="secondary">
              {t.nav.register}
            </ButtonLink>
          </div>
        </>
      )}
    </FormCard>
  )
}

function Rights({ invitation }: { invitation: Invitation }) {
  const t = useAccountTexts()
  const words = t.invitation.of[invitation.gender!]
  const may = [['see', true], ...rights.map((right) => [right, invitation[right] ?? false])] as const
  return (
    <>
      <p className="text-ink-2">{words.lead}</p>
      <div>
        <h2 className="text-h3">{t.invitation.may}</h2>
        <ul className="mt-2 grid gap-2">
          {may.map(([right, is]) => {
            const Icon = is ? CheckIcon : CloseIcon
            return (
              <li key={String(right)} className="flex gap-3">
                <Icon className={`mt-1 size-5 shrink-0 ${is ? 'text-ok' : 'text-ink-2'}`} />
                <span className={is ? undefined : 'text-ink-2'}>
                  {words.rights[right as 'see']}
                  {is ? t.invitation.yes : t.invitation.no}
                </span>
              </li>
            )
          })}
        </ul>
        <p className="mt-3 text-ink-2">{words.never}</p>
      </div>
    </>
  )
}

interface AnswerProps {
  invitation: Invitation
  answer: { mutate: (phone: string | undefined) => void; isPending: boolean; error: unknown; submittedAt: number }
}

function Answer({ invitation: { gender, phone }, answer }: AnswerProps) {
  const t = useAccountTexts()
  const isHydrated = useHydrated()
  const { error, submittedAt, isPending } = answer
  const form = useCheckedForm<Record<string, string>>(
    (typed) => ({
      phone: parsePhone(typed.phone ?? '') ? undefined : t.invitation.missing.phone,
      isOfAge: typed.isOfAge ? undefined : t.invitation.missing.isOfAge,
      numberMayBeShown: typed.numberMayBeShown ? undefined : t.invitation.missing.numberMayBeShown,
    }),
    (typed) => !isPending && answer.mutate(typed.phone!),
  )
  const code = codeOf(error)
  const known = code === 'asking' ? t.invitation.asking : code === 'already-guardian' && t.invitation.already
  return (
    <>
      <NoScript />
      {error instanceof CallFailed &&
        (known ? <Notice tone="danger">{known}</Notice> : <FailureNotice key={submittedAt} error={error} />)}
      <SmallForm form={form} submit={t.invitation.accept} busy={isPending}>
        <TextField
          label={t.invitation.phone}
          hint={t.invitation.of[gender!].phoneHint}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={phone}
          error={form.errors.phone}
        />
        {(['isOfAge', 'numberMayBeShown'] as const).map((name) => (
          <Tick
            key={name}
            name={name}
            label={name === 'isOfAge' ? t.invitation.isOfAge : t.invitation.of[gender!].numberMayBeShown}
            error={form.errors[name]}
          />
        ))}
      </SmallForm>
      <Button look="quiet" disabled={!isHydrated} busy={isPending} onClick={() => answer.mutate(undefined)}>
        {t.invitation.decline}
      </Button>
    </>
  )
}

function Tick({ name, label, error }: { name: string; label: string; error: string | undefined }) {
  return (
    <div className={error ? 'field field-bad' : 'field'}>
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
      <CheckField
        id={name}
        name={name}
        label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
      />
    </div>
  )
}
