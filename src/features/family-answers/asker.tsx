import type { ReactNode } from 'react'
import { formatOption, formatOptionOfPerson } from '#src/features/biodata/index.ts'
import { inchesOf } from '#src/features/biodata/policy.ts'
import { formatNumber } from '#src/features/matching/index.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { Dots } from '#src/ui/dots.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import type { AskedOf, AskedState } from './contract.ts'

type Request = Pick<AskedOf, 'asker' | 'askerName'>

/** As in the biodata, or of the account where that is not found. */
export const nameOfAsker = (t: AllTexts, { asker, askerName }: Request) => (asker ? nameFor(t, asker) : askerName)

const tones = {
  waiting: 'gold',
  yes: 'ok',
  'not now': 'plain',
  over: 'plain',
  'taken back': 'plain',
  ended: 'plain',
} as const

export function StatePill({ state }: { state: AskedState }) {
  const t = useMemberTexts()
  return <Pill tone={tones[state]}>{t.asked.states[state]}</Pill>
}

/** Who asks, as on a card. */
export function Asker({ request, children }: { request: Request; children?: ReactNode }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { asker } = request
  if (!asker)
    return (
      <div className="grid gap-1">
        <p className="text-lg font-semibold wrap-anywhere">{nameOfAsker(t, request)}</p>
        <p className="text-ink-2">{t.asked.gone}</p>
        {children}
      </div>
    )
  const { gender, maritalStatus, district, division, education, profession, occupation } = asker
  return (
    <div className="asker">
      <Portrait of={asker} />
      <div className="grid content-start gap-1">
        <p className="text-lg font-semibold wrap-anywhere">{t.biodata.nameAndAge(nameFor(t, asker), asker.age)}</p>
        <Dots>
          {[
            profession ?? formatOption(t, 'occupation', occupation),
            education && formatOption(t, 'education', education),
          ]}
        </Dots>
        <Dots className="text-ink-2">
          {[
            district ? formatOption(t, 'district', district) : formatOption(t, 'division', division),
            formatNumber(t, 'height', inchesOf(asker.feet, asker.inch)),
            maritalStatus && formatOptionOfPerson(t, 'maritalStatus', maritalStatus, gender),
          ]}
        </Dots>
        <p className="text-ink-2">{brand.idPrefix + asker.number}</p>
        {children}
      </div>
    </div>
  )
}

/** Of an answer that was not one's own. */
export function byWhom(t: AllTexts, { answeredBy, byTelephone }: Pick<AskedOf, 'answeredBy' | 'byTelephone'>) {
  if (byTelephone)
    return t.asked.byTelephone(t.attested.withWhoms[byTelephone.withWhom], t.format.shortDate(byTelephone.on))
  return answeredBy ? t.asked.by(answeredBy) : undefined
}
