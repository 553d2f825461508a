import { useId } from 'react'
import { formatOptionOfPerson, type Gender, isNumber, type Wish, wishes } from '#src/features/biodata/index.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { Jamdani } from '#src/ui/art/art.tsx'
import { DoneIcon, type Icon } from '#src/ui/art/icons.ts'
import { CloseToIcon, OutsideIcon, UnstatedIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import type { Fit, Quoted, QuotedFit } from './contract.ts'
import type { Verdict } from './policy.ts'
import { Stitches } from './stitches.tsx'
import { formatValue, formatWished, labelOf } from './words.ts'

export function WhyYouTwo({
  profile: { fit, gender },
}: {
  profile: { fit?: QuotedFit | null | undefined; gender: Gender }
}) {
  const t = useMemberTexts()
  const id = useId()
  if (fit === undefined) return null
  return (
    <section className="why no-print" aria-labelledby={id}>
      <div className="on-deep why-head">
        <Jamdani className="text-gold opacity-10" />
        <h2 id={id}>{fit ? t.whyYouTwo.title : t.whyYouTwo.none}</h2>
        {fit ? <Both fit={fit} gender={gender} /> : <p>{t.whyYouTwo.noneHint}</p>}
        {fit === null && (
          <ButtonLink to={to.edit} look="secondary" className="mt-4 justify-self-start">
            {t.biodata.write}
          </ButtonLink>
        )}
      </div>
      {fit && <WishTable fit={fit} gender={gender} labelledBy={id} />}
      {fit && (
        <p className="why-foot">
          <Link to={to.edit}>{t.whyYouTwo.change}</Link>
          <Link to={to.fit}>{t.whyYouTwo.how}</Link>
        </p>
      )}
    </section>
  )
}

export function FitInShort({ fit, gender }: { fit: Fit; gender: Gender }) {
  const t = useMemberTexts()
  const id = useId()
  return (
    <div className="grid gap-2">
      <h3 id={id} className="plain-heading text-md">
        {t.whyYouTwo.title}: {t.whyYouTwo.words[fit.word]}
      </h3>
      <WishTable fit={fit} gender={gender} labelledBy={id} isShort />
    </div>
  )
}

function Both({ fit: { word, yours, theirs }, gender }: { fit: QuotedFit; gender: Gender }) {
  const t = useMemberTexts()
  const says = t.whyYouTwo.both[gender]
  return (
    <>
      <p>{t.whyYouTwo.words[word]}</p>
      <div className="why-both">
        <p>
          <Stitches {...yours} /> <b>{yours.of > 0 ? says.yours(yours.met, yours.of) : t.whyYouTwo.noneOfYours}</b>
        </p>
        <p>
          <Stitches {...theirs} />{' '}
          <b>{theirs.of > 0 ? says.theirs(theirs.met, theirs.of) : t.whyYouTwo.noneOfTheirs[gender]}</b>
        </p>
      </div>
    </>
  )
}

function WishTable({
  fit,
  gender,
  labelledBy,
  isShort,
}: {
  fit: Fit | QuotedFit
  gender: Gender
  labelledBy: string
  isShort?: boolean
}) {
  const t = useMemberTexts()
  const sides = [
    { side: 'yours', label: t.whyYouTwo.yourWish, says: saysYours(t, gender) },
    { side: 'theirs', label: t.whyYouTwo.theirWish[gender], says: saysTheirs(t, gender) },
  ] as const
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
            {sides.map(({ side, label, says }) => (
              <td key={side} data-label={label}>
                <Says name={wish.name} said={wish[side]} says={says} />
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

interface Words {
  /** Of the person whose option is compared. */
  gender: Gender
  none: string
  sentence: (range: string, value: string, what: string) => string
  choice: (options: string) => string
  has: (option: string) => string
}
const saysYours = (t: AllTexts, gender: Gender): Words => ({
  gender,
  none: t.whyYouTwo.noWish,
  sentence: t.whyYouTwo.saysYours[gender],
  choice: t.whyYouTwo.yourChoice,
  has: t.whyYouTwo.hers[gender],
})
const saysTheirs = (t: AllTexts, gender: Gender): Words => ({
  gender: gender === 'Female' ? 'Male' : 'Female',
  none: t.whyYouTwo.noneShown,
  sentence: t.whyYouTwo.saysTheirs[gender],
  choice: t.whyYouTwo.theirChoice[gender],
  has: t.whyYouTwo.own,
})

function formatCompared(t: AllTexts, name: Wish, { from, to, value, wished, has }: Quoted, says: Words) {
  if (isNumber(name)) {
    if (from === undefined || to === undefined || value === undefined) return ''
    const say = (value: number) => formatValue(t, name, value)
    return says.sentence(t.whyYouTwo.range(say(from), say(to)), say(value), labelOf(t, name))
  }
  if (!wished) return ''
  const choice = says.choice(formatWished(t, name, wished))
  return has ? `${choice} ${says.has(formatOptionOfPerson(t, wishes[name].about, has, says.gender))}` : choice
}

/** A verdict has a shape and a word; the colour only repeats them. */
function Says({ name, said, says }: { name: Wish; said: Verdict | Quoted | undefined; says: Words }) {
  const t = useMemberTexts()
  if (!said) return <span className="text-ink-2">{says.none}</span>
  const verdict = typeof said === 'string' ? said : said.verdict
  const compared = typeof said === 'string' ? '' : formatCompared(t, name, said, says)
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
