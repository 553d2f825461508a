import { choices } from './options.ts'

// Apart from options.ts, because the pages for visitors need none of this and load on slow lines.

export const districtsOf = {
  Dhaka: [
    'Dhaka',
    'Faridpur',
    'Gazipur',
    'Gopalganj',
    'Kishoreganj',
    'Madaripur',
    'Manikganj',
    'Munshiganj',
    'Narayanganj',
    'Narsingdi',
    'Rajbari',
    'Shariatpur',
    'Tangail',
  ],
  Chattagra: [
    'Bandarban',
    'Brahmanbaria',
    'Chandpur',
    'Chattogram',
    "Cox's Bazar",
    'Cumilla',
    'Feni',
    'Khagrachhari',
    'Lakshmipur',
    'Noakhali',
    'Rangamati',
  ],
  Rangpur: ['Dinajpur', 'Gaibandha', 'Kurigram', 'Lalmonirhat', 'Nilphamari', 'Panchagarh', 'Rangpur', 'Thakurgaon'],
  Barisal: ['Barguna', 'Barishal', 'Bhola', 'Jhalokati', 'Patuakhali', 'Pirojpur'],
  Khulna: [
    'Bagerhat',
    'Chuadanga',
    'Jashore',
    'Jhenaidah',
    'Khulna',
    'Kushtia',
    'Magura',
    'Meherpur',
    'Narail',
    'Satkhira',
  ],
  Mymensingh: ['Jamalpur', 'Mymensingh', 'Netrokona', 'Sherpur'],
  Sylhet: ['Habiganj', 'Moulvibazar', 'Sunamganj', 'Sylhet'],
  Rajshahi: ['Bogura', 'Chapainawabganj', 'Joypurhat', 'Naogaon', 'Natore', 'Pabna', 'Rajshahi', 'Sirajganj'],
} as const

/** What one can choose from and only members read, and the rest. */
export const allChoices = {
  ...choices,
  children: ['None', 'One', 'Two', 'Three or more'],
  religion: ['Islam', 'Hinduism', 'Buddhism', 'Christianity', 'Other'],
  practice: ['Devout', 'Regular', 'At times'],
  /** From the least on. */
  education: ['Below SSC', 'SSC', 'HSC', 'Diploma', 'Bachelor', 'Master', 'Doctorate'],
  district: Object.values(districtsOf).flat() as (typeof districtsOf)[keyof typeof districtsOf][number][],
  /** Taka a month. */
  income: ['Up to 20000', '20000 to 40000', '40000 to 70000', '70000 to 100000', 'More than 100000'],
} as const
export type AllChoices = typeof allChoices

/** Whose options stand in an order, from the least on. */
export const isOrdered = (of: keyof AllChoices) => of === 'education'

/** The option that with all above it is what was chosen of options in such an order; undefined where there is none. */
export function leastOf(options: readonly string[], chosen: readonly string[]) {
  const from = options.findIndex((option) => chosen.includes(option))
  return chosen.length > 1 && chosen.length === options.length - from ? options[from] : undefined
}

/** The heights that one can look for, in inches. */
export const searchedHeights = { least: 48, most: 84 }

/** A district lies in one division; without one there is nothing to say. */
export const liesIn = (district: string | undefined, division: keyof typeof districtsOf) =>
  !district || districtsOf[division].some((name) => name === district)
