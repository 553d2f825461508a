/** Visitors read these too. As stored and sent. */
export const choices = {
  gender: ['Male', 'Female'],
  maritalStatus: ['Never married', 'Divorced', 'Widowed'],
  skinColor: ['Fair', 'Medium', 'Brown', 'Dark'],
  occupation: ['Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'],
  division: ['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi'],
} as const

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

export const isOrdered = (of: keyof AllChoices) => of === 'education'

/** The option that with all above it is what was chosen; undefined where there is none. */
export function leastOf(options: readonly string[], chosen: readonly string[]) {
  const from = options.findIndex((option) => chosen.includes(option))
  return chosen.length > 1 && chosen.length === options.length - from ? options[from] : undefined
}

/** Inches. */
export const searchedHeights = { least: 48, most: 84 }

export const numbersIn = ({ least, most }: { least: number; most: number }) =>
  Array.from({ length: most - least + 1 }, (_, place) => least + place)

export const liesIn = (district: string | undefined, division: keyof typeof districtsOf) =>
  !district || districtsOf[division].some((name) => name === district)
