import type { Gender } from '#src/features/biodata/index.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import type { FitSummary } from './contract.ts'

const dashes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => `M${(from + place) * 13 + 4} 4l5-1`).join('')

/** Hidden from screen readers: its words stand beside it. */
export const Stitches = ({ met, of }: FitSummary['yours']) => (
  <svg className="stitches" viewBox={`0 0 ${of * 13} 7`} aria-hidden="true">
    <path d={dashes(0, met)} />
    <path className="unmet" d={dashes(met, of)} />
  </svg>
)

export function FitLine({ fit: { word, yours, theirs }, gender }: { fit: FitSummary; gender: Gender }) {
  const t = useMemberTexts()
  return (
    <p className="fit" data-fit={word}>
      <b>{t.whyYouTwo.words[word]}</b>
      {yours.of > 0 && (
        <span>
          <Stitches {...yours} /> {t.whyYouTwo.yours(yours.met, yours.of)}
          <span className="sr-only">, </span>
        </span>
      )}
      {theirs.of > 0 && (
        <span>
          <Stitches {...theirs} /> {t.whyYouTwo.theirs(gender, theirs.met, theirs.of)}
        </span>
      )}
    </p>
  )
}
