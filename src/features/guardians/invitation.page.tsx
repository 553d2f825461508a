import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '#src/features/identity/hooks.ts'
import { query } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import type { AccountPage, Address } from '#src/ui/page-module.ts'
import type { Answered } from './answer.tsx'
import { viewInvitation } from './invitation-contract.ts'
import { RightsList } from './rights-list.tsx'

/** Apart, because the pages that share files with this one wait for them. */
const Answer = lazy(() => import('./answer.tsx'))

export const parse = ({ search }: Address) => ({ token: search.get('token') ?? '' })
type Props = ReturnType<typeof parse>
const invitationOf = (token: string) => query(viewInvitation, { token })
export const title: AccountPage['title'] = (t) => t.invitation.title
export const queries: AccountPage<Props>['queries'] = ({ token }) => [invitationOf(token)]

type Invitation = ResultOf<typeof viewInvitation>

/** The link only opens this page: programs that look at mails open links too, and press no buttons. */
export default function InvitationPage({ token }: Props) {
  const t = useAccountTexts()
  const user = useUser()
  const { data: invitation } = useSuspenseQuery(invitationOf(token))
  const [answered, setAnswered] = useState<Answered>()
  const { state, isOwn, phone } = invitation
  const name = nameFor(t, { ...invitation, name: invitation.name ?? '' })
  const words = t.invitation
  if (answered === 'accepted' || answered === 'declined') {
    const hasAccepted = answered === 'accepted'
    return (
      <FormCard title={hasAccepted ? words.accepted : words.declined}>
        <p ref={restoreFocus} tabIndex={-1} role="status">
          {hasAccepted ? words.acceptedHint(name) : words.declinedHint(name)}
        </p>
        {hasAccepted && <ButtonLink to={to.kept()}>{words.toKept}</ButtonLink>}
      </FormCard>
    )
  }
  if (state !== 'open' || answered)
    return (
      <FormCard title={words.over}>
        <p ref={answered && restoreFocus} tabIndex={-1} role="status">
          {name ? words.overHint(name) : words.unknownHint}
        </p>
      </FormCard>
    )
  if (isOwn)
    return (
      <FormCard title={words.own}>
        <p>{words.ownHint}</p>
        <ButtonLink to={to.guardians} look="secondary">
          {t.nav.dashboard}
        </ButtonLink>
      </FormCard>
    )
  const gender = invitation.gender!
  return (
    <FormCard title={words.of[gender].invites(name)}>
      <Rights invitation={invitation} />
      {user ? (
        <>
          <NoScript />
          <Suspense>
            <Answer {...{ token, gender, phone }} email={user.email} onAnswered={setAnswered} />
          </Suspense>
        </>
      ) : (
        <>
          <p>{words.toAnswer}</p>
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
  const gender = invitation.gender!
  return (
    <>
      <p className="text-ink-2">{t.invitation.of[gender].lead}</p>
      <div>
        <h2 className="text-h3">{t.invitation.may}</h2>
        <RightsList of={{ ...invitation, gender }} />
      </div>
    </>
  )
}
