import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { Asker, byWhom, nameOfAsker, StatePill } from './asker.tsx'
import type { AskedOf } from './contract.ts'

export const waits = ({ state }: AskedOf) => state === 'waiting'

/** Of whom a guardian reads here, inside a section of the page. */
type Asked = { mayAnswer: boolean }

/** What waits comes before what was answered, the one whose time is over first. */
export function AskedList({ rows, of }: { rows: readonly AskedOf[]; of?: Asked }) {
  const inOrder = [...rows.filter(waits).toReversed(), ...rows.filter((row) => !waits(row))]
  return (
    <ul className="grid grid-cols-1 gap-4">
      {inOrder.map((request) => (
        <li key={request.id}>
          <Request request={request} of={of} />
        </li>
      ))}
    </ul>
  )
}

function Request({ request, of }: { request: AskedOf; of: Asked | undefined }) {
  const t = useMemberTexts()
  const { id, state, hoursLeft, answerBy, answeredAt } = request
  const isWaiting = state === 'waiting'
  const whom = byWhom(t, request)
  const mayAnswer = of?.mayAnswer ?? true
  return (
    <article className={of ? 'asked-row asked-inside' : 'asked-row section'} aria-label={nameOfAsker(t, request)}>
      <Asker request={request}>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatePill state={state} />
          {isWaiting && (
            <span>
              <b className="font-semibold">{t.asked.hoursLeft(hoursLeft)}</b>{' '}
              <span className="text-ink-2">{t.asked.until(t.format.dateTime(answerBy))}</span>
            </span>
          )}
          {!isWaiting && answeredAt && (
            <span className="text-ink-2">
              {t.asked.on(t.format.dateTime(answeredAt))}
              {whom && `, ${whom}`}
            </span>
          )}
        </p>
      </Asker>
      {isWaiting || state === 'yes' ? (
        <ButtonLink to={to.asked(id)} look={isWaiting && mayAnswer ? 'primary' : 'secondary'}>
          {mayAnswer ? (isWaiting ? t.asked.read : t.asked.seeBoth) : t.asked.readOnly}
          <span className="sr-only">: {nameOfAsker(t, request)}</span>
        </ButtonLink>
      ) : (
        <Link to={to.asked(id)} className="quiet-link underline">
          {t.asked.readAgain}
          <span className="sr-only">: {nameOfAsker(t, request)}</span>
        </Link>
      )}
    </article>
  )
}
