import { useId } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CheckField, Field } from '#src/ui/forms/field.tsx'
import { type Right, rights } from './policy.ts'

export const rightsIn = (sent: Record<string, string>) =>
  Object.fromEntries(rights.map((right) => [right, sent[right] !== undefined])) as Record<Right, boolean>

interface RightsProps {
  legend: string
  chosen: Partial<Record<Right, boolean>>
  /** With the number, once it is known. */
  contactHint: string | undefined
}

export function RightsFields({ legend, chosen, contactHint }: RightsProps) {
  const t = useMemberTexts()
  const id = useId()
  const hints: Partial<Record<Right, string>> = {
    mayAnswer: t.guardians.answerHint,
    isContact: contactHint || t.guardians.contactHint,
    mayEdit: t.guardians.editHint,
  }
  return (
    <Field isGroup label={legend}>
      <div className="grid rights">
        {rights.map((right) => (
          <div key={right}>
            <CheckField
              label={t.guardians.rights[right]}
              name={right}
              defaultChecked={chosen[right] ?? false}
              aria-describedby={hints[right] && `${id}-${right}`}
            />
            {hints[right] && (
              <p id={`${id}-${right}`} className="field-hint check-hint">
                {hints[right]}
              </p>
            )}
          </div>
        ))}
      </div>
    </Field>
  )
}
