import { useAccountTexts } from '#src/texts/texts.tsx'
import { CheckIcon } from '#src/ui/art/icons.ts'
import { type Right, rights } from './policy.ts'

/** What a guardian may do, and in one line what not. */
export function RightsList({ of }: { of: Partial<Record<Right, boolean>> & { gender: 'Female' | 'Male' } }) {
  const t = useAccountTexts()
  const words = t.invitation.of[of.gender]
  const allowed = [words.rights.see, ...rights.filter((right) => of[right]).map((right) => words.rights[right])]
  const withheld = rights.filter((right) => !of[right]).map((right) => words.rights[right])
  return (
    <>
      <ul className="mt-2 grid gap-2">
        {allowed.map((label) => (
          <li key={label} className="flex gap-3">
            <CheckIcon className="mt-1 size-5 shrink-0 text-ok" />
            {label}
          </li>
        ))}
      </ul>
      {withheld.length > 0 && <p className="mt-3 text-ink-2">{t.invitation.mayNot(withheld.join(', '))}</p>}
      <p className="mt-3 text-ink-2">{words.never}</p>
    </>
  )
}
