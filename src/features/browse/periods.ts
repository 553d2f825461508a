/** Days, `YYYY-MM-DD`: from `from` on, before `until`; open where there is none. */
interface Period {
  from?: string | undefined
  until?: string | undefined
}

const january = (year: number) => `${String(year).padStart(4, '0')}-01-01`
const yearOf = (day: string) => Number(day.slice(0, 4))
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

function nextMonth(day: string) {
  const month = Number(day.slice(5, 7))
  return month === 12 ? january(yearOf(day) + 1) : `${day.slice(0, 5)}${String(month + 1).padStart(2, '0')}-01`
}

const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)

/** Days to `firstMonth`, months to `firstYear`, years to `endOfYears`, months to `endOfMonths`, days to `until`. */
export function wholePeriods({ from = january(1), until = january(9999) }: Period) {
  const firstMonth = earlier(from === firstOfMonth(from) ? from : nextMonth(from), until)
  const endOfMonths = later(firstOfMonth(until), firstMonth)
  const nextYear = firstMonth === january(yearOf(firstMonth)) ? firstMonth : january(yearOf(firstMonth) + 1)
  const firstYear = earlier(nextYear, endOfMonths)
  const endOfYears = later(january(yearOf(endOfMonths)), firstYear)
  return { from, firstMonth, firstYear, endOfYears, endOfMonths, until }
}
