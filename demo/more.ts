import type { Columns, Occupation, OptionOf } from '#src/features/biodata/fields.ts'
import { districtsOf } from '#src/features/biodata/options.ts'
import type { Dice } from './dice.ts'

const institutions = [
  'ঢাকা বিশ্ববিদ্যালয়',
  'রাজশাহী বিশ্ববিদ্যালয়',
  'চট্টগ্রাম বিশ্ববিদ্যালয়',
  'জাতীয় বিশ্ববিদ্যালয়',
  'শাহজালাল বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয়',
  'খুলনা সরকারি মহিলা কলেজ',
  'ময়মনসিংহ মেডিকেল কলেজ',
]
const professions: Record<Occupation, readonly string[]> = {
  Engineer: ['সফটওয়্যার প্রকৌশলী', 'পুরকৌশলী, সড়ক ও জনপথ'],
  Doctor: ['মেডিকেল অফিসার', 'দন্তচিকিৎসক'],
  Teacher: ['প্রাথমিক বিদ্যালয়ের শিক্ষক', 'কলেজের প্রভাষক'],
  Student: ['স্নাতকোত্তর শ্রেণির শিক্ষার্থী', 'মেডিকেলের শিক্ষার্থী'],
  Job: ['ব্যাংক কর্মকর্তা', 'বেসরকারি সংস্থার মাঠ কর্মকর্তা', 'পোশাক কারখানার মান পরিদর্শক'],
  'House wife': ['সংসার দেখাশোনা করি', 'ঘরে বসে সেলাইয়ের কাজ করি'],
}
const fathersWork = ['অবসরপ্রাপ্ত সরকারি কর্মচারী', 'ব্যবসায়ী', 'কৃষক', 'স্কুলশিক্ষক', 'প্রবাসী']
const mothersWork = ['গৃহিণী', 'গৃহিণী', 'গৃহিণী', 'স্কুলশিক্ষক', 'নার্স']
const brothersAndSisters = ['এক ভাই, এক বোন', 'দুই বোন', 'দুই ভাই', 'তিন ভাইবোন, আমি সবার ছোট', 'একমাত্র সন্তান']
const selves = [
  'পরিবারের সঙ্গে সময় কাটাতে ভালো লাগে। সহজ-সরল, দায়িত্বশীল একজন মানুষের সঙ্গে জীবন কাটাতে চাই।',
  'বই পড়া আর রান্না আমার শখ। এমন কাউকে চাই, যিনি দুই পরিবারকেই সম্মান করবেন।',
  'শান্ত স্বভাবের মানুষ। কাজ শেষে বাড়ি ফিরে চা খেতে খেতে গল্প করতে ভালোবাসি।',
  'পড়াশোনা চালিয়ে যেতে চাই। মিলেমিশে সংসার করায় বিশ্বাসী।\nগ্রামের বাড়িতে বছরে দুবার যাই।',
]

type Known = Pick<Columns, 'division' | 'occupation' | 'maritalStatus'> & { religions: readonly OptionOf<'religion'>[] }

/** What somebody tells beside what everybody has to, each only by some. */
export function inventMore(dice: Dice, { division, occupation, maritalStatus, religions }: Known) {
  const { pick, weighted, chance } = dice
  const said = <T>(share: number, say: () => T) => (chance(share) ? say() : null)
  const isLearned = occupation === 'Doctor' || occupation === 'Engineer' || occupation === 'Teacher'
  const religion = said(0.9, () => pick(religions))
  const wasMarried = maritalStatus === 'Divorced' || maritalStatus === 'Widowed'
  const text = (share: number, texts: readonly string[]) => said(share, () => pick(texts).normalize('NFC'))
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
