import type { ReactNode } from 'react'
import { to } from '#src/platform/addresses.ts'
import { type AllTexts, useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { Link } from '#src/platform/routing.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { CloseToIcon } from '#src/ui/member-icons.ts'
import { BiodataCard, cardGrid } from '../biodata-card.tsx'
import type { Missed } from '../fit/contract.ts'
import { FitLine } from '../fit/fit-line.tsx'
import { enoughPeople } from '../fit/policy.ts'
import { sayMissed } from '../fit/words.ts'
import { NewPill } from '../searches/news-bar.tsx'
import type { Found } from './contract.ts'
import { useRememberSteps } from './hooks.ts'
import { sayWishes } from './words.ts'

function sayPart(t: AllTexts, { mayMiss, people }: NonNullable<Found['part']>) {
  const said = t.format.number(people)
  if (mayMiss.length > 0) return t.best.others(said, sayWishes(t, mayMiss))
  return people === 1 ? t.best.one : t.best.all(said)
}

const linked = 'inline-block py-1 font-medium text-ink underline underline-offset-4'

/**
 * Who fits best, in parts: who meets all wishes, and where they are few who misses one, two or three of them. `searchWith`
 * is the query of this list's address with at most so many steps, or of everybody in another order.
 */
export function BestMatches({
  cards,
  isWhole,
  isRest,
  searchWith,
  save,
}: {
  cards: Found[]
  isWhole: boolean
  /** Whether others stand before them, on another page. */
  isRest: boolean
  searchWith: (change: { steps?: number; order?: 'newest' }) => string
  /** Stands behind those of the first part. */
  save: ReactNode
}) {
  const t = useMemberTexts()
  const { further } = cards[0]!.part!
  const parts = [...new Set(cards.map(({ part }) => part!.mayMiss.length))].map((step) => ({
    step,
    found: cards.filter(({ part }) => part!.mayMiss.length === step),
  }))
  return (
    <>
      {parts[0]!.step > 0 && !isRest && <p className="mb-4 text-lg font-semibold">{t.best.nobody}</p>}
      {parts.map(({ step, found }, place) => (
        <section key={step} className={step > 0 ? 'ladder' : undefined}>
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 className="text-h3">{sayPart(t, found[0]!.part!)}</h2>
            {step === 0 && (
              <Link to={to.fit} className={linked}>
                {t.best.how}
              </Link>
            )}
            {step > 0 && (
              <p className="w-full text-ink-2">
                {t.best.lead}{' '}
                <StepsLink steps={step - 1} searchWith={searchWith}>
                  {t.best.leaveOut}
                </StepsLink>
              </p>
            )}
          </div>
          <div className={cardGrid}>
            {found.map((card) => (
              <BiodataCard key={card.id} card={card} heading="h3" below={<Fit card={card} />} />
            ))}
            {place === 0 && save}
          </div>
        </section>
      ))}
      {isWhole && (
        <p className="mt-8 flex flex-wrap items-baseline justify-center gap-x-5 gap-y-1 text-center text-ink-2">
          {further && !isRest && cards.length < enoughPeople ? (
            <>
              <span className="w-full">{t.best.leftOut}</span>
              <StepsLink steps={further.length} searchWith={searchWith}>
                {t.best.include(sayWishes(t, further))}
              </StepsLink>
            </>
          ) : (
            <span>{t.best.end}</span>
          )}
          <Link to={to.find + searchWith({ order: 'newest' })} className={linked}>
            {t.best.newest}
          </Link>
        </p>
      )}
    </>
  )
}

/** Leads to the list in which so many wishes may be missed, and keeps that for the next one. */
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
    <Link to={to.find + searchWith({ steps })} onClick={() => remember(steps)} className={linked}>
      {children}
    </Link>
  )
}

/** Until somebody has a biodata of their own. */
export function NewestUntilThen() {
  const t = useMemberTexts()
  return (
    <div className="mb-5 grid justify-items-start gap-2 rounded-card bg-surface-2 p-5">
      <h2 className="text-h3">{t.whyYouTwo.none}</h2>
      <p>{t.best.none}</p>
      <ButtonLink look="secondary" small to={to.edit}>
        {t.biodata.edit}
      </ButtonLink>
    </div>
  )
}

/** In any other order they are one list. */
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

/** What a member is told of a person on a card. */
function Fit({ card: { fit, missed = [], isNew } }: { card: Found }) {
  return (
    <>
      {isNew && <NewPill />}
      {fit && <FitLine fit={fit} />}
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
            {sayMissed(t, one)}
          </span>
        ))}
      </span>
    </p>
  )
}
