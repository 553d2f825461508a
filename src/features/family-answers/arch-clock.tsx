import { useMemberTexts } from '#src/texts/texts.tsx'
import { hoursToAnswer } from './policy.ts'

/** `art-arch` of the drawings, open at the bottom. */
export const openArch =
  'M12 200V104c0-16 8-26 19-29-2-18 8-31 24-33 2-15 12-25 25-36 13 11 23 21 25 36 16 2 26 15 24 33 11 3 19 13 19 29v96'

const stitchHours = 2
const gapHours = 1

/** Stitches for the hours that are left of an arch as long as the time to answer; the rest of it has none. */
export function stitchesFor(hours: number) {
  const each = stitchHours + gapHours
  const last = Math.min(hours % each, stitchHours)
  return `${`${stitchHours} ${gapHours} `.repeat(Math.floor(hours / each))}${last} ${hoursToAnswer}`
}

/** What is left of the time to answer. The page asks again by itself, so it is drawn anew every hour. */
export function ArchClock({ hoursLeft, until }: { hoursLeft: number; until: string }) {
  const t = useMemberTexts()
  return (
    <div role="timer" className="arch-clock">
      <div className="arch">
        <svg viewBox="0 0 160 200" fill="none" strokeWidth="8" aria-hidden="true">
          <path d={openArch} className="arch-ground" />
          <path
            d={openArch}
            className="arch-left"
            pathLength={hoursToAnswer}
            strokeDasharray={stitchesFor(hoursLeft)}
          />
        </svg>
        <p>
          <b>{t.format.digits(hoursLeft)}</b> <span>{t.asked.hourUnits[hoursLeft === 1 ? 'one' : 'more']}</span>
        </p>
      </div>
      <p className="text-ink-2">{t.asked.until(t.format.dateTime(until))}</p>
    </div>
  )
}
