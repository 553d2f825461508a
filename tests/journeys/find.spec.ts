import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, newMember, password, someCards, sql, test } from './fixtures.ts'

/** Without a biodata, so that the lists are the newest first. */
const user = 'new@demo.example'
const status = (page: Page) => page.getByRole('main').getByRole('status')
const found = async (page: Page) => Number((await status(page).textContent())!.match(/\d+/)![0])
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' }).getByRole('listitem')
const numberButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Open by number' })
const numberField = (page: Page) => page.getByRole('searchbox', { name: 'Open by number' })
async function typeNumber(page: Page, number: string) {
  await numberButton(page).click()
  await numberField(page).fill(number)
  await numberField(page).press('Enter')
}
const panelOf = (page: Page) => page.getByRole('region', { name: 'Filters' })
/** The line of a group of filters, which opens it. */
const group = (page: Page, name: string) => panelOf(page).locator('summary').filter({ hasText: name }).first()
const height = (page: Page) => panelOf(page).getByRole('group', { name: 'Height' })
const heightFrom = (page: Page) => height(page).getByLabel('From')
const heightTo = (page: Page) => height(page).getByLabel('To')
const cards = (page: Page) => page.getByRole('main').getByRole('article')

/** A card says the home district and the profession, not what was sought (C2). */
const numbersOn = async (page: Page) =>
  (await cards(page).allTextContents()).map((text) => Number(/nik-(\d+)/.exec(text)![1]))

const search = (page: Page, query: string) => page.request.get(`/api/bioData-find?${query}`)
/** The first hundred whom an address of the API finds, and how many it finds. */
const ask = async (page: Page, query: string) =>
  (await (await search(page, `limit=100&${query}`)).json()).map(({ bioDataId }: { bioDataId: number }) => bioDataId)
const count = async (page: Page, query: string) => Number((await search(page, query)).headers()['x-total-count'])

test('W5 B6: a visitor who presses More filters reads that they are for members, and comes by the login to them, with what was chosen before', async ({
  page,
}) => {
  await page.goto('/baiDataPage?gender=Female&minAge=22&division=Sylhet')
  const panel = page.getByRole('region', { name: 'Filters' })
  const forMembers = panel.getByText(/are filters for members/)
  await expect(forMembers).toBeHidden()
  await panel.getByText('More filters').click()
  await expect(forMembers).toBeVisible()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&minAge=22&division=Sylhet')
  await expect(panel.getByLabel('Marital status')).toBeVisible()
  await panel.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByLabel('Email').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&minAge=22&division=Sylhet')
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Biodatas' })).toBeVisible()
  await expect(chips(page)).toHaveText(['Gender: Female', 'Age 22 or more', 'Division: Sylhet'])
  await expect(cards(page).first()).toBeVisible()
  expect(await numbersOn(page)).toEqual(
    (await ask(page, 'order=best&gander=Female&minAge=22&perDivision=Sylhet')).slice(0, 12),
  )
})

test('T1: the filter “Confirmed in the last 30 days” leaves out people of before, is a chip, and is taken away', {
  tag: '@trial',
}, async ({ page, site }) => {
  const { id, number } = await newMember(page, {})
  await sql(site, `update biodata set confirmed_at = now() - interval '31 days' where id = '${id}'`)
  await actAs(page, user)
  await page.goto('/baiDataPage?gender=Female')
  await isAlive(page)
  const all = await found(page)
  const panel = panelOf(page)
  await panel.getByLabel('Confirmed in the last 30 days').check()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&confirmed=30')
  await expect(chips(page)).toHaveText(['Gender: Female', 'Confirmed in the last 30 days'])
  expect(await found(page)).toBe(await count(page, 'gander=Female&confirmed=30'))
  expect(await found(page)).toBeLessThan(all)
  expect(await ask(page, 'gander=Female&confirmed=30')).not.toContain(number)
  await page.getByRole('link', { name: 'Remove filter: Confirmed in the last 30 days' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female')
})

test('W5 R2: a member who is refused more of the list reads why, and a reload shows what was there', {
  tag: '@trial',
}, async ({ page, site }) => {
  const { email } = await newMember(page, {})
  await page.goto('/baiDataPage?order=newest')
  await isAlive(page)
  const more = page.getByRole('link', { name: 'Show more' })
  await more.click()
  await expect(cards(page)).toHaveCount(24)
  await sql(
    site,
    `insert into card_views (viewer_id, at, shown)
      select id, now(), array(select generate_series(900001, 905000)) from users where email = '${email}'`,
  )
  await more.click()
  await expect(page.getByRole('alert').filter({ hasText: 'only a limited number at a time' })).toBeVisible()
  await expect(page).toHaveURL('/baiDataPage?order=newest&pages=2')
  await page.reload()
  await expect(cards(page)).toHaveCount(24)

  await isAlive(page)
  for (const _ of ['pressed', 'pressed again']) {
    const refused = page.waitForResponse((response) => response.status() === 429)
    await more.click()
    await refused
    await expect(page.getByRole('alert').filter({ hasText: 'only a limited number at a time' })).toBeVisible()
    await expect(page).toHaveURL('/baiDataPage?order=newest&pages=2')
  }
  await sql(site, 'delete from card_views where 900001 = any(shown)')
  await more.click()
  await expect(cards(page)).toHaveCount(36)
  await expect(page).toHaveURL('/baiDataPage?order=newest&pages=3')
})

test('W5 S3-8: by the keyboard alone several values are chosen, shown as one chip for each field, and taken away', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  await page.goto('/baiDataPage')
  const all = await found(page)
  const panel = page.getByRole('region', { name: 'Filters' })
  const occupation = panel.locator('summary').filter({ hasText: 'Occupation' })
  await occupation.focus()
  await page.keyboard.press('Enter')
  for (const option of ['Doctor', 'Teacher']) {
    await panel.getByLabel(option, { exact: true }).focus()
    await page.keyboard.press('Space')
  }
  await group(page, 'Height').press('Enter')
  await heightFrom(page).selectOption('5 ft 0 in')
  await panel.getByRole('button', { name: 'Apply Filters' }).press('Enter')
  await expect(page).toHaveURL('/baiDataPage?minHeight=60&occupation=Doctor&occupation=Teacher')
  await expect(status(page)).toBeFocused()
  await expect(chips(page)).toHaveText(['Height 5 ft 0 in or more', 'Occupation: Doctor or Teacher'])
  await expect(occupation).toHaveText(/Occupation\s+Doctor, Teacher/)
  const both = await found(page)
  expect(both).toBeLessThan(all)
  expect(both).toBe(await count(page, 'minHeight=60&occupation=Doctor&occupation=Teacher'))
  await expect(cards(page).first()).toBeVisible()
  // As the page orders them: people who confirmed nothing for long come last.
  const listed = await ask(page, 'order=best&minHeight=60&occupation=Doctor&occupation=Teacher')
  expect(await numbersOn(page)).toEqual(listed.slice(0, 12))

  await page.getByRole('link', { name: 'Remove filter: Height 5 ft 0 in or more' }).press('Enter')
  await expect(page).toHaveURL('/baiDataPage?occupation=Doctor&occupation=Teacher')
  await expect(chips(page)).toHaveCount(1)
  expect(await found(page)).toBe(await count(page, 'occupation=Doctor&occupation=Teacher'))

  await page.getByRole('link', { name: 'Show more' }).press('Enter')
  await expect(page).toHaveURL(/&pages=2$/)
  await expect.poll(() => cards(page).count()).toBeGreaterThan(12)
  await page.goBack()
  await expect(chips(page)).toHaveCount(2)
  await panel.getByRole('button', { name: 'Reset' }).press('Enter')
  await expect(page).toHaveURL('/baiDataPage')
  await expect.poll(() => found(page)).toBe(all)
})

test('W5 Z1: the document names early what the page has in common with browse', async ({ page }) => {
  await actAs(page, user)
  const html = await (await page.request.get('/baiDataPage')).text()
  for (const source of ['members-browse.page', 'browse.page'])
    expect(html).toMatch(new RegExp(`modulepreload[^>]+/${source}-`))
  expect(html).not.toMatch(/\/details\.page-/)
})

test('W5: heights the wrong way round are refused at their field, and nothing that was typed is lost', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  await page.goto('/baiDataPage')
  const panel = page.getByRole('region', { name: 'Filters' })
  await group(page, 'Height').click()
  await heightFrom(page).selectOption('6 ft 0 in')
  await heightTo(page).selectOption('5 ft 0 in')
  await group(page, 'Height').click()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(height(page)).toHaveAccessibleDescription('The lowest height must not be above the greatest.')
  await expect(heightFrom(page)).toBeFocused()
  await expect(heightFrom(page)).toHaveValue('72')
  await expect(page).toHaveURL('/baiDataPage')
  await heightTo(page).selectOption('6 ft 1 in')
  await expect(height(page)).toHaveAccessibleDescription('')
})

const order = (page: Page) => page.getByLabel('Order', { exact: true })

test('W5: the list is put in order of age, which the address keeps with the filters, more of it and Back', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  await page.goto('/baiDataPage?gender=Female')
  // Without a biodata nobody can be compared.
  await expect(order(page)).toHaveValue('newest')
  await expect(order(page).getByRole('option')).toHaveText(['Newest first', 'Youngest first', 'Oldest first'])
  await isAlive(page)
  await order(page).focus()
  await order(page).selectOption('Oldest first')
  await expect(page).toHaveURL('/baiDataPage?gender=Female&order=oldest')
  await expect(order(page)).toBeFocused()
  const numbers = async () => (await cards(page).allTextContents()).map((text) => Number(/nik-(\d+)/.exec(text)![1]))
  const oldest = await ask(page, 'gander=Female&order=oldest')
  expect(oldest).not.toEqual(await ask(page, 'gander=Female'))
  await expect.poll(numbers).toEqual(oldest.slice(0, 12))
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&order=oldest&pages=2')
  await expect.poll(numbers).toEqual(oldest.slice(0, 24))
  await group(page, 'Weight').click()
  await panelOf(page).getByRole('group', { name: 'Weight' }).getByLabel('To').selectOption({ value: '70' })
  await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&maxWeight=70&order=oldest')
  await expect(chips(page)).toHaveText(['Gender: Female', 'Weight up to 70kg'])
  await page.getByRole('link', { name: 'Remove filter: Gender: Female' }).click()
  await expect(page).toHaveURL('/baiDataPage?maxWeight=70&order=oldest')
  await order(page).selectOption('Newest first')
  await expect(page).toHaveURL('/baiDataPage?maxWeight=70&order=newest')
  await page.goBack()
  await expect(order(page)).toHaveValue('oldest')
})

test('W5: an order chosen while other people are on their way is theirs, and theirs are the filters applied meanwhile', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  await page.goto('/baiDataPage?order=newest')
  await isAlive(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/bioData-find?*', async (route) => {
    await held
    await route.continue()
  })
  const panel = page.getByRole('region', { name: 'Filters' })
  await group(page, 'Weight').click()
  const upTo = async (kilograms: string) => {
    await panel.getByRole('group', { name: 'Weight' }).getByLabel('To').selectOption({ value: kilograms })
    await panel.getByRole('button', { name: 'Apply Filters' }).click()
  }
  await upTo('70')
  await expect(page).toHaveURL('/baiDataPage?maxWeight=70&order=newest')
  await order(page).selectOption('Oldest first')
  await expect(page).toHaveURL('/baiDataPage?maxWeight=70&order=oldest')
  await expect(order(page)).toHaveValue('oldest')
  await upTo('80')
  await expect(page).toHaveURL('/baiDataPage?maxWeight=80&order=oldest')
  release()
  await expect(chips(page)).toHaveText(['Weight up to 80kg'])
  await expect(order(page)).toHaveValue('oldest')

  // A number that is on its way is looked for by itself.
  await page.route('**/api/bioData-card/*', () => {})
  await typeNumber(page, 'nik-1')
  await expect(page).toHaveURL('/baiDataPage?number=nik-1')
  await order(page).selectOption('Newest first')
  await expect(page).toHaveURL('/baiDataPage?maxWeight=80&order=newest')
})

/** A search that nobody of the demo matches, but many without its district. */
const nobody = '/baiDataPage?division=Dhaka&district=Sylhet&order=youngest'

test('W5: where nobody matches, it is said without which filter how many are found, and a link leads there', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  await page.goto(nobody)
  await expect(page.getByRole('heading', { name: 'No data....' })).toBeVisible()
  const inDhaka = await count(page, 'perDivision=Dhaka')
  await page.getByRole('link', { name: `Without District: Sylhet, ${inDhaka} people are found` }).click()
  await expect(page).toHaveURL('/baiDataPage?division=Dhaka&order=youngest')
  await expect.poll(() => found(page)).toBe(inDhaka)
})

test('W5: that one person at least is found without a filter is said in the singular', { tag: '@trial' }, async ({
  page,
}) => {
  await actAs(page, user)
  await page.goto(`${nobody}&minAge=20`)
  await isAlive(page)
  const json = { district: { people: 1, isAtLeast: true } }
  await page.route('**/api/bioData-find/without?*', (route) => route.fulfill({ json }))
  await page.getByRole('link', { name: /^Remove filter: Age/ }).click()
  await expect(page.getByRole('link', { name: 'Without District: Sylhet, at least 1 is found' })).toBeVisible()
})

test('W5 S3-3 S3-9: from the header of every page, and from the menu of a phone, a member finds a person by number', async ({
  page,
}) => {
  await page.goto('/baiDataPage')
  await expect(numberButton(page)).toHaveCount(0)
  await actAs(page, user)
  const [, other] = await someCards(page)
  for (const address of ['/baiDataPage', '/about']) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('textbox', { name: 'BioData NO' })).toHaveCount(0)
    await isAlive(page)
    await numberButton(page).press('Enter')
    await expect(numberField(page)).toBeFocused()
    await page.keyboard.type(`nik-${other!.bioDataId}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/BioDataDetails/${other!._id}`)
    await expect(numberField(page)).toBeHidden()
  }

  // Between the two the list itself leads to the same sheet.
  await page.setViewportSize({ width: 1000, height: 740 })
  await page.goto('/baiDataPage')
  await expect(numberButton(page)).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Open by number' }).click()
  await expect(numberField(page)).toBeFocused()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByText('Open by number')).toBeVisible()
  await numberField(page).fill(`nik-${other!.bioDataId}`)
  await numberField(page).press('Enter')
  await expect(page).toHaveURL(`/BioDataDetails/${other!._id}`)
})

test('W5 S3-8: a closed group says what is chosen in it, at once, after a reload and in the reader’s language', async ({
  page,
  baseURL,
}) => {
  await actAs(page, user)
  await page.goto('/baiDataPage?maritalStatus=Never+married&maxHeight=68')
  await isAlive(page)
  const marital = group(page, 'Marital status')
  await expect(marital).toHaveText(/Marital status\s+Never married/)
  await expect(panelOf(page).getByLabel('Widowed')).toBeHidden()
  await expect(group(page, 'Height')).toHaveText(/Height\s+up to 5.ft.8.in/)
  await expect(group(page, 'Weight')).toHaveText(/Weight\s+Any/)
  await marital.click()
  await panelOf(page).getByLabel('Widowed').check()
  await marital.click()
  await expect(marital).toHaveText(/Marital status\s+Never married, Widowed/)
  await panelOf(page).getByRole('button', { name: 'Apply Filters' }).click()
  await expect(chips(page)).toHaveText(['Marital status: Never married or Widowed', 'Height up to 5 ft 8 in'])
  await page.reload()
  await expect(marital).toHaveText(/Marital status\s+Never married, Widowed/)
  // What was ticked and not applied goes with Reset, where the address has no filter either.
  await panelOf(page).getByRole('button', { name: 'Reset' }).click()
  await expect(marital).toHaveText(/Marital status\s+Any/)
  await marital.click()
  await panelOf(page).getByLabel('Divorced').check()
  await expect(marital).toHaveText(/Marital status\s+Divorced/)
  await panelOf(page).getByRole('button', { name: 'Reset' }).click()
  await expect(marital).toHaveText(/Marital status\s+Any/)
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: baseURL! }])
  await page.goto('/baiDataPage?maritalStatus=Widowed')
  await expect(page.locator('.filters summary').filter({ hasText: 'বৈবাহিক অবস্থা' })).toContainText('বিধবা বা বিপত্নীক')
})

test('W5: of the districts those of the chosen divisions are offered', { tag: '@trial' }, async ({ page }) => {
  await actAs(page, user)
  await page.goto('/baiDataPage?division=Sylhet&district=Sylhet')
  const district = page
    .getByRole('region', { name: 'Filters' })
    .locator('details')
    .filter({ hasText: /^District/ })
  await expect(district.locator('summary')).toHaveText([/District\s+Sylhet/, /Sylhet\s+Sylhet/])
  for (const summary of await district.locator('summary').all()) await summary.click()
  await expect(district.getByRole('checkbox')).toHaveCount(4)
  await expect(cards(page).first()).toBeVisible()
  for (const card of await cards(page).all()) await expect(card).toContainText('Sylhet')
})

test('W5: a number as it is written anywhere leads to the profile; a blocked person is nobody, as one who is not there', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  const [, other] = await someCards(page)
  const bangla = String(other!.bioDataId).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)
  for (const typed of [`nik-${other!.bioDataId}`, `NIK ${other!.bioDataId}`, `id-${other!.bioDataId}`, bangla]) {
    await page.goto('/baiDataPage')
    await isAlive(page)
    await typeNumber(page, typed)
    await expect(page).toHaveURL(`/BioDataDetails/${other!._id}`)
  }
  await page.goBack()
  await expect(page).toHaveURL('/baiDataPage')
  await page.request.post('/api/blocks', { data: { _id: other!._id } })
  const again = page.getByRole('main').getByRole('textbox', { name: 'BioData NO' })
  for (const typed of [`nik-${other!.bioDataId}`, 'nik-77777', 'sadia', '']) {
    await page.goto('/baiDataPage?number=nik-99999')
    await again.fill(typed)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    if (typed === '') await expect(cards(page).first()).toBeVisible()
    else {
      await expect(page).toHaveURL(`/baiDataPage?number=${typed}`)
      await expect(page.getByRole('heading', { name: 'Nobody with this number is found' })).toBeVisible()
      await expect(page.getByText('Numbers look like nik-1042.')).toBeVisible()
      await expect(again).toHaveValue(typed)
    }
  }
})

test('W5 G8 G9: in Bangla on a phone the sheet takes several values, and nothing is wider than the phone', {
  tag: '@trial',
}, async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await actAs(page, user)
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: baseURL! }])
  await page.goto('/baiDataPage?gender=Female')
  const sheet = page.getByRole('dialog', { name: 'ফিল্টার' })
  await page.getByRole('button', { name: 'ফিল্টার (১টি)' }).click()
  await sheet.locator('summary').filter({ hasText: 'ধর্ম' }).first().click()
  for (const option of ['ইসলাম', 'হিন্দুধর্ম']) await sheet.getByLabel(option, { exact: true }).check()
  await sheet.getByRole('button', { name: 'ফলাফল দেখুন' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&religion=Islam&religion=Hinduism')
  await expect(page.getByRole('button', { name: 'ফিল্টার (২টি)' })).toBeVisible()
  await expect(page.getByText('ধর্ম: ইসলাম বা হিন্দুধর্ম', { exact: true })).toBeVisible()
  const sideways = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(sideways).toBe(0)
})

test('W5: one choice takes an education and all above it; links and chips have what it ticks', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  await page.goto('/baiDataPage')
  const panel = page.getByRole('region', { name: 'Filters' })
  const atLeast = panel.getByLabel('Education, at least')
  const ticked = panel.getByRole('group', { name: 'Education' }).getByRole('checkbox', { checked: true })
  const apply = () => panel.getByRole('button', { name: 'Apply Filters' }).click()
  await isAlive(page)
  await panel.locator('summary').filter({ hasText: 'Education' }).click()
  await atLeast.selectOption('Bachelor')
  await expect(ticked).toHaveCount(3)
  await apply()
  await expect(page).toHaveURL('/baiDataPage?education=Bachelor&education=Master&education=Doctorate')
  await expect(chips(page)).toHaveText(['Education: Bachelor or more'])
  expect(await found(page)).toBe(await count(page, 'education=Bachelor&education=Master&education=Doctorate'))
  // The page of this address says the same before it is alive.
  await page.reload()
  await expect(atLeast).toHaveValue('Bachelor')
  await expect(group(page, 'Education')).toHaveText(/Education\s+Bachelor or more/)
  await group(page, 'Education').click()
  await panel.getByLabel('Master', { exact: true }).uncheck()
  await expect(atLeast.locator('option:checked')).toHaveText('As ticked below')
  await apply()
  await expect(chips(page)).toHaveText(['Education: Bachelor or Doctorate'])
  await group(page, 'Education').click()
  await atLeast.selectOption('Any')
  await expect(ticked).toHaveCount(0)
  await atLeast.selectOption('Master')
  await apply()
  await page.getByRole('link', { name: 'Remove filter: Education: Master or more' }).click()
  await expect(page).toHaveURL('/baiDataPage')
  await expect(chips(page)).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('W5: several values, chips, more of them and a number work as plain links and forms', { tag: '@trial' }, async ({
    page,
  }) => {
    await actAs(page, user)
    await page.goto('/baiDataPage')
    const panel = page.getByRole('region', { name: 'Filters' })
    await panel.locator('summary').filter({ hasText: 'Education' }).click()
    for (const option of ['Bachelor', 'Master']) await panel.getByLabel(option, { exact: true }).check()
    await panel.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(chips(page)).toHaveText(['Education: Bachelor or Master'])
    expect(await found(page)).toBe(await count(page, 'education=Bachelor&education=Master'))
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(cards(page)).toHaveCount(24)
    await page.getByRole('link', { name: 'Remove filter: Education: Bachelor or Master' }).click()
    await expect(page).toHaveURL('/baiDataPage')
    const { bioDataId } = (await someCards(page))[1]!
    await typeNumber(page, `nik-${bioDataId}`)
    await expect(cards(page)).toHaveCount(1)
    await cards(page)
      .getByRole('link', { name: `View Profile nik-${bioDataId}` })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: `Biodata id-${bioDataId}` })).toBeAttached()
  })

  test('W5: the order, what to leave out, and the number in the header work as plain links and forms', {
    tag: '@trial',
  }, async ({ page }) => {
    await actAs(page, user)
    await page.goto('/baiDataPage?gender=Female&religion=Islam&religion=Hinduism')
    await order(page).selectOption('Youngest first')
    await page.getByRole('button', { name: 'Sort' }).click()
    await expect(page).toHaveURL('/baiDataPage?gender=Female&religion=Islam&religion=Hinduism&order=youngest')
    await expect(order(page)).toHaveValue('youngest')
    await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page).toHaveURL(/order=youngest/)
    await page.goto(nobody)
    await page.getByRole('link', { name: /^Without District: Sylhet, / }).click()
    await expect(cards(page).first()).toBeVisible()
    const { bioDataId } = (await someCards(page))[1]!
    await page.goto('/')
    await typeNumber(page, `nik-${bioDataId}`)
    await expect(page).toHaveURL(`/baiDataPage?number=nik-${bioDataId}`)
    await expect(cards(page)).toHaveCount(1)
  })
})
