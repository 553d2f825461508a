import type { Gender } from '#src/features/biodata/index.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import type { FitSummary } from './contract.ts'
import { Stitches } from './stitches.tsx'

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
