/** Who fits best comes first: for members with a biodata, where they open Biodatas. */
import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, newMember, test } from './fixtures.ts'

const bornFor = (age: number) => `${new Date().getFullYear() - age}-01-01`
/** Of an age that nobody else has here or wishes. */
const age = 84
const body = { feet: 5, inch: 4, weight: '50kg' }
const wishes = { partnerAge: age, PartnerFeet: 5, PartnerInch: 4, partnerWeight: '50kg' }

/** Three women and a man of that age: of his wishes one meets all, one is too heavy, one too short. He is signed in. */
async function fourPeople(page: Page) {
  const woman = (facts: object) =>
    newMember(page, { gander: 'Female', birth: bornFor(age), ...body, ...wishes, ...facts })
  const meets = await woman({})
  const heavier = await woman({ weight: '65kg' })
  const shorter = await woman({ feet: 4, inch: 11 })
  await newMember(page, { gander: 'Male', birth: bornFor(age), ...body, ...wishes })
  return { meets, heavier, shorter }
}
const article = (page: Page, { number }: { number: number }) =>
  page.getByRole('article').filter({ hasText: `nik-${number}` })

test('W4 W3: a member opens Biodatas and reads why the first person fits, both ways; then who misses what, and by how much', async ({
  page,
}) => {
  const { meets, heavier, shorter } = await fourPeople(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find people' })).toBeVisible()
  const first = page.getByRole('article').first()
  await expect(first).toContainText(`nik-${meets.number}`)
  await expect(first).toContainText('Strong both ways 3 of 3 of yours, 3 of 3 of theirs')
  await expect(page.getByRole('heading', { level: 2 })).toContainText([
    'Filters',
    '1 matches everything you asked for',
    '1 more if weight may differ',
    '1 more if weight and height may differ',
  ])
  await expect(article(page, heavier)).toContainText('Weight 65kg: 5kg above your wish')
  await expect(article(page, shorter)).toContainText(/Height 4.ft.11.in: 2.in under your wish/)
  await expect(page.getByRole('status').filter({ hasText: 'biodata' })).toHaveText('3 biodata')
  await page.getByRole('link', { name: 'How this order is made' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How fit is worked out')
})

test('W4: by the keyboard alone others are left out and shown again, and everybody is seen', { tag: '@trial' }, async ({
  page,
}) => {
  const { meets, heavier, shorter } = await fourPeople(page)
  await page.goto('/find?gender=Female')
  const press = async (name: string | RegExp) => {
    await page.getByRole('link', { name }).last().focus()
    await page.keyboard.press('Enter')
  }
  await press('Leave these out')
  await expect(page).toHaveURL('/find?gender=Female&steps=1')
  await expect(article(page, shorter)).toHaveCount(0)
  await expect(article(page, heavier)).toBeVisible()
  await press('Leave these out')
  await expect(article(page, heavier)).toHaveCount(0)
  await expect(article(page, meets)).toBeVisible()
  await press('Also show people who differ in weight')
  await expect(article(page, heavier)).toBeVisible()
  await press('Also show people who differ in weight and height')
  await expect(article(page, shorter)).toBeVisible()
  await press('Show everybody, newest first')
  await expect(page).toHaveURL(/[?&]order=newest/)
  await expect(page.getByText('matches everything')).toHaveCount(0)
  await expect(article(page, shorter)).toBeVisible()
  expect(await page.getByRole('article').count()).toBeGreaterThan(3)
  await page.goBack()
  await expect(page.getByText('1 matches everything you asked for')).toBeVisible()
})

test('W4: who was left out stays out on every device, and comes back by a link', { tag: '@trial' }, async ({
  page,
  browser,
  site,
}) => {
  const { meets, heavier, shorter } = await fourPeople(page)
  await page.goto('/find?gender=Female')
  await isAlive(page)
  const kept = () => page.waitForResponse((answer) => answer.url().endsWith('/api/me/steps') && answer.ok())
  const leaveOut = kept()
  await page.getByRole('link', { name: 'Leave these out' }).last().click()
  await leaveOut
  await expect(page.getByText('People who differ in more stay left out until you show them again.')).toBeVisible()
  const elsewhere = await browser.newContext({ baseURL: site.url, storageState: await page.context().storageState() })
  const other = await elsewhere.newPage()
  await other.goto('/find')
  await expect(article(other, heavier)).toBeVisible()
  await expect(article(other, shorter)).toHaveCount(0)
  await elsewhere.close()
  await page.goto('/find')
  await expect(article(page, meets)).toBeVisible()
  await expect(article(page, shorter)).toHaveCount(0)
  const show = kept()
  await page.getByRole('link', { name: 'Also show people who differ in weight and height' }).click()
  await show
  await page.goto('/find')
  await expect(article(page, shorter)).toBeVisible()
})

test('W4: where all who come near were left out, it is said what they miss, and a press shows them again', {
  tag: '@trial',
}, async ({ page }) => {
  const { heavier } = await fourPeople(page)
  await page.goto('/find?gender=Female&minWeight=65&steps=0')
  await expect(page.getByRole('heading', { name: 'No data....' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Nobody matches everything you asked for. 1 does, if weight may differ.')
  await page.getByRole('link', { name: 'Show this person' }).click()
  await expect(article(page, heavier)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Leave these out' })).toBeVisible()
})

test('W4: where nobody comes near one’s wishes a link leads to everybody, and one’s own gender is looked for as before', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, { gander: 'Male', birth: bornFor(40), ...body, ...wishes, partnerAge: 99 })
  await page.goto('/find')
  await expect(page.getByRole('heading', { name: 'No data....' })).toBeVisible()
  await page.getByRole('link', { name: 'Show everybody, newest first' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await fourPeople(page)
  await page.goto('/find?gender=Female&steps=0&minHeight=70')
  await expect(page.getByRole('heading', { name: 'No data....' })).toBeVisible()
  await page.goto('/find?gender=Male')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who fits you, and whom do you fit?' })).toHaveCount(0)
})

test('W4: whoever has no biodata sees the newest first, and what they would gain', async ({ page }) => {
  const newest = await newMember(page, {})
  await newMember(page)
  await page.goto('/find')
  await expect(page.getByRole('article').first()).toContainText(`nik-${newest.number}`)
  await page.getByRole('heading', { name: 'Who fits you, and whom do you fit?' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).first().click()
  await expect(page).toHaveURL('/dashboard/EditBioData')
})

test('W4 G8 G9: on a phone of 360 pixels it is read in Bangla, and nothing is wider than the phone', async ({
  page,
  baseURL,
}) => {
  const { meets, heavier } = await fourPeople(page)
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: baseURL! }])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/find')
  await expect(page.getByRole('article').first()).toContainText(`nik-${meets.number}`)
  await expect(page.getByRole('heading', { name: 'আপনার সব চাওয়া ১ জনের সঙ্গে মেলে' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'ওজন একটু আলাদা হলে আরও ১ জন' })).toBeVisible()
  await expect(article(page, heavier)).toContainText(/ওজন ৬৫.কেজি: আপনার চাওয়ার চেয়ে ৫.কেজি বেশি/)
  expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('W4: the order, its parts and what is left out are plain links', { tag: '@trial' }, async ({ page }) => {
    const { heavier, shorter } = await fourPeople(page)
    await page.goto('/find')
    await page.getByRole('link', { name: 'Leave these out' }).first().click()
    await expect(article(page, heavier)).toHaveCount(0)
    await expect(article(page, shorter)).toHaveCount(0)
    await page.getByRole('link', { name: 'Also show people who differ in weight' }).click()
    await expect(article(page, heavier)).toBeVisible()
    await actAs(page, 'admin@demo.example')
    await page.goto('/find')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
