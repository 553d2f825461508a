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
  const role: Action = isAdmin
    ? [endAdmin, t.person.endAdmin, t.person.endAdminHint, t.person.endedAdmin, t.person.endAdminQuestion(name)]
    : [makeAdmin, t.admin.makeAdmin, t.person.makeAdminHint, t.admin.madeAdmin, t.admin.makeAdminQuestion(name)]
  const premium: Action = isPremium
    ? [
        endPremium,
        t.person.endPremium,
        t.person.endPremiumHint,
        t.person.endedPremium,
        t.person.endPremiumQuestion(name),
      ]
    : [
        makePremium,
        t.admin.makePremium,
        t.person.makePremiumHint,
        t.admin.madePremium,
        t.admin.makePremiumQuestion(name),
      ]
  const presence: Action = biodata?.unpublished
    ? [publishAgain, t.privacy.publishAgain, t.person.publishAgainHint, t.person.publishedAgain]
    : [unpublish, t.person.unpublish, t.person.unpublishHint, t.person.unpublished, t.person.unpublishQuestion(name)]
  const lift: Action = [liftSuspension, t.person.lift, t.person.liftHint, t.person.lifted]
  return (
    <Section title={t.person.can}>
      <p className="pt-2 text-ink-2">{t.person.canHint}</p>
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
            <p className="pt-2 text-sm text-ink-2">{t.person.suspendHint}</p>
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
