import { useSuspenseQuery } from '@tanstack/react-query'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { Attestation, Attested } from './contract.ts'
import { ownAttested } from './hooks.ts'
import { Line } from './sentences.tsx'

type Gender = 'Female' | 'Male'

/** Absent where there is nothing: never an empty promise. */
export function CheckedByBureau({ attested = [], gender }: { attested?: readonly Attested[]; gender: Gender }) {
  const t = useMemberTexts()
  if (attested.length === 0) return null
  return (
    <Section title={t.attested.title}>
      <ul className="mt-3 grid gap-3">
        {attested.map((one) => (
          <Line key={one.kind} t={t} of={one} gender={gender} />
        ))}
      </ul>
    </Section>
  )
}

/** How it was seen or heard and until when others read it, or why it has ended. */
export const endOf = (t: AllTexts, { how, endsOn, ended }: Omit<Attestation, 'id'>) =>
  ended
    ? `${t.attested.ended[ended.because](t.format.date(ended.on))} ${ended.words ?? ''}`.trim()
    : `${t.attested.hows[how]}, ${t.attested.until(t.format.date(endsOn))}`

/** What has ended too. The page asks for `ownAttested`. */
export function OwnAttestations({ gender }: { gender: Gender }) {
  const t = useMemberTexts()
  const { data } = useSuspenseQuery(ownAttested)
  if (data.length === 0) return null
  return (
    <Section className="no-print" title={t.attested.title}>
      <p className="mt-1 text-ink-2">{t.attested.ownHint}</p>
      <ul className="mt-3 grid gap-3">
        {data.map((one) => (
          <Line key={one.id} t={t} of={one} gender={gender} isOver={!!one.ended}>
            <p className="field-hint wrap-anywhere whitespace-pre-wrap">{endOf(t, one)}</p>
          </Line>
        ))}
      </ul>
    </Section>
  )
}
