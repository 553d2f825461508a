import type { ResultOf } from '#src/platform/http/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { PhoneText } from '#src/ui/contact-text.tsx'
import type { readAsked } from './contract.ts'
import type { Shows } from './policy.ts'

interface ChoiceProps {
  contacts: NonNullable<ResultOf<typeof readAsked>['contacts']>
  chosen: Shows
  choose: (shows: Shows) => void
}

/** Whose phone a yes shows (REQUIREMENTS U2). */
export function ContactChoice({ contacts: { own, guardian }, chosen, choose }: ChoiceProps) {
  const t = useMemberTexts()
  const ways = [
    {
      shows: 'guardian',
      phone: guardian.phone,
      whose: `${guardian.name}, ${t.guardians.relations[guardian.relation]}`,
    },
    { shows: 'own', phone: own, whose: undefined },
  ] as const
  return (
    <fieldset className="options needs-script">
      <legend className="mb-2 font-semibold">{t.asked.whichContact}</legend>
      {ways.map(({ shows, phone, whose }) => (
        <label key={shows}>
          <input type="radio" name="shows" checked={chosen === shows} onChange={() => choose(shows)} />
          <strong>{t.asked.contacts[shows]}</strong>
          <small>
            {whose && <span className="block wrap-anywhere">{whose}</span>}
            {phone && <PhoneText number={phone} />}
          </small>
        </label>
      ))}
    </fieldset>
  )
}
