import type { ReactNode } from 'react'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { ArrowRightIcon, StarIcon } from '#src/ui/art/icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Facts } from '#src/ui/facts.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import type { Card } from './contract.ts'
import type { CardField } from './fields.ts'

type CardProps = { card: Card; heading?: 'h2' | 'h3' | undefined; below?: ReactNode }

function BiodataCard({ card, heading: Heading = 'h3', below }: CardProps) {
  const t = useTexts()
  const { brand } = useSite()
  const headingId = `biodata-${card.number}`
  const number = brand.idPrefix + card.number
  const facts: Record<CardField | 'age', string> = {
    gender: t.options.gender[card.gender],
    division: t.options.division[card.division],
    age: t.format.digits(card.age),
    occupation: t.options.occupation[card.occupation],
  }
  return (
    <article aria-labelledby={headingId} className={classNames('card', card.premium && 'glow')}>
      {/* Its gender is said by the first fact. */}
      <Portrait of={card} />
      <div>
        <Heading id={headingId} className="card-label">
          <span className="block text-ink-2">{t.card.number}</span>
          <span className="card-name">{number}</span>
        </Heading>
        <Facts
          className="card-facts"
          facts={Object.entries(facts).map(([name, value]) => ({ label: t.card[name as keyof typeof facts], value }))}
        />
      </div>
      {below}
      <div className="card-foot">
        {card.premium && (
          <Pill tone="gold">
            <StarIcon className="fill-current" /> {t.card.premium}
          </Pill>
        )}
        {/* The card's one link: it is stretched over the whole card, which shows its focus. */}
        <Link to={to.details(card.id)} className="card-link">
          {t.card.viewProfile} <span className="sr-only">{number}</span>
          <ArrowRightIcon />
        </Link>
      </div>
    </article>
  )
}

interface CardsProps<C extends Card> extends Pick<CardProps, 'heading'> {
  cards: readonly C[]
  className?: string
  below?: (card: C) => ReactNode
  children?: ReactNode
}

export function Cards<C extends Card>({ cards, heading, className, below, children }: CardsProps<C>) {
  return (
    <div className={classNames('grid card-grid', className)}>
      {cards.map((card) => (
        <BiodataCard key={card.id} card={card} heading={heading} below={below?.(card)} />
      ))}
      {children}
    </div>
  )
}
