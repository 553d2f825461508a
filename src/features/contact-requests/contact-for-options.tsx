import { useMemberTexts } from '#src/texts/texts.tsx'
import { type ContactFor, contactsFor } from './policy.ts'

export const contactForInput = 'contactFor'

interface OptionsProps {
  legend: string
  chosen: ContactFor
  onChoose?: (choice: ContactFor) => void
  /** Left out unless it is chosen. */
  without?: ContactFor
}

/** Who may see one's contact: each choice with what follows from it. `onChoose` where it is saved at the press. */
export function ContactForOptions({ legend, chosen, onChoose, without }: OptionsProps) {
  const t = useMemberTexts()
  return (
    <fieldset className="options">
      <legend className={onChoose ? 'sr-only' : 'mb-2 font-semibold'}>{legend}</legend>
      {contactsFor
        .filter((choice) => choice === chosen || choice !== without)
        .map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={contactForInput}
              value={choice}
              {...(onChoose
                ? { checked: chosen === choice, onChange: () => onChoose(choice) }
                : { defaultChecked: chosen === choice })}
            />
            <strong>{t.privacy.contactFor[choice]}</strong>
            <small>{t.privacy.contactForHint[choice]}</small>
          </label>
        ))}
    </fieldset>
  )
}
