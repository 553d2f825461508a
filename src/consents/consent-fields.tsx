import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Section } from '#src/ui/key-values.tsx'
import { DocumentIcon } from '#src/ui/member-icons.ts'
import type { ConsentKind } from './policy.ts'

/** How the boxes are called in the form that sends them. */
export const consentInput = { publish: 'consentPublish', contact: 'consentContact', faith: 'consentFaith' } as const

/** A box for each that is asked for, none of them ticked, with what follows from it. `errors` by the names of the boxes. */
export function ConsentFields({
  asked,
  errors,
}: {
  asked: readonly ConsentKind[]
  errors: Partial<Record<string, string>>
}) {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.consent.title}>
      <div className="mt-4 grid gap-4">
        {asked.map((what) => {
          const id = consentInput[what]
          const { label, hint } = t.consent.words[what]
          const problem = errors[id]
          return (
            <div key={what} className={classNames('field', problem && 'field-bad')}>
              <label className="check">
                <input
                  type="checkbox"
                  id={id}
                  name={id}
                  aria-describedby={classNames(`${id}-hint`, problem && `${id}-error`)}
                  aria-invalid={problem ? true : undefined}
                />
                <span className="font-semibold">{label}</span>
              </label>
              <p id={`${id}-hint`} className="field-hint">
                {hint}
              </p>
              {problem && (
                <p id={`${id}-error`} className="field-error">
                  {problem}
                </p>
              )}
            </div>
          )
        })}
        <p className="text-ink-2">{t.consent.revocable}</p>
      </div>
    </Section>
  )
}
