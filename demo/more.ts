import type { Columns, Occupation, OptionOf } from '#src/features/biodata/fields.ts'
import { districtsOf } from '#src/features/biodata/options.ts'
import type { Dice } from './dice.ts'

/** As people who write in Bangla say it, and as those who write in Latin letters do. */
type Said = readonly [bangla: string, english: string]

const institutions: Said[] = [
  ['ঢাকা বিশ্ববিদ্যালয়', 'University of Dhaka'],
  ['রাজশাহী বিশ্ববিদ্যালয়', 'University of Rajshahi'],
  ['চট্টগ্রাম বিশ্ববিদ্যালয়', 'University of Chittagong'],
  ['জাতীয় বিশ্ববিদ্যালয়', 'National University'],
  ['শাহজালাল বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয়', 'Shahjalal University of Science and Technology'],
  ['খুলনা সরকারি মহিলা কলেজ', 'Khulna Government Women’s College'],
  ['ময়মনসিংহ মেডিকেল কলেজ', 'Mymensingh Medical College'],
]
const professions: Record<Occupation, Said[]> = {
  Engineer: [
    ['সফটওয়্যার প্রকৌশলী', 'Software engineer'],
    ['পুরকৌশলী, সড়ক ও জনপথ', 'Civil engineer, roads and highways'],
  ],
  Doctor: [
    ['মেডিকেল অফিসার', 'Medical officer'],
    ['দন্তচিকিৎসক', 'Dentist'],
  ],
  Teacher: [
    ['প্রাথমিক বিদ্যালয়ের শিক্ষক', 'Primary school teacher'],
    ['কলেজের প্রভাষক', 'College lecturer'],
  ],
  Student: [
    ['স্নাতকোত্তর শ্রেণির শিক্ষার্থী', 'Master’s student'],
    ['মেডিকেলের শিক্ষার্থী', 'Medical student'],
  ],
  Job: [
    ['ব্যাংক কর্মকর্তা', 'Bank officer'],
    ['বেসরকারি সংস্থার মাঠ কর্মকর্তা', 'Field officer of an NGO'],
    ['পোশাক কারখানার মান পরিদর্শক', 'Garment quality inspector'],
  ],
  'House wife': [
    ['সংসার দেখাশোনা করি', 'Looks after the household'],
    ['ঘরে বসে সেলাইয়ের কাজ করি', 'Sews at home'],
  ],
}
const fathersWork: Said[] = [
  ['অবসরপ্রাপ্ত সরকারি কর্মচারী', 'Retired government employee'],
  ['ব্যবসায়ী', 'Businessman'],
  ['কৃষক', 'Farmer'],
  ['স্কুলশিক্ষক', 'School teacher'],
  ['প্রবাসী', 'Works abroad'],
]
const atHome: Said = ['গৃহিণী', 'Housewife']
const mothersWork: Said[] = [atHome, atHome, atHome, ['স্কুলশিক্ষক', 'School teacher'], ['নার্স', 'Nurse']]
const brothersAndSisters: Said[] = [
  ['এক ভাই, এক বোন', 'One brother, one sister'],
  ['দুই বোন', 'Two sisters'],
  ['দুই ভাই', 'Two brothers'],
  ['তিন ভাইবোন, আমি সবার ছোট', 'Three of us, I am the youngest'],
  ['একমাত্র সন্তান', 'Only child'],
]
const selves: Said[] = [
  [
    'পরিবারের সঙ্গে সময় কাটাতে ভালো লাগে। সহজ-সরল, দায়িত্বশীল একজন মানুষের সঙ্গে জীবন কাটাতে চাই।',
    'I like being with my family. I hope for somebody simple and responsible to spend my life with.',
  ],
  [
    'বই পড়া আর রান্না আমার শখ। এমন কাউকে চাই, যিনি দুই পরিবারকেই সম্মান করবেন।',
    'I love books and cooking. I hope for somebody who respects both families.',
  ],
  [
    'শান্ত স্বভাবের মানুষ। কাজ শেষে বাড়ি ফিরে চা খেতে খেতে গল্প করতে ভালোবাসি।',
    'A calm person. After work I enjoy tea and a talk at home.',
  ],
  [
    'পড়াশোনা চালিয়ে যেতে চাই। মিলেমিশে সংসার করায় বিশ্বাসী।\nগ্রামের বাড়িতে বছরে দুবার যাই।',
    'I want to go on studying, and believe in a home run together.\nTwice a year I visit our village.',
  ],
]

type Known = Pick<Columns, 'division' | 'occupation' | 'maritalStatus'> & {
  religions: readonly OptionOf<'religion'>[]
  writesLatin: boolean
}

/** What somebody tells beside what everybody has to, each only by some. */
export function inventMore(dice: Dice, { division, occupation, maritalStatus, religions, writesLatin }: Known) {
  const { pick, weighted, chance } = dice
  const said = <T>(share: number, say: () => T) => (chance(share) ? say() : null)
  const isLearned = occupation === 'Doctor' || occupation === 'Engineer' || occupation === 'Teacher'
  const religion = said(0.9, () => pick(religions))
  const wasMarried = maritalStatus === 'Divorced' || maritalStatus === 'Widowed'
  const text = (share: number, texts: readonly Said[]) =>
    said(share, () => pick(texts)[writesLatin ? 1 : 0].normalize('NFC'))
  return {
    district: said(0.85, () => pick<Columns['district']>(districtsOf[division])),
    education: said(0.9, () =>
      weighted([
        ['Below SSC', isLearned ? 0 : 8],
        ['SSC', isLearned ? 0 : 14],
        ['HSC', isLearned ? 0 : 24],
        ['Diploma', isLearned ? 4 : 8],
        ['Bachelor', 34],
        ['Master', isLearned ? 34 : 16],
        ['Doctorate', isLearned ? 3 : 0],
      ] as const),
    ),
    institution: text(isLearned ? 0.7 : 0.3, institutions),
    profession: text(0.5, professions[occupation]),
    children: wasMarried
      ? weighted([
          ['None', 50],
          ['One', 32],
          ['Two', 14],
          ['Three or more', 4],
        ] as const)
      : null,
    religion,
    practice: religion === null ? null : said(0.6, () => pick(['Devout', 'Regular', 'Regular', 'At times'] as const)),
    aboutMe: text(0.55, selves),
    fatherOccupation: text(0.7, fathersWork),
    motherOccupation: text(0.6, mothersWork),
    siblings: text(0.6, brothersAndSisters),
    income: said(0.4, () =>
      weighted([
        ['Up to 20000', 30],
        ['20000 to 40000', 36],
        ['40000 to 70000', 20],
        ['70000 to 100000', 9],
        ['More than 100000', 5],
      ] as const),
    ),
  }
}
