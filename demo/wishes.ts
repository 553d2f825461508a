import type { Columns } from '#src/features/biodata/fields.ts'
import { districtsOf } from '#src/features/biodata/options.ts'
import { type SetWish, setWishes, type WishColumns } from '#src/features/biodata/wishes.ts'
import type { Dice } from './dice.ts'

type Options<W extends SetWish> = NonNullable<WishColumns[W]>
const occupations: Options<'partnerOccupation'>[] = [
  ['Doctor', 'Engineer'],
  ['Teacher'],
  ['Job', 'Teacher', 'Engineer'],
]
const educations: Options<'partnerEducation'>[] = [
  ['HSC', 'Diploma', 'Bachelor', 'Master', 'Doctorate'],
  ['Bachelor', 'Master', 'Doctorate'],
]
const anyStatus: Options<'partnerMaritalStatus'> = ['Never married', 'Divorced', 'Widowed']

type Known = Pick<Columns, 'division' | 'religion' | 'maritalStatus' | 'partnerAge'>
type More = 'partnerDistrict' | 'partnerChildren' | 'partnerPractice'
type MoreWishes = Pick<WishColumns, More | `${More}Matters`>

/** What is said by some only, and how much it matters to how many of a hundred. */
const ways = ({ chance, weighted }: Dice) => ({
  said: <T>(share: number, say: () => T) => (chance(share) ? say() : null),
  mattersAs: (must: number, any: number) =>
    weighted([
      ['must', must],
      ['any', any],
      [null, 100 - must - any],
    ] as const),
})

/** Nobody says how much a choice matters that they have not made; the specification's numbers everybody has. */
function ofWhatIsWished<Some extends Partial<WishColumns>>(wishes: Some): Some {
  for (const wish of setWishes) if (wishes[wish] === null) Object.assign(wishes, { [`${wish}Matters`]: null })
  return wishes
}

/** What somebody wishes beside the specification's numbers, each only by some. */
export function inventWishes(
  dice: Dice,
  { division, religion, maritalStatus, partnerAge }: Known,
): Omit<WishColumns, keyof MoreWishes> {
  const { pick, between } = dice
  const { said, mattersAs } = ways(dice)
  return ofWhatIsWished({
    partnerAgeFrom: said(0.3, () => Math.max(18, partnerAge - between(1, 4))),
    partnerAgeTo: said(0.3, () => Math.min(99, partnerAge + between(1, 6))),
    partnerHeightFrom: null,
    partnerHeightTo: null,
    partnerWeightFrom: null,
    partnerWeightTo: null,
    partnerDivision: said(0.25, () => [...new Set([division, pick(['Dhaka', 'Chattagra', division] as const)])]),
    partnerOccupation: said(0.2, () => pick(occupations)),
    // People who were married before are rarely in a place to ask otherwise.
    partnerMaritalStatus: said(0.35, () =>
      maritalStatus === 'Divorced' || maritalStatus === 'Widowed' ? anyStatus : ['Never married' as const],
    ),
    partnerEducation: said(0.3, () => pick(educations)),
    partnerReligion: religion && said(0.6, () => [religion]),
    partnerAgeMatters: mattersAs(15, 3),
    partnerHeightMatters: mattersAs(5, 25),
    partnerWeightMatters: mattersAs(3, 35),
    partnerDivisionMatters: mattersAs(10, 5),
    partnerOccupationMatters: mattersAs(10, 5),
    partnerMaritalStatusMatters: mattersAs(40, 5),
    partnerEducationMatters: mattersAs(15, 5),
    partnerReligionMatters: mattersAs(70, 2),
  })
}

/** The wishes that came later: near home, without children, of the same practice. */
export function inventMoreWishes(
  dice: Dice,
  {
    division,
    district,
    maritalStatus,
    practice,
  }: Pick<Columns, 'division' | 'district' | 'maritalStatus' | 'practice'>,
): MoreWishes {
  const { said, mattersAs } = ways(dice)
  const near = () => dice.pick<Columns['district']>(districtsOf[division])!
  return ofWhatIsWished({
    partnerDistrict: district && said(0.2, () => [...new Set([district, near(), near()])]),
    partnerChildren: said(0.15, () =>
      maritalStatus === 'Divorced' || maritalStatus === 'Widowed'
        ? ['None' as const, 'One' as const]
        : ['None' as const],
    ),
    partnerPractice: practice && said(0.3, () => [practice]),
    partnerDistrictMatters: mattersAs(15, 5),
    partnerChildrenMatters: mattersAs(40, 5),
    partnerPracticeMatters: mattersAs(10, 10),
  })
}
