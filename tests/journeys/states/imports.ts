import type { Page } from '@playwright/test'

const needed = {
  ...{ email: '', gender: 'Female', birth: '1999-03-21', height_feet: '5', height_inch: '3', weight: '55' },
  ...{ skin_color: 'Fair', division: 'Sylhet', present_division: 'Dhaka', name: '', occupation: 'Teacher' },
  ...{ father_name: 'Abdul Karim', mother_name: 'Rahela Begum', partner_age: '29', partner_height_feet: '5' },
  ...{ partner_height_inch: '7', partner_weight: '65', phone: '' },
}

/** A line of headings and so many people; `but` says what is otherwise, by their places. */
export const importLines = (n: number, but: Record<number, Partial<typeof needed>> = {}) => [
  Object.keys(needed),
  ...Array.from({ length: n }, (_, place) => {
    const own = { name: `Person ${place}`, email: `p${place}@import.example`, phone: `019${10_000_000 + place}` }
    return Object.values({ ...needed, ...own, ...but[place] })
  }),
]

export const fileOf = (lines: string[][]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((cells) => `${cells.join(',')}\n`).join('')),
})

/** A file that was read, with two problems. */
export async function withImport(page: Page) {
  const lines = importLines(5, { 1: { birth: '', name: 'Salma Khatun' }, 3: { division: 'Comilla' } })
  await page.locator('input[type=file]').setInputFiles(fileOf(lines))
  await page.locator('.import-counts').waitFor()
}
