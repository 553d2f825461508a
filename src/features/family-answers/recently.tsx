import type { Ward } from '#src/features/guardians/contract.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { HistoryIcon } from '#src/ui/art/member-icons.ts'
import { Section } from '#src/ui/key-values.tsx'
import { useSite } from '#src/ui/site.tsx'
import { nameOfAsker } from './asker.tsx'
import type { AskedOf } from './contract.ts'

/** What became of each request for a ward, and who gave the answer; the latest answer first. */
export function Recently({ rows, ward }: { rows: readonly AskedOf[]; ward: Ward }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const at = ({ answeredAt, forwardedAt }: AskedOf) => answeredAt ?? forwardedAt
  return (
    <Section icon={HistoryIcon} title={t.asked.recently}>
      <ul className="recently">
        {rows
          .toSorted((one, other) => at(other).localeCompare(at(one)))
          .map((row) => (
            <li key={row.id}>
              <span className="text-ink-2">{row.answeredAt && t.format.date(inBangladesh(row.answeredAt).day)}</span>
              <span className="min-w-0 wrap-anywhere">
                {formatOutcome(t, row, ward, row.asker ? brand.idPrefix + row.asker.number : row.askerName)}{' '}
                <Link to={to.asked(row.id)} className="quiet-link underline">
                  {row.state === 'yes' && ward.mayAnswer ? t.asked.seeBoth : t.asked.readAgain}
                  <span className="sr-only">: {nameOfAsker(t, row)}</span>
                </Link>
              </span>
            </li>
          ))}
      </ul>
    </Section>
  )
}

function formatOutcome(t: AllTexts, { state, byTelephone, ...row }: AskedOf, ward: Ward, whom: string) {
  if (state === 'waiting') return ''
  if (state === 'over' || state === 'ended') return t.asked.ended[state](whom)
  if (byTelephone && state !== 'taken back')
    return t.asked.heard[state](t.attested.withWhoms[byTelephone.withWhom], whom)
  return t.asked.did[state](formatAnswerer(t, row, ward), whom)
}

function formatAnswerer(
  t: AllTexts,
  { answeredAs, answeredBy }: Pick<AskedOf, 'answeredAs' | 'answeredBy'>,
  ward: Ward,
) {
  if (answeredAs === 'caller') return t.asked.you
  return (answeredAs === 'owner' ? nameFor(t, ward) : answeredBy) ?? t.asked.theFamily
}
