import type { ReactNode } from 'react'
import { formatOption, formatOptionOfPerson, labelsOf } from '#src/features/biodata/index.ts'
import { formatNumber } from '#src/features/matching/index.ts'
import type { AdminTexts } from '#src/texts/texts.tsx'
import type { Side } from './contract.ts'

type Fact = readonly [label: string, of: (side: Side) => ReactNode]

/** What an administrator reads of each person before a decision. */
export function factsOf(t: AdminTexts): Fact[] {
  const labels = labelsOf(t)
  return [
    [t.card.age, ({ biodata }) => biodata && t.format.digits(biodata.age)],
    [labels.education, ({ biodata }) => biodata?.education && formatOption(t, 'education', biodata.education)],
    [labels.profession, ({ biodata }) => biodata?.profession],
    [labels.district, ({ biodata }) => biodata?.district && formatOption(t, 'district', biodata.district)],
    [t.card.division, ({ biodata }) => biodata && formatOption(t, 'division', biodata.division)],
    [t.card.occupation, ({ biodata }) => biodata && formatOption(t, 'occupation', biodata.occupation)],
    [labels.religion, ({ biodata }) => biodata?.religion && formatOption(t, 'religion', biodata.religion)],
    [labels.height, ({ biodata }) => biodata && formatNumber(t, 'height', biodata.height)],
    [
      t.browse.labels.maritalStatus,
      ({ biodata }) =>
        biodata?.maritalStatus && formatOptionOfPerson(t, 'maritalStatus', biodata.maritalStatus, biodata.gender),
    ],
    [
      t.admin.since,
      (side) => (
        <>
          {/* On a phone it would break inside the year. */}
          <span className="judgement-since">{t.format.shortDate(side.since)}</span>
          <span className="block text-md font-normal text-ink-2">
            {side.isVerified ? t.judging.verified : t.judging.notVerified}
          </span>
        </>
      ),
    ],
    [t.judging.week, (side) => t.format.digits(side.requests.week)],
  ]
}
