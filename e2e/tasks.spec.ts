import type { Page } from '@playwright/test'
import { expect, fillBiodata, fillCard, password, signIn, someCards, test } from './fixtures.ts'

/** What a task costs a person: presses, and fields that something was put into. */
interface Cost {
  clicks: number
  fields: number
}

/** Counts what is done in the pages of a task from here on; the page itself does the counting, so nothing is missed. */
async function count(page: Page) {
  const cost: Cost = { clicks: 0, fields: 0 }
  await page.exposeFunction('countClick', () => cost.clicks++)
  const fields = new Set<string>()
  await page.exposeFunction('countField', (name: string) => {
    fields.add(name)
    cost.fields = fields.size
  })
  const listen = () => {
    const said = window as unknown as { countClick(): void; countField(name: string): void }
    const place = (field: HTMLInputElement) => `${location.pathname} ${field.name || field.id} ${field.ariaLabel ?? ''}`
    // A press on a label, a radio or a select belongs to filling it in.
    const isFilling = (target: EventTarget | null) => !!(target as Element).closest?.('label, input, select, textarea')
    addEventListener('click', (event) => !isFilling(event.target) && said.countClick(), true)
    addEventListener('input', (event) => said.countField(place(event.target as HTMLInputElement)), true)
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return cost
}

test('B1: seeing women of 22 to 28 in Sylhet costs three fields and one press, in less than 20 seconds', async ({
  page,
}) => {
  await page.goto('/')
  const cost = await count(page)
  const start = Date.now()
  await page.getByLabel('Youngest age').fill('22')
  await page.getByLabel('Oldest age').fill('28')
  await page.getByLabel('Division').selectOption('Sylhet')
  await page.getByRole('button', { name: 'Browse Biodatas' }).click()
  await expect(page).toHaveURL(/gender=Female&minAge=22&maxAge=28&division=Sylhet/)
  await expect(page.getByRole('article').first()).toContainText('Sylhet')
  expect(Date.now() - start).toBeLessThan(20_000)
  expect(cost).toEqual({ clicks: 1, fields: 3 })
})

test('B4: opening the first result and coming back to the same place costs two presses', async ({ page }) => {
  await signIn(page, 'user@demo.example')
  await page.goto('/baiDataPage?pages=2')
  await page.evaluate(() => scrollTo(0, 700))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  const cost = await count(page)
  await page.getByRole('link', { name: 'View Profile' }).nth(6).click()
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 700))).toBeLessThan(50)
  // The other is the browser's own Back.
  expect(cost.clicks + 1).toBeLessThanOrEqual(2)
})

test('P1: logging in from a protected link and landing on it costs two fields and one press', async ({ page }) => {
  await page.goto('/dashboard/my-favorite')
  const cost = await count(page)
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/my-favorite')
  expect(cost).toEqual({ clicks: 1, fields: 2 })
})

test('D3 L1: a favourite costs one press, and two to remove it', async ({ page }) => {
  await signIn(page, 'new@demo.example')
  const { _id, bioDataId } = (await someCards(page))[8]!
  await page.goto(`/BioDataDetails/${_id}`)
  const cost = await count(page)
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  await expect(page.getByRole('button', { name: 'In favourites' })).toBeVisible()
  expect(cost).toEqual({ clicks: 1, fields: 0 })
  await page.goto('/dashboard/viewBioData')
  await page.getByRole('link', { name: 'favourites BioData' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: `nik-${bioDataId}` })
    .getByRole('button')
    .click()
  await expect(page.getByText('Deleted Successfully.')).toBeVisible()
  expect(cost).toEqual({ clicks: 3, fields: 0 })
})

test('K1 M3: a contact request costs two presses and the card, its approval two presses', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, 'new@demo.example')
  const { _id, bioDataId } = (await someCards(page))[9]!
  await page.goto(`/BioDataDetails/${_id}`)
  const cost = await count(page)
  await page.getByRole('link', { name: 'contact request' }).first().click()
  await fillCard(page)
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await expect(page).toHaveURL('/dashboard/my-contact-request')
  expect(cost).toEqual({ clicks: 2, fields: 3 })

  const office = await browser.newContext({ baseURL: site.url })
  const admin = await office.newPage()
  await signIn(admin, 'admin@demo.example')
  await admin.goto('/dashboard/manage')
  const spent = await count(admin)
  await admin.getByRole('link', { name: 'Approved Contact Request' }).click()
  const row = admin.getByRole('row').filter({ hasText: String(bioDataId) })
  await row.getByRole('button').first().click()
  await expect(row).toContainText('Approved')
  expect(spent).toEqual({ clicks: 2, fields: 0 })
  await office.close()
})

test('E1 E5: Edit BioData costs at most 19 inputs, none typed twice, and a reload in the middle costs nothing', async ({
  page,
}) => {
  await signIn(page, 'new@demo.example')
  await page.goto('/dashboard/EditBioData')
  page.on('dialog', (dialog) => dialog.accept())
  const cost = await count(page)
  await fillBiodata(page)
  await page.reload()
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page.getByText('You bioData Successful Updated.')).toBeVisible()
  // The date is one thing to know in three boxes.
  expect(cost.fields - 2).toBeLessThanOrEqual(19)
  expect(cost.clicks).toBe(1)
})

test('E2: of a form with three errors each costs one press in the summary', async ({ page }) => {
  await signIn(page, 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByLabel('Father Name').fill('')
  await page.getByLabel('Age of the partner').fill('7')
  await page.getByLabel('Phone Number').fill('call me')
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  const cost = await count(page)
  const summary = page.locator('.error-summary')
  for (const [text, label, right] of [
    ['Enter the name of your father.', 'Father Name', 'Mokbul Uddin'],
    ['The age of the partner is a number from 18 to 99.', 'Age of the partner', '২৪'],
    ['Enter a mobile number, like 01712 345678.', 'Phone Number', '০১৭১২ ৩৪৫৬৭৮'],
  ] as const) {
    await summary.getByRole('link', { name: text }).click()
    await expect(page.getByLabel(label)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(right)
    await expect(summary.getByRole('link', { name: text })).toHaveCount(0)
  }
  await expect(summary).toHaveCount(0)
  expect(cost).toEqual({ clicks: 3, fields: 3 })
})
