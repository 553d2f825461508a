import type { Insertable } from 'kysely'
import { type Division, divisions, type Gender, type Occupation, skinColors } from '#src/biodata/contract.ts'
import type { Schema } from '#src/platform/db/schema.ts'

export type InventedBiodata = Omit<Insertable<Schema['biodata']>, 'id'>

/** Names that go together. */
interface Community {
  men: string[]
  women: string[]
  /** Passed from father to child. */
  families: string[]
  /** What a daughter or wife is often called instead of the family's name. */
  womensLast: string[]
  fathers: string[]
  mothers: string[]
}

const words = (text: string) => text.split(' ')

const muslim: Community = {
  men: words(
    'Tanvir Rakib Sabbir Nayeem Fahim Shafiq Mahmud Imran Arif Zahid Rezaul Sohel Mehedi Ashik Rasel Jubayer Kamrul Tareq Saiful Nazmul Ridwan Shahriar Masud Habib Asif',
  ),
  women: words(
    'Nusrat Farzana Sadia Tania Jannat Ritu Lamia Shirin Sumaiya Tasnim Mim Afsana Rumana Nasrin Fariha Sabrina Ishrat Sharmin Maliha Rubina Anika Tahmina Samira Mousumi Zarin',
  ),
  families: words(
    'Rahman Islam Hossain Ahmed Chowdhury Khan Sarker Talukder Mia Bhuiyan Uddin Alam Haque Kabir Molla Sikder Mondal Siddique',
  ),
  womensLast: words('Akter Khatun Jahan Sultana Begum'),
  fathers: words(
    'Abdul Mizanur Nurul Shahjahan Golam Anwar Mofizur Delwar Habibur Matiur Siraj Azizul Mokbul Lutfor Fazlul',
  ),
  mothers: words('Rokeya Shahana Rahima Nasima Hasina Monowara Salma Jahanara Ferdousi Momtaz Amena Kohinoor'),
}
const hindu: Community = {
  men: words('Sujon Bikash Anik Dipto Shuvo Pranab Rajib Tapan Ujjal Sourav'),
  women: words('Puja Shreya Mitali Ankita Tumpa Rupa Barnali Swapna Keya Purnima'),
  families: words('Das Roy Saha Chakraborty Debnath Paul Biswas Ghosh'),
  womensLast: words('Rani'),
  fathers: words('Narayan Gopal Subrata Haradhan Nirmal Ashok'),
  mothers: words('Anjali Sabita Malati Gita Shefali Kalpana'),
}
const barua: Community = {
  men: words('Ripon Sumit Joy Proloy'),
  women: words('Trisha Monika Shanta Priya'),
  families: words('Barua Chakma Gomes Rozario'),
  womensLast: words('Barua Gomes'),
  fathers: words('Dilip Anil Peter Sadhan'),
  mothers: words('Bina Maria Sumitra Rekha'),
}

/** Roughly where people live. Rajshahi is the division the specification forgot. */
const divisionShares: Record<Division, number> = {
  Dhaka: 34,
  Chattagra: 19,
  Rangpur: 10,
  Barisal: 7,
  Khulna: 11,
  Mymensingh: 7,
  Sylhet: 6,
  Rajshahi: 6,
}

/** The same numbers from 0 to 1 for the same seed on every machine (mulberry32). */
function dice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1))
  /** The middle more often than the ends, as with people. */
  const around = (least: number, most: number) => Math.round((between(least, most) + between(least, most)) / 2)
  const pick = <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)]!
  const weighted = <T>(shares: readonly (readonly [T, number])[]) => {
    let left = roll() * shares.reduce((sum, [, share]) => sum + share, 0)
    for (const [choice, share] of shares) {
      left -= share
      if (left < 0) return choice
    }
    return shares[0]![0]
  }
  return { between, around, pick, weighted, chance: (share: number) => roll() < share }
}

const clamp = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))
const toFive = (kg: number) => Math.min(85, Math.round(kg / 5) * 5)

/**
 * People who do not exist, the same ones for the same day: `today` is `YYYY-MM-DD`, and nobody is too young to marry
 * on it.
 */
export function inventPeople(howMany: number, today: string): InventedBiodata[] {
  const { between, around, pick, weighted, chance } = dice(2025)

  const bornYearsAgo = (age: number) => {
    const [year, month, day] = today.split('-').map(Number) as [number, number, number]
    // From the day after the last but `age` birthday: never on today itself, which may be a 29 February.
    return new Date(Date.UTC(year - age, month - 1, day - between(1, 364))).toISOString().slice(0, 10)
  }
  const division = () => weighted(divisions.map((name) => [name, divisionShares[name]] as const))

  function occupationOf(gender: Gender, age: number): Occupation {
    if (age <= 24 && chance(0.6)) return 'Student'
    if (gender === 'Female' && chance(0.2)) return 'House wife'
    return weighted([
      ['Job', 45],
      ['Teacher', 20],
      ['Engineer', 20],
      ['Doctor', age >= 25 ? 15 : 0],
    ] as const)
  }

  return Array.from({ length: howMany }, (_, i) => {
    const gender: Gender = chance(0.5) ? 'Male' : 'Female'
    const isMan = gender === 'Male'
    const { men, women, families, womensLast, fathers, mothers } = weighted([
      [muslim, 88],
      [hindu, 9],
      [barua, 3],
    ] as const)
    const family = pick(families)
    const age = isMan ? around(21, 41) : around(18, 38)
    // Inches.
    const height = isMan ? around(62, 73) : around(57, 67)
    const home = division()
    return {
      name: isMan ? `${pick(men)} ${family}` : `${pick(women)} ${chance(0.5) ? pick(womensLast) : family}`,
      gender,
      photoUrl: chance(0.3) ? `https://photos.demo.example/${i + 1}.jpg` : null,
      birth: bornYearsAgo(age),
      skinColor: weighted(skinColors.map((color, n) => [color, [25, 40, 25, 10][n]!] as const)),
      height,
      weight: toFive((height * 0.0254) ** 2 * between(19, 26)),
      occupation: occupationOf(gender, age),
      fatherName: `${pick(fathers)} ${family}`,
      motherName: `${pick(mothers)} ${chance(0.7) ? pick(womensLast) : family}`,
      division: home,
      presentDivision: chance(0.55) ? home : chance(0.6) ? 'Dhaka' : division(),
      partnerAge: isMan ? clamp(18, age - between(1, 6), 60) : clamp(21, age + between(1, 7), 60),
      partnerHeight: isMan ? clamp(58, height - between(3, 8), 66) : clamp(63, height + between(3, 8), 72),
      partnerWeight: isMan ? toFive(between(45, 60)) : toFive(between(60, 80)),
      // Nobody's number, one hopes: hardly any real one has four zeros there.
      phone: `+8801${between(3, 9)}0000${String(1000 + i)}`,
    }
  })
}
