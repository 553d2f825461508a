/** Members meet people: who it is on the card and first on a profile, from one to the next, and where a heart goes. */
import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, newMember, publish, sql, test } from './fixtures.ts'

/** Of an age that nobody else has here. */
const born = (age: number) => `${new Date().getFullYear() - age}-01-01`
const body = { feet: 5, inch: 2, weight: '50kg', partnerAge: 91, PartnerFeet: 5, PartnerInch: 4, partnerWeight: '50kg' }
const facts = { maritalStatus: 'Never married', district: 'Tangail', education: 'Bachelor' }

/** Two women, and a man who looks: he is signed in. */
async function twoWomen(page: Page) {
  const woman = (more: object) =>
    newMember(page, { gander: 'Female', birth: born(91), perDivision: 'Dhaka', ...body, ...facts, ...more })
  const nusrat = await woman({ name: 'Nusrat Jahan', profession: 'Software engineer' })
  const mim = await woman({ name: 'মিম জেরিন', occupation: 'Teacher' })
  await newMember(page, { gander: 'Male', birth: born(91), ...body })
  return { nusrat, mim }
}
const list = '/baiDataPage?gender=Female&minAge=91&maxAge=91&order=newest'
const cardOf = (page: Page, { number }: { number: number }) =>
  page.getByRole('article').filter({ hasText: new RegExp(`nik-${number}\\b`) })

test('C2 S1-6: a member reads on a card who somebody is, a visitor only what anybody may know', async ({ page }) => {
  const { nusrat, mim } = await twoWomen(page)
  await page.goto(list)
  const card = cardOf(page, nusrat)
  await expect(card.getByRole('heading')).toHaveText('Nusrat Jahan, 91')
  await expect(card).toContainText('Software engineer, Bachelor')
  await expect(card).toContainText(/Tangail, 5.ft.2.in, Never married/)
  await expect(card).toContainText('Meets all 3 you stated')
  await expect(card.getByRole('link')).toHaveAccessibleName(`View Profile nik-${nusrat.number}, Nusrat Jahan`)
  await expect(cardOf(page, mim)).toContainText('মিম জেরিন, 91')
  await expect(cardOf(page, mim)).toContainText('Teacher, Bachelor')
  await page.context().clearCookies()
  await page.goto(list)
  await expect(cardOf(page, nusrat)).toContainText('BioData NO')
  expect(await page.content()).not.toContain('Nusrat')
})

test('W1 C2 S2-19: a name is written in the page’s script, and its owner chooses an initial for cards', async ({
  page,
}) => {
  const born = `${new Date().getFullYear() - 92}-01-01`
  const nusrat = await newMember(page, { birth: born, name: 'Nusrat Jahan' })
  await page.goto('/dashboard/EditBioData')
  const other = page.getByLabel('Name in Bangla or English letters')
  await other.fill('Nusrat J')
  await publish(page).click()
  const wrong = /in Bangla if the name is in English letters/
  await expect(page.getByRole('alert').getByRole('link', { name: wrong })).toBeVisible()
  await other.fill('নুসরাত জাহান')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await page.goto('/dashboard/privacy')
  await page.getByRole('radio', { name: 'First name and an initial' }).check()
  await expect(page.getByText('Cards show your first name and an initial.').first()).toBeVisible()

  await newMember(page, { gander: 'Male', birth: born })
  await page.goto(`/BioDataDetails/${nusrat.id}`)
  await expect(page.getByText('Nusrat Jahan, 92')).toBeVisible()
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await expect(page.getByText('নুসরাত জাহান, ৯২')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Nusrat')
  await page.goto('/baiDataPage?gender=Female&minAge=92&maxAge=92&order=newest')
  await expect(cardOf(page, nusrat).getByRole('heading')).toHaveText('নুসরাত জা., ৯২')
  expect(await page.content()).not.toMatch(/Jahan|জাহান/)
})

test('C2 S3-12: a person who takes no requests is marked on the card', async ({ page, site }) => {
  const { nusrat, mim } = await twoWomen(page)
  await sql(site, `update biodata set contact_for = 'nobody' where id = '${mim.id}'`)
  await page.goto(list.replace('newest', 'best'))
  await expect(cardOf(page, mim)).toContainText('Not taking requests')
  await expect(cardOf(page, nusrat)).not.toContainText('Not taking requests')
  await expect(page.getByRole('article').first()).toContainText('Nusrat')
})

test('D1 S1-7: a phone shows who it is within the first 400 pixels, and the match in one line that opens', async ({
  page,
}) => {
  const { nusrat } = await twoWomen(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/BioDataDetails/${nusrat.id}`)
  const who = page.getByRole('complementary')
  const top = (await page.getByRole('main').boundingBox())!.y
  for (const text of ['Nusrat Jahan, 91', 'Software engineer', 'Bachelor', 'Tangail', 'Never married']) {
    const { y, height } = (await who.getByText(text, { exact: true }).first().boundingBox())!
    expect(y + height - top, text).toBeLessThan(450)
  }
  const why = page.getByRole('region', { name: 'Why you match' })
  expect((await why.boundingBox())!.height).toBeLessThan(160)
  await why.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(why.getByRole('table')).toBeVisible()
})

test('D1 S2-19: a member walks from one profile of a list to the next and back, also after a reload', async ({
  page,
}) => {
  const { nusrat, mim } = await twoWomen(page)
  await page.goto(list)
  await isAlive(page)
  await cardOf(page, mim).getByRole('link').click()
  const pager = page.getByRole('navigation', { name: 'Your list' })
  await expect(pager).toContainText('1 of 2')
  await expect(pager.getByRole('link', { name: /^Previous/ })).toHaveCount(0)
  await pager.getByRole('link', { name: 'Next: Nusrat Jahan' }).click()
  await expect(page).toHaveURL(`/BioDataDetails/${nusrat.id}`)
  await page.reload()
  await expect(pager).toContainText('2 of 2')
  await expect(pager.getByRole('link', { name: /^Next/ })).toHaveCount(0)
  await pager.getByRole('link', { name: 'Previous: মিম জেরিন' }).click()
  await expect(page).toHaveURL(`/BioDataDetails/${mim.id}`)
  await expect(pager).toContainText('1 of 2')
  await page.getByRole('link', { name: 'Back to Biodatas' }).click()
  await expect(page).toHaveURL(list)

  await page.context().clearCookies()
  await actAs(page, 'user@demo.example')
  await page.goto(`/BioDataDetails/${nusrat.id}`)
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('list'))).toBe(null)
  await expect(pager).toHaveCount(0)
})

test('D1 S2-19: on a phone the keyboard alone leads from one profile of a list to the next and back', async ({
  page,
}) => {
  const { nusrat, mim } = await twoWomen(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(list)
  await isAlive(page)
  await cardOf(page, mim).getByRole('link').press('Enter')
  const pager = page.getByRole('navigation', { name: 'Your list' })
  const next = pager.getByRole('link', { name: 'Next: Nusrat Jahan' })
  const { width, height } = (await next.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  // The new page has the focus; the way back and the pager are its first links.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Back to Biodatas' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/BioDataDetails/${nusrat.id}`)
  await expect(pager).toContainText('2 of 2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(pager.getByRole('link', { name: 'Previous: মিম জেরিন' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/BioDataDetails/${mim.id}`)
})

test('D3 S2-14: a heart on a card says where it went, Undo takes it back, and a second press says it again', async ({
  page,
}) => {
  const { nusrat } = await twoWomen(page)
  await page.goto(list)
  const heart = cardOf(page, nusrat).getByRole('button')
  const said = page.getByRole('status').filter({ hasText: 'In favourites' })
  const favourites = async () => (await page.request.get('/api/favorite')).json()
  await expect(heart).toHaveAccessibleName('Add to favourites: Nusrat Jahan')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(favourites).toEqual([])
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await favourites()).length).toBe(1)
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(said.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await said.getByRole('link', { name: 'See list' }).click()
  await expect(page.getByRole('heading', { name: 'favourites BioData' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nusrat Jahan' })).toBeVisible()
  expect(await favourites()).toHaveLength(1)
})
