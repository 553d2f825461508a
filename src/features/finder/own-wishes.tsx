import { formatOption, isNumber, wishes } from '#src/features/biodata/index.ts'
import { formatValue, formatWished, labelOf } from '#src/features/matching/index.ts'
import type { OwnWishes } from '#src/features/search/contract.ts'
import { plain } from '#src/features/search/index.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'

const otherGender = ({ gender }: OwnWishes) => (gender === 'Male' ? 'Female' : 'Male')

function formatWish(t: AllTexts, { name, from, to, wished = [] }: OwnWishes['wishes'][number]) {
  if (!isNumber(name)) {
    const options = formatWished(t, name, wished)
    return plain.includes(wishes[name].about) ? options : t.find.option(labelOf(t, name), options)
  }
  if (from === undefined || to === undefined) return ''
  const range = t.whyYouTwo.range(formatValue(t, name, from), formatValue(t, name, to))
  return t.find.option(labelOf(t, name), range)
}

/** The order removes nobody, so it is no filter. */
export function FromYourWishes({ own }: { own: OwnWishes }) {
  const t = useMemberTexts()
  const said = [
    formatOption(t, 'gender', otherGender(own)),
    ...own.wishes.map((wish) => formatWish(t, wish)).filter((words) => words !== ''),
  ]
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-button bg-ok-soft px-4 py-2 text-ok">
      <p className="from-wishes">
        {t.best.fromWishes} <b className="font-semibold">{said.join('\u00a0· ')}</b>
      </p>
      <Link to={to.edit} className="touch font-semibold underline">
        {t.best.changeWishes}
      </Link>
    </div>
  )
}
