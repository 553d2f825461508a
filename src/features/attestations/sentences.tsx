import type { ReactNode } from 'react'
import type { AllTexts } from '#src/texts/texts.tsx'
import type { Icon } from '#src/ui/art/icons.ts'
import { DocumentIcon, HouseIcon, IdCardIcon, PeopleIcon, PhoneIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import type { Attested } from './contract.ts'
import type { AttestedKind } from './policy.ts'

const icons: Record<AttestedKind, Icon> = {
  phone: PhoneIcon,
  identity: IdCardIcon,
  certificate: DocumentIcon,
  family: PeopleIcon,
  visit: HouseIcon,
}

type Said = Pick<Attested, 'kind' | 'on'> & { withWhom?: Attested['withWhom'] | null }

function sentenceOf(t: AllTexts, { kind, withWhom, on }: Said, gender: 'Female' | 'Male') {
  const day = t.format.date(on)
  return kind === 'family' ? t.attested.family(day, t.attested.whom[gender][withWhom ?? 'self']) : t.attested[kind](day)
}

/** A word for each, where there is no room for sentences: of a talk with the family it is with whom. */
export const attestedWords = (t: AllTexts, attested: readonly Attested[] = []) =>
  attested.map(({ kind, withWhom }) => (withWhom ? t.attested.withWhoms[withWhom] : t.attested.kinds[kind])).join(', ')

interface LineProps {
  t: AllTexts
  of: Said
  gender: 'Female' | 'Male'
  /** Nobody else reads it any more. */
  isOver?: boolean
  children?: ReactNode
}

export function Line({ t, of, gender, isOver, children }: LineProps) {
  const KindIcon = icons[of.kind]
  return (
    <li className="flex gap-3">
      <KindIcon className={classNames('mt-0.5 size-5 shrink-0', isOver ? 'text-ink-2' : 'text-ok')} />
      <div className="min-w-0 flex-1">
        <p className={classNames('wrap-anywhere', isOver && 'text-ink-2')}>{sentenceOf(t, of, gender)}</p>
        {children}
      </div>
    </li>
  )
}
