import { useId } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'

const width = 300
const height = 162
const right = 6
const bottom = 36
const top = 16
/** Room for a number, as wide as the widest digits are in either language. */
const widthOf = (number: string) => [...number].reduce((sum, sign) => sum + (sign === ',' ? 3 : 7), 0)

/** The round number from `most` on that has a whole half: 2, 4, 6, 8, 10, 20, 40 … */
function axisEnd(most: number) {
  let power = 1
  while (10 * power < most) power *= 10
  return [2, 4, 6, 8, 10].map((factor) => factor * power).find((end) => end >= most)!
}

/** `weeks` are first days, the oldest first. Numbers wider than their bar stand on the highest one only. */
export function WeekChart({ title, weeks, counts }: { title: string; weeks: string[]; counts: number[] }) {
  const t = useAdminTexts()
  const id = useId()
  const most = Math.max(...counts)
  const end = axisEnd(most)
  const labels = counts.map(t.format.number)
  const left = Math.max(32, widthOf(t.format.number(end)) + 8)
  const step = (width - left - right) / 12
  const allFit = labels.every((label) => widthOf(label) <= step)
  const isLabelled = (week: number) => counts[week]! > 0 && (allFit || week === counts.lastIndexOf(most))
  const middleOf = (week: number) => left + (week + 0.5) * step
  /** Above its bar, but inside: neither on the axis nor beyond the edge. */
  const placeOf = (week: number, words = labels[week]!) => {
    const half = widthOf(words) / 2
    return Math.max(left + half, Math.min(middleOf(week), width - half))
  }
  const y = (n: number) => top + (height - top - bottom) * (1 - n / end)
  // Day, month and year stand in this order in every language.
  const [days, months] = [0, 1].map((part) => weeks.map((day) => t.format.shortDate(day).split(/\s/)[part]!))
  const all = counts.reduce((sum, n) => sum + n, 0)
  return (
    <section aria-labelledby={id} className="panel p-5">
      <h3 id={id} className="pb-3 plain-heading text-lg">
        {title}
      </h3>
      {/* Forced colours leave drawings alone: light ones would stand on black, if that is what somebody chose. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t.admin.chartSummary(title, all, counts.at(-1)!)}
        className="week-chart"
        fill="currentColor"
      >
        {[0, end / 2, end].map((n) => (
          <g key={n}>
            <path d={`M${left} ${y(n)}H${width - right}`} stroke="var(--color-line)" className="week-line" />
            <text x={left - 6} y={y(n) + 3.5} textAnchor="end">
              {t.format.number(n)}
            </text>
          </g>
        ))}
        {counts.map((n, week) => (
          <g key={weeks[week]}>
            <path
              d={`M${left + week * step + 4} ${y(0)}V${y(n)}h${step - 8}V${y(0)}z`}
              className={week === 11 ? 'week-this' : 'week-before'}
            />
            {isLabelled(week) && (
              <text x={placeOf(week)} y={y(n) - 4} textAnchor="middle" className="week-label">
                {labels[week]}
              </text>
            )}
            {week % 2 === 1 && (
              <text x={middleOf(week)} y={height - 20} textAnchor="middle">
                {days![week]}
              </text>
            )}
            {week % 2 === 1 && months![week] !== months![week - 2] && (
              <text x={placeOf(week, months![week])} y={height - 6} textAnchor="middle">
                {months![week]}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details className="pt-2">
        <summary className="touch cursor-pointer font-semibold underline">{t.admin.asTable}</summary>
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-left text-ink-2">
              <th scope="col" className="py-1 font-semibold">
                {t.admin.weekFrom}
              </th>
              <th scope="col" className="py-1 font-semibold number-cell">
                {t.admin.number}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, at) => (
              <tr key={week} className="border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {t.format.date(week)}
                </th>
                <td className="py-1 number-cell">{t.format.number(counts[at]!)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

/** Hidden from screen readers: its sentence stands beside it. */
export function Sparkline({ counts }: { counts: number[] }) {
  const most = Math.max(1, ...counts)
  const bars = counts.map((n, week) => `M${week * 8 + 3} 26v${-Math.round((n / most) * 24)}`)
  return (
    <svg viewBox="0 0 96 28" className="sparkline" aria-hidden="true">
      <path d={`M0 27h96${bars.join('')}`} />
    </svg>
  )
}
