import { type ReactNode, useEffect } from 'react'
import { formatOption, formatOptionOfPerson, isNumber, type NumberWish, wishes } from '#src/features/biodata/index.ts'
import { inchesOf } from '#src/features/biodata/policy.ts'
import { Heart } from '#src/features/favourites/components.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { rememberList } from '#src/platform/browser-storage/last-list.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { ArrowRightIcon, StarIcon } from '#src/ui/art/icons.ts'
import { CloseToIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Dots } from '#src/ui/dots.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import type { MemberCard as Card, Missed } from './contract.ts'
import { FitLine } from './fit-line.tsx'
import { formatNumber, formatValue, labelOf } from './index.ts'

const units = (t: AllTexts) => ({ birth: t.best.years, height: t.options.inch, weight: t.biodata.kg })
const formatOff = (t: AllTexts, name: NumberWish, off: number) =>
  units(t)[wishes[name].about](off).replaceAll(' ', '\u00a0')

function formatMissed(t: AllTexts, { name, value = 0, off = 0, has }: Missed) {
  const label = labelOf(t, name)
  if (!isNumber(name))
    return has ? t.actions.named(label, formatOption(t, wishes[name].about, has)) : t.best.unstated(label)
  const say = off > 0 ? t.best.above : t.best.below
  return say(label, formatValue(t, name, value), formatOff(t, name, Math.abs(off)))
}

type Shown = Card & { isNew?: true | undefined; missed?: Missed[] | undefined }
type Heading = 'h2' | 'h3'

interface CardProps {
  card: Shown
  heading: Heading
  /** In the place of the heart. */
  corner?: ReactNode
}

/** Who it is, as members see it in lists (REQUIREMENTS C2). */
function MemberCard({ card, heading: Heading, corner }: CardProps) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { gender, occupation, profession, education, district, maritalStatus, missed = [] } = card
  const ids = { heading: `biodata-${card.number}`, number: `number-${card.number}` }
  const number = brand.idPrefix + card.number
  const name = nameFor(t, card)
  return (
    <article
      aria-labelledby={`${ids.heading} ${ids.number}`}
      className={classNames('card person', card.premium && 'glow')}
    >
      <Portrait of={card} title={t.biodata.portrait[gender]} />
      <div className="person-words">
        <Heading id={ids.heading} className="person-name">
          {t.biodata.nameAndAge(name, card.age)}
        </Heading>
        <p className="person-work">
          <Dots>
            {[
              profession ?? formatOption(t, 'occupation', occupation),
              education && formatOption(t, 'education', education),
            ]}
          </Dots>
        </p>
        <p className="person-facts">
          <Dots>
            {[
              district ? formatOption(t, 'district', district) : t.options.division[card.division],
              formatNumber(t, 'height', inchesOf(card.feet, card.inch)),
              maritalStatus && formatOptionOfPerson(t, 'maritalStatus', maritalStatus, gender),
            ]}
          </Dots>
        </p>
      </div>
      {corner ?? (card.isFavourite !== undefined && <Heart person={card} label={name} />)}
      {card.fit && <FitLine fit={card.fit} isExplained={missed.length > 0} />}
      {missed.length > 0 && (
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
      )}
      <div className="card-foot">
        <span className="person-marks">
          <span id={ids.number} className="person-number">
            {number}
          </span>{' '}
          {card.isNew && <Pill tone="ok">{t.searches.isNew}</Pill>}
          {card.premium && (
            <Pill tone="gold">
              <StarIcon className="fill-current" /> {t.card.premium}
            </Pill>
          )}
          {card.isClosed && <Pill>{t.biodata.takesNoRequests}</Pill>}
        </span>
        {/* The card's one link: it is stretched over the whole card, which shows its focus. */}
        <Link to={to.details(card.id)} className="card-link">
          {t.card.viewProfile}{' '}
          <span className="sr-only">
            {number}, {name}
          </span>
          <ArrowRightIcon />
        </Link>
      </div>
    </article>
  )
}

/** A profile leads on to the next of these (REQUIREMENTS D1). `total` is of the whole list, unless its beginning is missing. */
export function RememberList({ cards, total }: { cards: readonly Shown[]; total?: number | undefined }) {
  const t = useMemberTexts()
  const { email } = useMember()
  useEffect(
    () => rememberList(email, { people: cards.map((card) => ({ id: card.id, name: nameFor(t, card) })), total }),
    [email, cards, total, t],
  )
  return null
}

interface CardsProps {
  cards: readonly Shown[]
  heading?: Heading
  className?: string
  /** Stands in the place of a card's heart. */
  corner?: (card: Shown) => ReactNode
  /** Stands behind the cards. */
  children?: ReactNode
}

export function MemberCards({ cards, heading = 'h2', className, corner, children }: CardsProps) {
  return (
    <div className={classNames('grid card-grid', className)}>
      {cards.map((card) => (
        <MemberCard key={card.id} card={card} heading={heading} corner={corner?.(card)} />
      ))}
      {children}
    </div>
  )
}
