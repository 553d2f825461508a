import type { ReactNode } from 'react'
import { BiodataCard, cardGrid } from '#src/features/biodata/components.ts'
import { FitLine } from '#src/features/matching/components.ts'
import type { Missed } from '#src/features/matching/contract.ts'
import { formatMissed } from '#src/features/matching/index.ts'
import { enoughPeople } from '#src/features/matching/policy.ts'
import { NewPill } from '#src/features/saved-searches/components.ts'
import type { Found } from '#src/features/search/contract.ts'
import { useRememberSteps } from '#src/features/search/hooks.ts'
import { formatWishes } from '#src/features/search/index.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { CloseToIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'

function formatPart(t: AllTexts, { mayMiss, people = 0, isRest }: NonNullable<Found['part']>) {
  if (isRest) return t.best.rest
  const said = t.format.number(people)
  if (mayMiss.length > 0) return t.best.others(said, formatWishes(t, mayMiss))
  return people === 1 ? t.best.one : t.best.all(said)
}

const linked = 'inline-block py-1 font-medium text-ink underline'

/** Everybody else stands behind every step. */
const stepOf = ({ mayMiss, isRest }: NonNullable<Found['part']>): number | 'rest' => (isRest ? 'rest' : mayMiss.length)

/** `searchWith` is the query of this list's address with at most so many steps. */
export function BestMatches({
  cards,
  isWhole,
  isContinued,
  searchWith,
  save,
}: {
  cards: Found[]
  isWhole: boolean
  /** Whether others stand before them, on another page. */
  isContinued: boolean
  searchWith: (change: { steps: number }) => string
  save: ReactNode
}) {
  const t = useMemberTexts()
  const { further } = cards[0]!.part!
  const parts = [...new Set(cards.map(({ part }) => stepOf(part!)))].map((step) => ({
    step,
    found: cards.filter(({ part }) => stepOf(part!) === step),
  }))
  const onLadder = cards.filter(({ part }) => !part!.isRest).length
  // Who is put first can be seen by now.
  const isLadderWhole = isWhole || onLadder < cards.length
  const canGoFurther = further && !isContinued && isLadderWhole && onLadder < enoughPeople
  const wider = canGoFurther && (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-ink-2">
      <span>{t.best.leftOut}</span>
      <StepsLink steps={further.length} searchWith={searchWith}>
        {t.best.include(formatWishes(t, further))}
      </StepsLink>
    </p>
  )
  return (
    <>
      {parts[0]!.step !== 0 && !isContinued && <p className="mb-4 text-lg font-semibold">{t.best.nobody}</p>}
      {parts.map(({ step, found }, place) => (
        <section key={step} className={step === 0 ? undefined : 'ladder'}>
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="text-h3">{formatPart(t, found[0]!.part!)}</h2>
            {step === 0 && (
              <Link to={to.fit} className={linked}>
                {t.best.how}
              </Link>
            )}
            {step !== 0 && step !== 'rest' && (
              <p className="w-full text-ink-2">
                {t.best.lead}{' '}
                <StepsLink steps={step - 1} searchWith={searchWith}>
                  {t.best.leaveOut}
                </StepsLink>
              </p>
            )}
          </div>
          {step === 'rest' && wider}
          <div className={cardGrid}>
            {found.map((card) => (
              <BiodataCard key={card.id} card={card} heading="h3" below={<Fit card={card} />} />
            ))}
            {place === 0 && save}
          </div>
        </section>
      ))}
      {onLadder === cards.length && wider && <div className="mt-8">{wider}</div>}
    </>
  )
}

/** Keeps the steps for the next list, too. */
function StepsLink({
  steps,
  searchWith,
  children,
}: {
  steps: number
  searchWith: (change: { steps: number }) => string
  children: ReactNode
}) {
  const remember = useRememberSteps()
  return (
    <Link to={to.browse + searchWith({ steps })} onClick={() => remember(steps)} className={linked}>
      {children}
    </Link>
  )
}

export function NewestUntilThen() {
  const t = useMemberTexts()
  return (
    <div className="mb-5 grid justify-items-start gap-2 rounded-card bg-surface-2 p-5">
      <h2 className="text-h3">{t.whyYouTwo.none}</h2>
      <p>{t.best.none}</p>
      <ButtonLink look="secondary" small to={to.edit}>
        {t.biodata.write}
      </ButtonLink>
    </div>
  )
}

export function InOrder({ cards, heading, save }: { cards: Found[]; heading?: 'h3'; save?: ReactNode }) {
  return (
    <div className={cardGrid}>
      {cards.map((card) => (
        <BiodataCard key={card.id} card={card} heading={heading ?? 'h2'} below={<Fit card={card} />} />
      ))}
      {save}
    </div>
  )
}

function Fit({ card: { fit, gender, missed = [], isNew } }: { card: Found }) {
  return (
    <>
      {isNew && <NewPill />}
      {fit && <FitLine fit={fit} gender={gender} />}
      {missed.length > 0 && <Misses missed={missed} />}
    </>
  )
}

function Misses({ missed }: { missed: readonly Missed[] }) {
  const t = useMemberTexts()
  return (
    <p className="missed">
      <CloseToIcon />
      <span>
        {missed.map((one) => (
          <span key={one.name} className="block">
            {formatMissed(t, one)}
          </span>
        ))}
      </span>
    </p>
  )
}
