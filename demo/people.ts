import type { Insertable } from 'kysely'
import type { Division, Gender, Occupation, OptionOf } from '#src/features/biodata/fields.ts'
import { choices } from '#src/features/biodata/options.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { type Dice, dice } from './dice.ts'
import { inventMore } from './more.ts'
import { inventMoreWishes, inventWishes } from './wishes.ts'

export type InventedBiodata = Omit<Insertable<Schema['biodata']>, 'id'> & {
  /** The name as an email address has it. */
  latinName: string
}

/** A name as its people write it, and in Latin letters. */
interface Name {
  bangla: string
  latin: string
}

/** Names that go together. */
interface Community {
  religions: readonly OptionOf<'religion'>[]
  men: Name[]
  women: Name[]
  /** Passed from father to child. */
  families: Name[]
  /** What a daughter or wife is often called instead of the family's name. */
  womensLast: Name[]
  fathers: Name[]
  mothers: Name[]
}

const names = (text: string) =>
  text.split(' ').map((name): Name => {
    const [latin, bangla] = name.split(':') as [string, string]
    // As the database has texts: letters with a dot below are two signs there.
    return { latin, bangla: bangla.normalize('NFC') }
  })

const muslim: Community = {
  religions: ['Islam'],
  men: names(
    'Tanvir:তানভীর Rakib:রাকিব Sabbir:সাব্বির Nayeem:নাঈম Fahim:ফাহিম Shafiq:শফিক Mahmud:মাহমুদ Imran:ইমরান Arif:আরিফ Zahid:জাহিদ Rezaul:রেজাউল Sohel:সোহেল Mehedi:মেহেদী Ashik:আশিক Rasel:রাসেল Jubayer:জুবায়ের Kamrul:কামরুল Tareq:তারেক Saiful:সাইফুল Nazmul:নাজমুল Ridwan:রিদওয়ান Shahriar:শাহরিয়ার Masud:মাসুদ Habib:হাবিব Asif:আসিফ',
  ),
  women: names(
    'Nusrat:নুসরাত Farzana:ফারজানা Sadia:সাদিয়া Tania:তানিয়া Jannat:জান্নাত Ritu:রিতু Lamia:লামিয়া Shirin:শিরিন Sumaiya:সুমাইয়া Tasnim:তাসনিম Mim:মিম Afsana:আফসানা Rumana:রুমানা Nasrin:নাসরিন Fariha:ফারিহা Sabrina:সাবরিনা Ishrat:ইশরাত Sharmin:শারমিন Maliha:মালিহা Rubina:রুবিনা Anika:আনিকা Tahmina:তাহমিনা Samira:সামিরা Mousumi:মৌসুমী Zarin:জেরিন',
  ),
  families: names(
    'Rahman:রহমান Islam:ইসলাম Hossain:হোসেন Ahmed:আহমেদ Chowdhury:চৌধুরী Khan:খান Sarker:সরকার Talukder:তালুকদার Mia:মিয়া Bhuiyan:ভূঁইয়া Uddin:উদ্দিন Alam:আলম Haque:হক Kabir:কবির Molla:মোল্লা Sikder:শিকদার Mondal:মন্ডল Siddique:সিদ্দিক',
  ),
  womensLast: names('Akter:আক্তার Khatun:খাতুন Jahan:জাহান Sultana:সুলতানা Begum:বেগম'),
  fathers: names(
    'Abdul:আব্দুল Mizanur:মিজানুর Nurul:নুরুল Shahjahan:শাহজাহান Golam:গোলাম Anwar:আনোয়ার Mofizur:মফিজুর Delwar:দেলোয়ার Habibur:হাবিবুর Matiur:মতিউর Siraj:সিরাজ Azizul:আজিজুল Mokbul:মকবুল Lutfor:লুৎফর Fazlul:ফজলুল',
  ),
  mothers: names(
    'Rokeya:রোকেয়া Shahana:শাহানা Rahima:রহিমা Nasima:নাসিমা Hasina:হাসিনা Monowara:মনোয়ারা Salma:সালমা Jahanara:জাহানারা Ferdousi:ফেরদৌসী Momtaz:মমতাজ Amena:আমেনা Kohinoor:কোহিনূর',
  ),
}
const hindu: Community = {
  religions: ['Hinduism'],
  men: names(
    'Sujon:সুজন Bikash:বিকাশ Anik:অনিক Dipto:দীপ্ত Shuvo:শুভ Pranab:প্রণব Rajib:রাজীব Tapan:তপন Ujjal:উজ্জ্বল Sourav:সৌরভ',
  ),
  women: names(
    'Puja:পূজা Shreya:শ্রেয়া Mitali:মিতালী Ankita:অঙ্কিতা Tumpa:টুম্পা Rupa:রূপা Barnali:বর্ণালী Swapna:স্বপ্না Keya:কেয়া Purnima:পূর্ণিমা',
  ),
  families: names('Das:দাস Roy:রায় Saha:সাহা Chakraborty:চক্রবর্তী Debnath:দেবনাথ Paul:পাল Biswas:বিশ্বাস Ghosh:ঘোষ'),
  womensLast: names('Rani:রানী'),
  fathers: names('Narayan:নারায়ণ Gopal:গোপাল Subrata:সুব্রত Haradhan:হারাধন Nirmal:নির্মল Ashok:অশোক'),
  mothers: names('Anjali:অঞ্জলি Sabita:সবিতা Malati:মালতী Gita:গীতা Shefali:শেফালী Kalpana:কল্পনা'),
}
const barua: Community = {
  religions: ['Buddhism', 'Christianity'],
  men: names('Ripon:রিপন Sumit:সুমিত Joy:জয় Proloy:প্রলয়'),
  women: names('Trisha:তৃষা Monika:মনিকা Shanta:শান্তা Priya:প্রিয়া'),
  families: names('Barua:বড়ুয়া Chakma:চাকমা Gomes:গোমেজ Rozario:রোজারিও'),
  womensLast: names('Barua:বড়ুয়া Gomes:গোমেজ'),
  fathers: names('Dilip:দিলীপ Anil:অনিল Peter:পিটার Sadhan:সাধন'),
  mothers: names('Bina:বীণা Maria:মারিয়া Sumitra:সুমিত্রা Rekha:রেখা'),
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
const divisions = choices.division.map((name) => [name, divisionShares[name]] as const)

const inBangla = (...name: Name[]) => name.map(({ bangla }) => bangla).join(' ')
const inLatin = (...name: Name[]) => name.map(({ latin }) => latin).join(' ')

const clamp = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))
const toFive = (kg: number) => Math.min(85, Math.round(kg / 5) * 5)

/**
 * People who do not exist, the same ones for the same day: `today` is `YYYY-MM-DD`, and nobody is too young to marry on it.
 * Half of them write their names in Bangla, and three of four add the spelling in the other script.
 */
export function inventPeople(howMany: number, today: string): InventedBiodata[] {
  const ageOf = ({ around }: Dice, isMan: boolean) => (isMan ? around(21, 41) : around(18, 38))
  const invent = inventor({ today, seed: 2025, ageOf })
  return Array.from({ length: howMany }, (_, i) => invent(i))
}

/** Makes up one after the other, the same ones for the same seed and day. `ageOf` says how old somebody is. */
export function inventor({
  today,
  seed,
  ageOf,
}: {
  today: string
  seed: number
  ageOf: (dice: Dice, isMan: boolean) => number
}): (i: number) => InventedBiodata {
  const own = dice(seed)
  const { between, around, pick, weighted, chance } = own
  // Of its own, so that everybody else about these people stays as it was.
  const later = dice(seed + 1)
  const last = dice(seed + 2)
  const wishing = dice(seed + 3)
  const wishingMore = dice(seed + 4)
  const writing = dice(seed + 5)
  const spelling = dice(seed + 6)

  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const bornYearsAgo = (age: number) => {
    // From the day after the last but `age` birthday: never on today itself, which may be a 29 February.
    return new Date(Date.UTC(year - age, month - 1, day - between(1, 364))).toISOString().slice(0, 10)
  }
  const division = () => weighted(divisions)

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

  return (i) => {
    const gender: Gender = chance(0.5) ? 'Male' : 'Female'
    const isMan = gender === 'Male'
    const { religions, men, women, families, womensLast, fathers, mothers } = weighted([
      [muslim, 88],
      [hindu, 9],
      [barua, 3],
    ] as const)
    const family = pick(families)
    const age = ageOf(own, isMan)
    // Inches.
    const height = isMan ? around(62, 73) : around(57, 67)
    const home = division()
    const name = isMan ? [pick(men), family] : [pick(women), chance(0.5) ? pick(womensLast) : family]
    const writesLatin = writing.chance(0.5)
    const write = writesLatin ? inLatin : inBangla
    const person = {
      name: write(...name),
      latinName: inLatin(...name),
      nameInOtherScript: spelling.chance(0.75) ? (writesLatin ? inBangla : inLatin)(...name) : null,
      gender,
      photoUrl: chance(0.3) ? `https://photos.demo.example/${i + 1}.jpg` : null,
      birth: bornYearsAgo(age),
      maritalStatus: later.weighted([
        ['Never married', 80],
        ['Divorced', age > 24 ? 8 : 0],
        ['Widowed', age > 24 ? 4 : 0],
        [null, 8],
      ] as const),
      skinColor: weighted(choices.skinColor.map((color, n) => [color, [25, 40, 25, 10][n]!] as const)),
      height,
      weight: toFive((height * 0.0254) ** 2 * between(19, 26)),
      occupation: occupationOf(gender, age),
      fatherName: write(pick(fathers), family),
      motherName: write(pick(mothers), chance(0.7) ? pick(womensLast) : family),
      division: home,
      presentDivision: chance(0.55) ? home : chance(0.6) ? 'Dhaka' : division(),
      partnerAge: isMan ? clamp(18, age - between(1, 6), 60) : clamp(21, age + between(1, 7), 60),
      partnerHeight: isMan ? clamp(58, height - between(3, 8), 66) : clamp(63, height + between(3, 8), 72),
      partnerWeight: isMan ? toFive(between(45, 60)) : toFive(between(60, 80)),
      // Nobody's number, one hopes: hardly any real one has four zeros there.
      phone: `+8801${between(3, 9)}${String(1000 + i).padStart(8, '0')}`,
    }
    const whole = { ...person, ...inventMore(last, { ...person, religions, writesLatin }) }
    return { ...whole, ...inventWishes(wishing, whole), ...inventMoreWishes(wishingMore, whole) }
  }
}
