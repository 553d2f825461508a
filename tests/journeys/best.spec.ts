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
/** Everybody else, behind those who match. */
const rest = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Everybody else, newest first' }) })
const article = (page: Page, { number }: { number: number }) =>
  page.getByRole('article').filter({ hasText: `nik-${number}` })

test('W4 W3: a member opens Biodatas and reads why the first person fits, both ways; then who misses what, and by how much', async ({
  page,
}) => {
  const { meets, heavier, shorter } = await fourPeople(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Biodatas' })).toBeVisible()
  const first = page.getByRole('article').first()
  await expect(first).toContainText(`nik-${meets.number}`)
  await expect(first).toContainText('Meets all 3 you stated, you meet 3 of 3')
  await expect(page.getByRole('heading', { level: 2 })).toContainText([
    'Filters',
    /^1 of these \d+ meets all your wishes$/,
    '1 more if you are flexible on weight',
    '1 more if you are flexible on weight and height',
    'Everybody else, newest first',
  ])
  await expect(
    page.getByText(/^Sorted by your wishes: Female\s· 81 to 87\s· 5.ft.1.in to 5.ft.7.in\s· 40kg to 60kg$/),
  ).toBeVisible()
  await expect(article(page, heavier)).toContainText('Weight 65kg: 5kg above your wish')
  await expect(article(page, shorter)).toContainText(/Height 4.ft.11.in: 2.in under your wish/)
  const everybody = (await page.request.get('/api/bioData-filter?limit=1')).headers()['x-total-count']
  await expect(page.getByRole('status').filter({ hasText: 'biodata' })).toHaveText(`${everybody} biodata`)
  await page.getByRole('link', { name: 'How this order is made' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How fit is worked out')
})

test('W4 S2-5: the order says that it is from one’s wishes, which a phone unfolds, and one number counts people who all meet them', async ({
  page,
}) => {
  await fourPeople(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/baiDataPage')
  const main = page.getByRole('main')
  const more = main.getByText(/^Sorted by your wishes: Female\s· 81 to 87 2 more$/)
  await expect(main.getByText(/40kg to 60kg/).filter({ visible: true })).toHaveCount(0)
  await more.click()
  await expect(main.getByText(/5.ft.1.in to 5.ft.7.in\s· 40kg to 60kg/).filter({ visible: true })).toHaveCount(1)
  await expect(main.getByRole('link', { name: 'Change my wishes' })).toHaveAttribute(
    'href',
    '/dashboard/EditBioData#expects',
  )
  // Wishes remove nobody, so they are among no filters.
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await page.goto(`/baiDataPage?gender=Female&minAge=${age}&maxAge=${age}&minHeight=64&maxWeight=50`)
  await expect(page.getByRole('heading', { level: 2, name: 'Everybody here meets all your wishes' })).toBeVisible()
  await expect(main.getByRole('status').first()).toHaveText('1 biodata')
  await page.goto('/baiDataPage?order=newest')
  await expect(main.getByText('Sorted by your wishes:')).toHaveCount(0)
})

test('W4 S2-5: the first part says how many of the whole list meet all wishes, and that those who are met in all of theirs come first', async ({
  page,
}) => {
  const { meets } = await fourPeople(page)
  const facts = { gander: 'Female', birth: bornFor(age), ...body, ...wishes, partnerAge: 90 }
  const other = await newMember(page, facts)
  await newMember(page, { gander: 'Male', birth: bornFor(age), ...body, ...wishes })
  await page.goto('/baiDataPage?gender=Female')
  const first = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^2 of these \d+ meet all your wishes$/ }) })
  await expect(first).toContainText('Those who match best both ways come first.')
  await expect(first.getByRole('article')).toContainText([`nik-${meets.number}`, `nik-${other.number}`])
})

test('B6 S3-9 S3-23: on a phone the first person begins within 420 pixels of the top, and a wide screen has three beside each other', async ({
  page,
  baseURL,
}) => {
  await fourPeople(page)
  const boxOf = async (place: number) => (await page.getByRole('article').nth(place).boundingBox())!
  for (const lang of ['en', 'bn']) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: baseURL! }])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/baiDataPage')
    const { y } = (await page.getByRole('banner').boundingBox())!
    expect((await boxOf(0)).y - y).toBeLessThan(420)
  }
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/baiDataPage?order=newest')
  const [first, second, third] = [await boxOf(0), await boxOf(1), await boxOf(2)]
  expect([second.y, third.y]).toEqual([first.y, first.y])
  expect(third.x).toBeGreaterThan(second.x)
  expect(first.width).toBeGreaterThan(330)
})

test('W4: by the keyboard alone people who differ go among everybody else and come first again', {
  tag: '@trial',
}, async ({ page }) => {
  const { meets, heavier, shorter } = await fourPeople(page)
  await page.goto('/baiDataPage?gender=Female')
  const press = async (name: string | RegExp) => {
    await page.getByRole('link', { name, exact: true }).last().focus()
    await page.keyboard.press('Enter')
  }
  // The newest, so they stand at the head of everybody else.
  await expect(rest(page)).not.toContainText(`nik-${shorter.number}`)
  await press('Do not show these first')
  await expect(page).toHaveURL('/baiDataPage?gender=Female&steps=1')
  await expect(rest(page)).toContainText(`nik-${shorter.number}`)
  await expect(rest(page)).not.toContainText(`nik-${heavier.number}`)
  await press('Do not show these first')
  await expect(rest(page)).toContainText(`nik-${heavier.number}`)
  await expect(rest(page)).not.toContainText(`nik-${meets.number}`)
  await press('Also show people first who differ in weight')
  await expect(rest(page)).not.toContainText(`nik-${heavier.number}`)
  await press('Also show people first who differ in weight and height')
  await expect(rest(page)).not.toContainText(`nik-${shorter.number}`)
  await expect(article(page, shorter)).toBeVisible()
})

test('W4: people whom a member does not want first stay there on every device, and come back by a link', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const { meets, heavier, shorter } = await fourPeople(page)
  await page.goto('/baiDataPage?gender=Female')
  await isAlive(page)
  const kept = () => page.waitForResponse((answer) => answer.url().endsWith('/api/me/steps') && answer.ok())
  const leaveOut = kept()
  await page.getByRole('link', { name: 'Do not show these first' }).last().click()
  await leaveOut
  await expect(page.getByText('People who differ in more stand among everybody else, as you chose.')).toBeVisible()
  const elsewhere = await browser.newContext({ baseURL: site.url, storageState: await page.context().storageState() })
  const other = await elsewhere.newPage()
  await other.goto('/baiDataPage')
  await expect(article(other, heavier)).toBeVisible()
  await expect(rest(other)).not.toContainText(`nik-${heavier.number}`)
  await expect(rest(other)).toContainText(`nik-${shorter.number}`)
  await elsewhere.close()
  await page.goto('/baiDataPage')
  await expect(article(page, meets)).toBeVisible()
  await expect(rest(page)).toContainText(`nik-${shorter.number}`)
  const show = kept()
  await page.getByRole('link', { name: 'Also show people first who differ in weight and height' }).click()
  await show
  await page.goto('/baiDataPage')
  await expect(article(page, shorter)).toBeVisible()
  await expect(rest(page)).not.toContainText(`nik-${shorter.number}`)
})

test('W4: where nobody meets all wishes it is said, and everybody else follows', { tag: '@trial' }, async ({
  page,
}) => {
  const { heavier } = await fourPeople(page)
  await page.goto('/baiDataPage?gender=Female&minWeight=65&steps=0')
  await expect(page.getByRole('main')).toContainText('Nobody meets all your wishes')
  await expect(rest(page)).toContainText(`nik-${heavier.number}`)
  await page.getByRole('link', { name: 'Also show people first who differ in weight', exact: true }).click()
  await expect(page.getByRole('heading', { name: '1 more if you are flexible on weight' })).toBeVisible()
  await expect(rest(page)).not.toContainText(`nik-${heavier.number}`)
  await newMember(page, { gander: 'Male', birth: bornFor(40), ...body, ...wishes, partnerAge: 99 })
  await page.goto('/baiDataPage')
  await expect(page.getByRole('main')).toContainText('Nobody meets all your wishes')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('W4 SPEC-N6: people whom the filters do not find are in no part; a member’s own gender is listed newest first, and the order says so', {
  tag: '@trial',
}, async ({ page }) => {
  await fourPeople(page)
  await page.goto('/baiDataPage?gender=Female&steps=0&minHeight=75')
  await expect(page.getByRole('heading', { name: 'No data....' })).toBeVisible()
  await page.goto('/baiDataPage?gender=Male')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByLabel('Order', { exact: true })).toHaveValue('newest')
  await expect(page.getByRole('heading', { name: 'Do you two match?' })).toHaveCount(0)
  await expect(page.getByText('Sorted by your wishes:')).toHaveCount(0)
})

test('B3 B6 SPEC-N4 SPEC-N6 SPEC-N7: Biodatas shows a member everybody of both genders, also after Reset, and Show more ends with the last one', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'user@demo.example')
  const everybody = Number((await page.request.get('/api/bioData-filter?limit=1')).headers()['x-total-count'])
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
  const total = page.getByRole('main').getByRole('status').first()
  await expect(total).toHaveText(`${everybody} biodata`)
  await expect(page.getByRole('radio', { name: 'Any' }).first()).toBeChecked()
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveCount(0)
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByText('Male', { exact: true }).click()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Male')
  await panel.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL('/baiDataPage')
  await expect(total).toHaveText(`${everybody} biodata`)
  const cards = page.getByRole('main').getByRole('article')
  const more = page.getByRole('link', { name: 'Show more' })
  for (let shown = 12; shown < everybody; shown += 12) {
    await expect(cards).toHaveCount(shown)
    await more.click()
  }
  await expect(cards).toHaveCount(everybody)
  await expect(more).toHaveCount(0)
  const texts = await cards.allTextContents()
  expect(new Set(texts.map((text) => /nik-\d+/.exec(text)![0])).size).toBe(everybody)
  for (const who of ['a woman', 'a man'])
    await expect(cards.getByRole('img', { name: `Illustrated portrait of ${who}`, exact: true }).first()).toBeAttached()
})

test('B4 SPEC-N5: back from a profile a member finds the same order, filters and place, by the browser’s Back and by Back to Biodatas', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'user@demo.example')
  const list = '/baiDataPage?minAge=20&order=youngest&pages=2'
  const place = () => page.evaluate(() => scrollY)
  const isAsLeft = async (before: number) => {
    await expect(page).toHaveURL(list)
    await expect(page.getByLabel('Order', { exact: true })).toHaveValue('youngest')
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(50)
    await expect(page.getByRole('article')).toHaveCount(24)
  }
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
  await page.getByLabel('Order', { exact: true }).selectOption('Youngest first')
  await expect(page).toHaveURL('/baiDataPage?order=youngest')
  await page.goto(list)
  for (const goBack of [() => page.getByRole('link', { name: 'Back to Biodatas' }).click(), () => page.goBack()]) {
    await isAlive(page)
    const profile = page.getByRole('link', { name: 'View Profile' }).nth(14)
    // It waits until the cards above have their real heights.
    await profile.hover()
    const before = await place()
    expect(before).toBeGreaterThan(700)
    await profile.click()
    await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
    await goBack()
    await isAsLeft(before)
  }
})

test('W4: a member without a biodata sees the newest first, and what they would gain', { tag: '@trial' }, async ({
  page,
}) => {
  const newest = await newMember(page, {})
  await newMember(page)
  await page.goto('/baiDataPage')
  await expect(page.getByRole('article').first()).toContainText(`nik-${newest.number}`)
  await page.getByRole('region', { name: 'Write your biodata' }).getByRole('link', { name: 'Write it now' }).click()
  await expect(page).toHaveURL('/dashboard/EditBioData')
})

test('W4 G8 G9: on a phone of 360 pixels it is read in Bangla, and nothing is wider than the phone', async ({
  page,
  baseURL,
}) => {
  const { meets, heavier } = await fourPeople(page)
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: baseURL! }])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/baiDataPage')
  await expect(page.getByRole('article').first()).toContainText(`nik-${meets.number}`)
  await expect(page.getByRole('heading', { name: '১ জনের সঙ্গে সব মেলে' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'ওজন একটু আলাদা হলে আরও ১ জন' })).toBeVisible()
  await expect(article(page, heavier)).toContainText(/ওজন ৬৫.কেজি: আপনার প্রত্যাশার চেয়ে ৫.কেজি বেশি/)
  expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('W4: the order, its parts and what is left out are plain links', { tag: '@trial' }, async ({ page }) => {
    const { heavier, shorter } = await fourPeople(page)
    await page.goto('/baiDataPage')
    await page.getByRole('link', { name: 'Do not show these first' }).first().click()
    await expect(rest(page)).toContainText(`nik-${heavier.number}`)
    await expect(rest(page)).toContainText(`nik-${shorter.number}`)
    await page.getByRole('link', { name: 'Also show people first who differ in weight' }).click()
    await expect(rest(page)).not.toContainText(`nik-${heavier.number}`)
    await expect(article(page, heavier)).toBeVisible()
    await actAs(page, 'admin@demo.example')
    await page.goto('/baiDataPage')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
