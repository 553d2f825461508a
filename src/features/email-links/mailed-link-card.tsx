import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureNotice } from '#src/features/identity/components.ts'
import { CallFailed, query } from '#src/platform/http/client.ts'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { FormCard, NoScript } from '#src/ui/forms/form-card.tsx'
import type { AccountPage, Address } from '#src/ui/page-module.ts'
import { mailedLink } from './contract.ts'

const linkOf = (token: string) => query(mailedLink, { token })

export const parse = ({ search }: Address) => ({ token: search.get('token') ?? '' })
export type Props = ReturnType<typeof parse>
export const queries: AccountPage<Props>['queries'] = ({ token }) => [linkOf(token)]
export const useMailedLink = (token: string) => useSuspenseQuery(linkOf(token)).data

interface CardProps extends Props {
  purpose: 'verify' | 'reset'
  sent: { error: unknown; submittedAt: number }
  /** Stands there once the link has expired or was used. */
  instead: ReactNode
  children: ReactNode
}

export function MailedLinkCard({ token, purpose, sent: { error, submittedAt }, instead, children }: CardProps) {
  const t = useAccountTexts()
  const { title, lead, expired } = t.links[purpose]
  const link = useMailedLink(token)
  const isConfirmation = purpose === 'verify' && link.isOwn
  const status = error instanceof CallFailed ? error.status : undefined
  if (link.purpose !== purpose || status === 409)
    return (
      <FormCard title={t.links.reset.expiredTitle}>
        <p ref={status === 409 ? restoreFocus : undefined} tabIndex={-1} role="status">
          {expired}
        </p>
        {instead}
      </FormCard>
    )
  return (
    <FormCard title={title}>
      {(purpose === 'reset' || isConfirmation) && <p className="text-ink-2">{lead}</p>}
      {!isConfirmation && <NoScript />}
      {error !== null && status !== 422 && <FailureNotice key={submittedAt} error={error} />}
      {children}
    </FormCard>
  )
}
