import { useMutation } from '@tanstack/react-query'
import { endPremium, makePremium } from '#src/features/premium/contract.ts'
import { publishAgain, unpublish } from '#src/features/profile/admin-contract.ts'
import { endAdmin, liftSuspension, makeAdmin } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { SuspendButton, useChange } from './change.tsx'
import type { PersonFacts } from './contract.ts'

/** What gives access back is done at once, without a question. */
type Action = readonly [endpoint: typeof makeAdmin, label: string, hint: string, said: string, question?: string]

export function PersonActions({ person }: { person: PersonFacts }) {
  const t = useAdminTexts()
  const change = useChange()
  const { id, name, isAdmin, isPremium, biodata, suspended } = person
  const { admin, person: of } = t
  const role: Action = isAdmin
    ? [endAdmin, of.endAdmin, of.endAdminHint, of.endedAdmin, of.endAdminQuestion(name)]
    : [makeAdmin, admin.makeAdmin, of.makeAdminHint, admin.madeAdmin, admin.makeAdminQuestion(name)]
  const premium: Action = isPremium
    ? [endPremium, of.endPremium, of.endPremiumHint, of.endedPremium, of.endPremiumQuestion(name)]
    : [makePremium, admin.makePremium, of.makePremiumHint, admin.madePremium, admin.makePremiumQuestion(name)]
  const presence: Action = biodata?.unpublished
    ? [publishAgain, t.privacy.publishAgain, of.publishAgainHint, of.publishedAgain]
    : [unpublish, of.unpublish, of.unpublishHint, of.unpublished, of.unpublishQuestion(name)]
  const lift: Action = [liftSuspension, of.lift, of.liftHint, of.lifted]
  return (
    <Section title={of.can}>
      <p className="pt-2 text-ink-2">{of.canHint}</p>
      <ul className="grid gap-4 pt-4">
        {[premium, ...(biodata ? [presence] : []), suspended ? lift : role].map(
          ([endpoint, label, hint, said, question]) => (
            <li key={endpoint.path}>
              <ActionButton {...{ label, question }} act={() => change(() => call(endpoint, { id }), said)} />
              <p className="pt-2 text-sm text-ink-2">{hint}</p>
            </li>
          ),
        )}
        {!suspended && !isAdmin && (
          <li>
            <SuspendButton person={person} change={change} className="w-full" />
            <p className="pt-2 text-sm text-ink-2">{of.suspendHint}</p>
          </li>
        )}
      </ul>
    </Section>
  )
}

function ActionButton({
  label,
  question,
  act,
}: {
  label: string
  question: string | undefined
  act: () => Promise<unknown>
}) {
  const acting = useMutation({ mutationFn: act })
  return (
    <AskingButton
      small
      look="secondary"
      className="w-full"
      busy={acting.isPending}
      question={question ? { title: label, text: question } : undefined}
      act={() => acting.mutate()}
    >
      {label}
    </AskingButton>
  )
}
