import { useId } from 'react'
import { formatOptionOfPerson, type Gender, isNumber, type Wish, wishes } from '#src/features/biodata/index.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { DoneIcon, type Icon } from '#src/ui/art/icons.ts'
import { ChevronDownIcon, CloseToIcon, OutsideIcon, UnstatedIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Dots } from '#src/ui/dots.tsx'
import type { Fit, Quoted, QuotedFit } from './contract.ts'
import { Stitches } from './fit-line.tsx'
import { formatOneOf, formatValue, formatWished, labelOf } from './index.ts'
import type { Verdict } from './policy.ts'

const other = (gender: Gender) => (gender === 'Female' ? 'Male' : 'Female')

interface MatchProps {
  gender: Gender
  /** For a guardian: it is the match of their ward. */
  isOfWard?: boolean
}
const wordsFor = (t: AllTexts, { gender, isOfWard }: MatchProps) =>
  isOfWard ? t.whyYouTwo.ofWard[other(gender)] : t.whyYouTwo

/** One line; all wishes open below it (REQUIREMENTS D1). `gender` is of the other one. */
export function WhyYouTwo({ fit, ...match }: MatchProps & { fit: QuotedFit | null | undefined }) {
  const t = useMemberTexts()
  const id = useId()
  const { isOfWard } = match
  if (fit === undefined || (isOfWard && !fit)) return null
  if (!fit)
    return (
      <section className="section no-print" aria-labelledby={id}>
        <h2 id={id} className="text-h3">
          {t.whyYouTwo.none}
        </h2>
        <p className="mt-1 mb-3">{t.whyYouTwo.noneHint}</p>
        <ButtonLink to={to.edit} look="secondary">
          {t.registering.writeBiodata}
        </ButtonLink>
      </section>
    )
  return (
    <section className="why no-print" aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {isOfWard ? t.whyYouTwo.titleOfWard : t.whyYouTwo.title}
      </h2>
      <details>
        <summary>
          <BothWays fit={fit} {...match} />
          <span className="why-open">
            {t.whyYouTwo.seeAll} <ChevronDownIcon />
          </span>
        </summary>
        <WishTable fit={fit} {...match} labelledBy={id} />
        <p className="why-foot">
          {!isOfWard && <Link to={to.edit}>{t.whyYouTwo.change}</Link>}
          <Link to={to.fit}>{t.whyYouTwo.how}</Link>
        </p>
      </details>
    </section>
  )
}

/** The verdict in one line: the same words on the profile and where its fee is paid. */
function BothWays({ fit: { yours, theirs }, ...match }: MatchProps & { fit: Pick<Fit, 'yours' | 'theirs'> }) {
  const t = useMemberTexts()
  const { gender } = match
  const { both: says, noneOfYours } = wordsFor(t, match)
  return (
    <>
      {yours.of > 0 && <Stitches {...yours} />}
      <Dots className="why-both">
        {[
          yours.of > 0 ? says.yours(gender, yours.met, yours.of) : noneOfYours,
          theirs.of > 0 ? says.theirs(gender, theirs.met, theirs.of) : t.whyYouTwo.noneOfTheirs(gender),
        ]}
      </Dots>
    </>
  )
}

export function FitInShort({ fit, gender }: { fit: Fit; gender: Gender }) {
  const t = useMemberTexts()
  const id = useId()
  return (
    <div className="grid gap-2">
      <h3 id={id} className="plain-heading text-md">
        {t.whyYouTwo.title}
      </h3>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <BothWays fit={fit} gender={gender} />
      </p>
      <WishTable fit={fit} gender={gender} labelledBy={id} isShort />
    </div>
  )
}

interface WishTableProps extends MatchProps {
  fit: Fit | QuotedFit
  labelledBy: string
  isShort?: boolean
}

function WishTable({ fit, labelledBy, isShort, ...match }: WishTableProps) {
  const t = useMemberTexts()
  const sides = sidesOf(t, match)
  return (
    <table className={classNames('wishes', isShort && 'wishes-short')} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t.whyYouTwo.what}</span>
          </th>
          {sides.map(({ side, label }) => (
            <th key={side} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fit.wishes.map((wish) => (
          <tr key={wish.name}>
            <th scope="row">{labelOf(t, wish.name)}</th>
            {sides.map((says) => (
              <td key={says.side} data-label={says.label}>
                <Says name={wish.name} stated={wish[says.side]} says={says} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const icons: Record<Verdict, Icon> = {
  meets: DoneIcon,
  close: CloseToIcon,
  outside: OutsideIcon,
  unstated: UnstatedIcon,
}

/** The `gender` is of the person whose option is compared. */
function sidesOf(t: AllTexts, match: MatchProps) {
  const { gender } = match
  const says = wordsFor(t, match)
  return [
    {
      side: 'yours',
      label: says.yourWish,
      gender,
      none: t.whyYouTwo.noWish,
      sentence: (...stated: Stated) => says.saysYours(gender, ...stated),
      chooses: (...chosen: Chosen) => says.choosesYours(gender, ...chosen),
    },
    {
      side: 'theirs',
      label: t.whyYouTwo.theirWish(gender),
      gender: other(gender),
      none: t.whyYouTwo.noneShown,
      sentence: (...stated: Stated) => says.saysTheirs(gender, ...stated),
      chooses: (...chosen: Chosen) => says.choosesTheirs(gender, ...chosen),
    },
  ] as const
}
type Stated = [range: string, value: string, what: string]
type Chosen = [what: string, options: string, has: string]
type Words = ReturnType<typeof sidesOf>[number]

function formatCompared(t: AllTexts, name: Wish, { value, has, ...asked }: Quoted, says: Words) {
  if (isNumber(name)) return says.sentence(formatWished(t, name, asked), formatValue(t, name, value!), labelOf(t, name))
  const { about } = wishes[name]
  const own = has ? formatOptionOfPerson(t, about, has, says.gender) : ''
  return says.chooses(t.best.wishes[name], formatOneOf(t, about, asked.wished!), own)
}

/** A verdict has a shape and a word; the colour only repeats them. */
function Says({ name, stated, says }: { name: Wish; stated: Verdict | Quoted | undefined; says: Words }) {
  const t = useMemberTexts()
  if (!stated) return <span className="text-ink-2">{says.none}</span>
  const verdict = typeof stated === 'string' ? stated : stated.verdict
  const compared = typeof stated === 'string' ? '' : formatCompared(t, name, stated, says)
  const VerdictIcon = icons[verdict]
  return (
    <>
      <span className="verdict" data-verdict={verdict}>
        <VerdictIcon /> {t.whyYouTwo.verdicts[verdict]}
      </span>
      {compared && <span className="wish-says">{compared}</span>}
    </>
  )
}
