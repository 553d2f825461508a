import { useMemberTexts } from '#src/texts/texts.tsx'
import { classNames } from '#src/ui/class-names.ts'
import type { AskedKind } from './policy.ts'

export const consentInput = { publish: 'consentPublish', faith: 'consentFaith' } as const

export function ConsentBox({ what, problem }: { what: AskedKind; problem: string | undefined }) {
  const t = useMemberTexts()
  const id = consentInput[what]
  const { label, hint } = t.consent.words[what]
  return (
    <div className={classNames('field', problem && 'field-bad')}>
      <label className="check items-start">
        <input
          type="checkbox"
          id={id}
          name={id}
          aria-describedby={classNames(`${id}-hint`, problem && `${id}-error`)}
          aria-invalid={problem ? true : undefined}
        />
        <span className="text-base font-semibold">{label}</span>
      </label>
      <p id={`${id}-hint`} className="field-hint below-tick">
        {hint}
      </p>
      {problem && (
        <p id={`${id}-error`} className="field-error below-tick">
          {problem}
        </p>
      )}
    </div>
  )
}
