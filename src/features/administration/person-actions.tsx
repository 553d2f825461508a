import { useState } from 'react'
import { longestReason } from '#src/features/admin-list/index.ts'
import { endPremium, makePremium } from '#src/features/premium/contract.ts'
import { publishAgain, unpublish } from '#src/features/profile/admin-contract.ts'
import { endAdmin, liftSuspension, makeAdmin, suspend } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { ReasonDialog } from '#src/ui/dialogs/reason-dialog.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { PersonFacts } from './contract.ts'
import { useChange } from './person-facts.ts'

interface Action {
  key: string
  label: string
  hint: string
  /** Asked before; what gives access back is done at once. */
  question?: string
  run: () => Promise<unknown>
  said: string
}

export function PersonActions({ person }: { person: PersonFacts }) {
  const t = useAdminTexts()
  const change = useChange()
  const [isSuspending, setSuspending] = useState(false)
  const { id, name, isAdmin, isPremium, biodata, suspended } = person

  const role: Action = isAdmin
    ? {
        key: 'role',
        label: t.person.endAdmin,
        hint: t.person.endAdminHint,
        question: t.person.endAdminQuestion(name),
        run: () => call(endAdmin, { id }),
        said: t.person.endedAdmin,
      }
    : {
        key: 'role',
        label: t.admin.makeAdmin,
        hint: t.person.makeAdminHint,
        question: t.admin.makeAdminQuestion(name),
        run: () => call(makeAdmin, { id }),
        said: t.admin.madeAdmin,
      }
  const premium: Action = isPremium
    ? {
        key: 'premium',
        label: t.person.endPremium,
        hint: t.person.endPremiumHint,
        question: t.person.endPremiumQuestion(name),
        run: () => call(endPremium, { id }),
        said: t.person.endedPremium,
      }
    : {
        key: 'premium',
        label: t.admin.makePremium,
        hint: t.person.makePremiumHint,
        question: t.admin.makePremiumQuestion(name),
        run: () => call(makePremium, { id }),
        said: t.admin.madePremium,
      }
  const presence: Action[] = !biodata
    ? []
    : biodata.unpublished
      ? [
          {
            key: 'presence',
            label: t.privacy.publishAgain,
            hint: t.person.publishAgainHint,
            run: () => call(publishAgain, { id }),
            said: t.person.publishedAgain,
          },
        ]
      : [
          {
            key: 'presence',
            label: t.person.unpublish,
            hint: t.person.unpublishHint,
            question: t.person.unpublishQuestion(name),
            run: () => call(unpublish, { id }),
            said: t.person.unpublished,
          },
        ]
  const lift: Action = {
    key: 'lift',
    label: t.person.lift,
    hint: t.person.liftHint,
    run: () => call(liftSuspension, { id }),
    said: t.person.lifted,
  }

  return (
    <Section title={t.person.can}>
      <p className="pt-2 text-ink-2">{t.person.canHint}</p>
      <ul className="grid gap-4 pt-4">
        {[premium, ...presence, ...(suspended ? [lift] : [role])].map((action) => (
          <ActionButton key={action.key} action={action} change={change} />
        ))}
        {!suspended && !isAdmin && (
          <li>
            <Button small look="secondary" className="w-full" onClick={() => setSuspending(true)}>
              {t.person.suspend}
            </Button>
            <p className="pt-2 text-sm text-ink-2">{t.person.suspendHint}</p>
          </li>
        )}
      </ul>
      <ReasonDialog
        open={isSuspending}
        onClose={() => setSuspending(false)}
        title={t.person.suspendTitle(name)}
        label={t.judging.reads(name)}
        longest={longestReason}
        confirmLabel={t.person.suspendConfirm}
        danger
        onConfirm={(reason) => change(() => call(suspend, { id, reason }), t.person.suspendedDone)}
      >
        {t.person.suspendHint}
      </ReasonDialog>
    </Section>
  )
}

function ActionButton({
  action: { label, hint, question, run, said },
  change,
}: {
  action: Action
  change: ReturnType<typeof useChange>
}) {
  const [isBusy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    await change(run, said)
    setBusy(false)
  }
  return (
    <li>
      <AskingButton
        small
        look="secondary"
        className="w-full"
        busy={isBusy}
        question={question ? { title: label, text: question } : undefined}
        act={press}
      >
        {label}
      </AskingButton>
      <p className="pt-2 text-sm text-ink-2">{hint}</p>
    </li>
  )
}
