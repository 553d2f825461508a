import { useState } from 'react'
import { type NameOnCards, namesOnCards } from '#src/features/matching/policy.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { PersonIcon } from '#src/ui/art/icons.ts'
import { Section } from '#src/ui/key-values.tsx'
import { changeNameOnCards } from './contract.ts'
import { type OwnPresence, useStep } from './hooks.ts'

/** Saved at the press, as who may see the contact. */
export function NameOnCardsSection({ own }: { own: OwnPresence }) {
  const t = useMemberTexts()
  const step = useStep(changeNameOnCards, (input) => t.privacy.nameSaved[input.nameOnCards], { onDone() {} })
  const [pressed, setPressed] = useState<NameOnCards>()
  const chosen = pressed ?? own.nameOnCards
  function choose(nameOnCards: NameOnCards) {
    setPressed(nameOnCards)
    step.mutate({ nameOnCards }, { onSettled: () => setPressed(undefined) })
  }
  return (
    <Section icon={PersonIcon} title={t.privacy.nameOnCards}>
      <p className="mt-2 text-ink-2">{t.privacy.nameOnCardsHint}</p>
      <fieldset className="mt-4 options">
        <legend className="sr-only">{t.privacy.nameOnCards}</legend>
        {namesOnCards.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="nameOnCards"
              value={choice}
              checked={chosen === choice}
              onChange={() => choose(choice)}
            />
            <strong>{t.privacy.namesOnCards[choice]}</strong>
            <small>{t.privacy.namesOnCardsHint[choice]}</small>
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
