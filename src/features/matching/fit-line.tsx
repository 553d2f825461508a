import { useMemberTexts } from '#src/texts/texts.tsx'
import { Dots } from '#src/ui/dots.tsx'
import type { CardFit } from './contract.ts'
import { formatWishNames } from './index.ts'
import { fewWishes } from './policy.ts'

const dashes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => `M${(from + place) * 13 + 4} 4l5-1`).join('')

/** Hidden from screen readers: its words stand beside it. */
export const Stitches = ({ met, of }: CardFit['yours']) => (
  <svg className="stitches" viewBox={`0 0 ${of * 13} 7`} aria-hidden="true">
    <path d={dashes(0, met)} />
    <path className="unmet" d={dashes(met, of)} />
  </svg>
)

interface FitLineProps {
  fit: CardFit
  /** What differs is said with its numbers below. */
  isExplained: boolean
}

/** The match in one line. What differs tells more than what this person wishes. */
export function FitLine({ fit: { yours, theirs, differs }, isExplained }: FitLineProps) {
  const t = useMemberTexts()
  const says = t.whyYouTwo
  const isWhole = yours.met === yours.of
  const unsaid = yours.of - yours.met - differs.length
  const facts = [
    yours.of > 0 && (isWhole && yours.of < fewWishes ? says.allStated(yours.of) : says.yours(yours.met, yours.of)),
    ...(isWhole || isExplained
      ? [theirs.of > 0 && says.theirs(theirs.met, theirs.of)]
      : [differs.length > 0 && says.differ(formatWishNames(t, differs)), unsaid > 0 && says.unsaid(unsaid)]),
  ]
  if (!facts.some(Boolean)) return null
  return (
    <p className="fit" data-fit={isWhole ? 'whole' : undefined}>
      {yours.of > 0 && <Stitches {...yours} />}
      <Dots>{facts}</Dots>
    </p>
  )
}
