import { useMember } from '#src/features/identity/hooks.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { EditIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { useProgress } from './hooks.ts'

type Step = keyof ReturnType<typeof useMemberTexts>['nextStep']['steps']

/** One card with one thing to do. Without `step` it asks for the biodata, as long as there is none. */
export function NextStep({ step = 'write' }: { step?: Step }) {
  const t = useMemberTexts()
  const { hasBiodata, isAdmin, isGuardian } = useMember()
  const { filled, needed } = useProgress()
  if (step === 'write' && (hasBiodata || isAdmin || isGuardian)) return null
  const [title, text, action] = t.nextStep.steps[step]
  return (
    <section aria-labelledby="next-step" className="panel next-step no-print">
      <span className="sign phone-hidden">
        <EditIcon className="size-5" />
      </span>
      <div>
        <p className="text-sm font-semibold text-gold-text">{t.nextStep.label}</p>
        <h2 id="next-step" className="text-h3">
          {title}
        </h2>
        <p className="text-ink-2">
          {text} {step === 'write' && t.nav.filled(filled, needed)}
        </p>
      </div>
      <ButtonLink to={step === 'confirm' ? to.account : to.edit} small>
        {action}
      </ButtonLink>
    </section>
  )
}
