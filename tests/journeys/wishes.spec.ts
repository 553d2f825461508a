/** What one wishes of the other: ranges, sets, and how much each matters. */
import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { actAs, chooseRange, expect, fillBiodata, newMember, publish, test, wishOf } from './fixtures.ts'

const bornFor = (age: number) => `${new Date().getFullYear() - age}-01-01`
const expectsOf = (page: Page) => page.getByRole('region', { name: 'As a life partner expects' })
const foldOf = (page: Page, wish: string) => expectsOf(page).locator('.folded-wish > summary').filter({ hasText: wish })
/** Folded, as they are no duty. */
const openMore = async (page: Page, ...wishes: string[]) => {
  await expectsOf(page).getByText('More wishes (8)').click()
  for (const wish of wishes) await foldOf(page, wish).click()
}

/** Their profile, with the table of wishes, which is folded. */
async function openMatch(page: Page, id: string) {
  await page.goto(`/BioDataDetails/${id}`)
  await page.getByText('See all wishes').click()
}

test('E7 S2-17: three ranges are asked for, how much one matters comes after it, and its middle is the specification’s number', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMember(page)
  await page.goto('/dashboard/EditBioData#expects')
  await expect(page.getByText('Step 5 of 6: As a life partner expects')).toBeVisible()
  const expects = expectsOf(page)
  const matters = (wish: string) => expects.getByRole('group', { name: `How much it matters: ${wish}` })
  await expect(expects.getByRole('combobox')).toHaveCount(6)
  await expect(expects.getByRole('group', { name: /^How much it matters/ })).toHaveCount(0)
  await wishOf(page, 'Age').getByLabel('From').selectOption('22')
  await expect(matters('Age')).toHaveCount(0)
  await wishOf(page, 'Age').getByLabel('To', { exact: true }).selectOption('27')
  await expect(matters('Age').getByLabel('Nice to have')).toBeChecked()
  await matters('Age').getByText('Must have').click()
  await chooseRange(page, 'Height', '60', '66')
  await chooseRange(page, 'Weight', '45', '60')
  await openMore(page, 'Divisions')
  await expect(matters('Divisions')).toHaveCount(0)
  await expects.getByRole('group', { name: 'Divisions', exact: true }).getByLabel('Khulna').check()
  await expect(matters('Divisions').getByLabel('Nice to have')).toBeChecked()
  expect(await complaints(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(wishOf(page, 'Age').getByLabel('From')).toHaveValue('22')
  await expect(matters('Divisions')).toBeVisible()
  await fillBiodata(page, { wishes: false })
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await publish(page).click()
  expect((await sent).postDataJSON()).toMatchObject({
    ...{ partnerAge: 24, partnerAgeFrom: 22, partnerAgeTo: 27, partnerAgeMatters: 'must' },
    ...{ PartnerFeet: 5, PartnerInch: 3, partnerWeight: '50kg', partnerDivision: ['Khulna'] },
  })
  await expect(page).toHaveURL('/dashboard/viewBioData')
})

test('E7 S2-17: a line counts who meets the wishes as they are typed; several changes at once are one question, and a newer one cancels the last', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  const expects = expectsOf(page)
  const line = expects.getByRole('status')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/me/matches/typed') && asked.push(request.url()))
  await expect(publish(page)).toBeEnabled()
  await line.scrollIntoViewIfNeeded()
  await expect(line).toHaveText('Choose your gender under General information, and see how many people match.')
  await page.getByLabel('Male', { exact: true }).check({ force: true })
  await expect(line).toHaveText('Choose from and to, and see how many people match.')
  expect(asked).toEqual([])
  await line.scrollIntoViewIfNeeded()
  await chooseRange(page, 'Age', '20', '40')
  await expect(line).toHaveText(
    /^\d+ people meet these wishes\. Add district and education to see the closest first\.$/,
  )
  expect(asked).toHaveLength(1)
  const { people } = await (await page.request.get(asked[0]!)).json()
  await expect(line).toContainText(`${people} people`)

  const from = wishOf(page, 'Age').getByLabel('From')
  const change = (...values: string[]) =>
    from.evaluate((select: HTMLSelectElement, values) => {
      for (const value of values) {
        select.value = value
        for (const name of ['input', 'change']) select.dispatchEvent(new Event(name, { bubbles: true }))
      }
    }, values)
  const answers: (() => void)[] = []
  await page.route('**/me/matches/typed*', async (route) => {
    await new Promise<void>((answer) => answers.push(answer))
    await route.continue().catch(() => {})
  })
  await change('21', '22', '23')
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toContain('partnerAgeFrom=23')
  const cancelled = page.waitForEvent('requestfailed')
  await change('39')
  expect((await cancelled).url()).toBe(asked[1])
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer()
  const { people: fewer } = await (await page.request.get(asked[2]!)).json()
  expect(fewer).toBeLessThan(people)
  await expect(line).toContainText(new RegExp(`^(${fewer} p|1 person m|Nobody m)`))
  await change('45')
  await expect(line).toHaveText('Choose from and to, and see how many people match.')
  expect(asked).toHaveLength(3)
})

test('E7 R9: private wishes ask for the one number that others see, and a range that changes leaves it as it is', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, { partnerAge: 29 })
  await page.goto('/dashboard/EditBioData')
  await expect(publish(page)).toBeEnabled()
  await expect(wishOf(page, 'Age').getByLabel('From')).toHaveValue('26')
  await expect(wishOf(page, 'Age').getByLabel('To', { exact: true })).toHaveValue('32')
  const shown = wishOf(page, 'Age').getByLabel('The one number on your biodata')
  await expect(shown).toHaveCount(0)
  await expectsOf(page).getByText('Keep private').click()
  await expect(shown).toHaveValue('29')
  await chooseRange(page, 'Age', '24', '40')
  await expect(shown).toHaveValue('29')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  expect(await (await page.request.get('/api/viewBioData')).json()).toMatchObject({
    ...{ partnerAge: 29, partnerAgeFrom: 24, partnerAgeTo: 40, partnerWishesPrivate: true },
  })
})

test('W2 W3 R9: by the keyboard alone somebody says what they wish, how much it matters and that it is private, and reads how another meets it', {
  tag: '@trial',
}, async ({ page }) => {
  const her = await newMember(page, { gander: 'Female', birth: bornFor(26), perDivision: 'Dhaka', partnerAge: 29 })
  await newMember(page, { gander: 'Male', birth: bornFor(29), partnerAge: 25 })
  await page.goto('/dashboard/EditBioData')
  const expects = expectsOf(page)
  const matters = (wish: string) => expects.getByRole('group', { name: `How much it matters: ${wish}` })
  await expect(matters('Age').getByLabel('Nice to have')).toBeChecked()
  // The form is alive.
  await expect(publish(page)).toBeEnabled()
  await matters('Weight').getByLabel('Nice to have').focus()
  await page.keyboard.press('ArrowRight')
  await expect(matters('Weight').getByLabel('Doesn’t matter')).toBeChecked()
  await wishOf(page, 'Age').getByLabel('From').focus()
  await page.keyboard.type('24')
  await page.keyboard.press('Tab')
  await page.keyboard.type('27')
  for (const fold of [expects.locator('.more-wishes > summary'), foldOf(page, 'Divisions'), foldOf(page, 'Religion')]) {
    await fold.focus()
    await page.keyboard.press('Enter')
  }
  const divisions = expects.getByRole('group', { name: 'Divisions', exact: true })
  for (const option of [divisions.getByLabel('Sylhet'), divisions.getByLabel('Khulna'), expects.getByLabel('Islam')]) {
    await option.focus()
    await page.keyboard.press('Space')
  }
  await matters('Religion').getByLabel('Nice to have').focus()
  await page.keyboard.press('ArrowLeft')
  const secrecy = expects.getByRole('group', { name: 'Who sees these wishes' })
  await secrecy.getByLabel('Show on my biodata').focus()
  await page.keyboard.press('ArrowRight')
  await expect(secrecy.getByLabel('Keep private')).toBeChecked()
  await publish(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/viewBioData')
  const own = page.getByRole('region', { name: 'Your private wishes' })
  await expect(own).toContainText(/Divisions\s*Khulna, Sylhet/)
  await expect(own).toContainText(/Religion\s*Islam\s*Must/)
  await expect(expects).not.toContainText(/Khulna|24 to 27/)

  await openMatch(page, her.id)
  const why = page.getByRole('region', { name: 'Why you match' })
  await expect(why.getByRole('row', { name: /^Age/ })).toContainText('MeetsYou asked for 24 to 27; she is 26.')
  await expect(why.getByRole('row', { name: /^Weight/ })).toContainText('No preference')
  await expect(why.getByRole('row', { name: /^Permanent address/ })).toContainText(
    /Doesn’t match.*You asked for Khulna or Sylhet; her division is Dhaka\./,
  )
  await expect(why.getByRole('row', { name: /^Religion/ })).toContainText(/Not stated.*You asked for Islam\./)

  // The other side learns nothing of it.
  const { email } = await (await page.request.get('/api/me')).json()
  const him = await (await page.request.get('/api/viewBioData')).json()
  await actAs(page, her.email)
  await openMatch(page, him._id)
  await expect(why.getByRole('row', { name: /^Age/ })).toBeVisible()
  for (const wish of [/^Permanent address/, /^Religion/])
    await expect(why.getByRole('row', { name: wish })).toHaveCount(0)
  const shown = page.getByRole('region', { name: 'As a life partner expects' })
  for (const part of [why, shown]) await expect(part).not.toContainText(/Khulna|Sylhet|Islam|24 to 27/)
  await actAs(page, email)

  await page.goto('/dashboard/EditBioData')
  await expect(divisions.getByLabel('Khulna')).toBeChecked()
  await expect(matters('Religion').getByLabel('Must have')).toBeChecked()
  await expect(wishOf(page, 'Age').getByLabel('To', { exact: true })).toHaveValue('27')
  await secrecy.getByText('Show on my biodata').click()
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  // Of belief only with a consent, which he has not given.
  await expect(own).toContainText(
    /Wishes about religion and practice are shown only while you agree to show your own\./,
  )
  await expect(own).not.toContainText('Khulna')

  await actAs(page, her.email)
  await openMatch(page, him._id)
  await expect(why.getByRole('row', { name: /^Permanent address/ })).toContainText(
    /No preference.*Doesn’t match.*He is looking for Khulna or Sylhet; your division is Dhaka\./,
  )
  await expect(why.getByRole('row', { name: /^Age/ })).toContainText('He is looking for 24 to 27; you are 26.')
  await expect(shown).toContainText(/Age\s*25\s*24 to 27/)
  await expect(shown).toContainText(/Divisions\s*Khulna, Sylhet/)
  for (const part of [why, shown]) await expect(part).not.toContainText('Islam')
})

test('W2 E5: one choice wishes an education and all above it; the draft and the profile of another have it', {
  tag: '@trial',
}, async ({ page }) => {
  const facts = { gander: 'Female', birth: bornFor(26), education: 'Doctorate' }
  const her = await newMember(page, facts)
  await newMember(page, { gander: 'Male', birth: bornFor(29) })
  await page.goto('/dashboard/EditBioData')
  const expects = expectsOf(page)
  const atLeast = expects.getByLabel('Education, at least')
  await expect(publish(page)).toBeEnabled()
  await openMore(page, 'Education')
  await atLeast.selectOption('Bachelor')
  await expect(expects.getByLabel('Master', { exact: true })).toBeChecked()
  await page.reload()
  await expect(atLeast).toHaveValue('Bachelor')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await openMatch(page, her.id)
  await expect(page.getByRole('row', { name: /^Education/ })).toContainText(
    /Meets.*You asked for Bachelor or more; her education is Doctorate\./,
  )
})

test('W2 W3: on a phone a district and children are wished for; somebody who never married and says nothing of children has none', {
  tag: '@trial',
}, async ({ page }) => {
  const facts = { gander: 'Female', birth: bornFor(26), perDivision: 'Sylhet', district: 'Sylhet' }
  const her = await newMember(page, Object.assign(facts, { maritalStatus: 'Never married' }))
  await newMember(page, { gander: 'Male', birth: bornFor(29) })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/EditBioData#expects')
  const expects = expectsOf(page)
  const districts = expects.getByRole('group', { name: 'Districts', exact: true })
  await expect(publish(page)).toBeEnabled()
  await openMore(page, 'Districts', 'Children')
  await districts.getByText('Sylhet', { exact: true }).first().click()
  for (const district of ['Sylhet', 'Moulvibazar']) await districts.getByRole('checkbox', { name: district }).check()
  await expects.getByLabel('None', { exact: true }).check()
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')

  await openMatch(page, her.id)
  const row = (label: string) => page.getByRole('row', { name: new RegExp(`^${label}`) })
  await expect(row('District')).toContainText(/Meets.*You asked for Moulvibazar or Sylhet; her district is Sylhet\./)
  await expect(row('Children')).toContainText(/Meets.*You asked for none; she has none\./)

  await page.goto('/dashboard/EditBioData#expects')
  await expect(districts.getByText('Moulvibazar, Sylhet').first()).toBeVisible()
  await expect(districts.getByLabel('Moulvibazar')).toBeChecked()
})

test('W2 E5: a range that ends before it begins is said at its field, and nothing that was typed is lost', async ({
  page,
}) => {
  await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  const expects = expectsOf(page)
  const from = wishOf(page, 'Age').getByLabel('From')
  const to = wishOf(page, 'Age').getByLabel('To', { exact: true })
  await chooseRange(page, 'Age', '30', '25')
  await openMore(page, 'Divisions')
  const rajshahi = expects.getByRole('group', { name: 'Divisions', exact: true }).getByLabel('Rajshahi')
  await rajshahi.check()
  await publish(page).click()
  await expect(page.getByRole('alert')).toContainText('From must not be above To.')
  await page.getByRole('alert').getByRole('link', { name: 'From must not be above To.' }).click()
  await expect(from).toBeFocused()
  await page.reload()
  await expect(to).toHaveValue('25')
  await expect(rajshahi).toBeChecked()
  await to.selectOption('35')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
})

test('W2 W4: who misses what must be comes last in the list, under a line that says so', { tag: '@trial' }, async ({
  page,
}) => {
  // Of an age that nobody else has here or wishes.
  const age = 88
  const body = { birth: bornFor(age), feet: 5, inch: 4, weight: '50kg' }
  const wishes = { partnerAge: age, PartnerFeet: 5, PartnerInch: 4, partnerWeight: '50kg' }
  const [near, far] = [
    await newMember(page, { gander: 'Female', ...body, ...wishes, perDivision: 'Khulna' }),
    await newMember(page, { gander: 'Female', ...body, ...wishes, perDivision: 'Dhaka' }),
  ]
  const him = { gander: 'Male', ...body, ...wishes, partnerDivision: ['Khulna'], partnerDivisionMatters: 'must' }
  await newMember(page, him)
  await page.goto('/baiDataPage')
  await expect(page.getByRole('heading', { level: 2 })).toContainText([
    'Filters',
    /^1 of these \d+ meets all your wishes$/,
    '1 more if you are flexible on weight, height, age and division',
  ])
  await expect(page.getByRole('article').first()).toContainText(`nik-${near.number}`)
  const last = page.getByRole('article').filter({ hasText: `nik-${far.number}` })
  await expect(last).toContainText('Permanent address: Dhaka')
  await expect(last).toContainText('Meets 3 of 4, you meet 3 of 3')
})
