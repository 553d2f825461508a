import type { Locator, Page } from '@playwright/test'
import {
  actAs,
  consentsOn,
  expect,
  fillBiodata,
  fillCard,
  newMember,
  password,
  someCards,
  test,
  watchPresses,
} from './fixtures.ts'

/** What a task costs a person: presses, and fields that something was put into. */
interface Cost {
  clicks: number
  fields: number
}

/** Counts what a person does in the pages of a task from here on; the page itself does it, so nothing is missed. */
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
    // A press on a label, a radio or a select belongs to filling it in; one that the page repeats is no press.
    const isFilling = (target: EventTarget | null) => !!(target as Element).closest?.('label, input, select, textarea')
    const isPress = (event: Event) => event.isTrusted && !isFilling(event.target)
    addEventListener('click', (event) => isPress(event) && said.countClick(), true)
    addEventListener('input', (event) => said.countField(place(event.target as HTMLInputElement)), true)
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return cost
}

/**
 * Somebody who presses one thing after the other to get to a goal. A question that a page puts in between they answer
 * as well: so it is the pages that decide what a task costs, not the test.
 */
async function pursue(page: Page, ...steps: [...leads: Locator[], goal: Locator]) {
  const answer = page.locator('dialog[open]').getByRole('button').last()
  const leads = steps.slice(0, -1)
  for (const [i, step] of steps.entries()) {
    await expect(step.or(answer).first()).toBeVisible()
    while (await answer.isVisible()) {
      const question = await answer.elementHandle()
      await answer.click()
      // It is still seen while it closes.
      await question?.waitForElementState('hidden')
      await expect(step.or(answer).first()).toBeVisible()
    }
    if (i < leads.length) await step.first().click()
  }
}

test('B1: seeing women of 22 to 28 in Sylhet costs four fields and one press', async ({ page }) => {
  await page.goto('/')
  const cost = await count(page)
  await page.getByLabel('Looking for').selectOption('Female')
  await page.getByLabel('Youngest age').fill('22')
  await page.getByLabel('Oldest age').fill('28')
  await page.getByLabel('Division').selectOption('Sylhet')
  const found = page.getByRole('article').filter({ hasText: 'Sylhet' })
  await pursue(page, page.getByRole('button', { name: 'Browse Biodatas' }), found)
  await expect(page).toHaveURL(/gender=Female&minAge=22&maxAge=28&division=Sylhet/)
  expect(cost).toEqual({ clicks: 1, fields: 4 })
})

test('B4: opening a result costs one press, and the browser’s own Back leads to the same place', async ({ page }) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/baiDataPage?pages=2')
  const result = page.getByRole('link', { name: 'View Profile' }).nth(10)
  // It waits until the cards above have their real heights.
  await result.hover()
  const cost = await count(page)
  const lastPress = await watchPresses(page)
  const profile = page.getByRole('heading', { name: 'General information' })
  await pursue(page, result, profile)
  const before = await lastPress()
  expect(before).toBeGreaterThan(700)
  await page.goBack()
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), before)).toBeLessThan(50)
  expect(cost).toEqual({ clicks: 1, fields: 0 })
})

test('P1: logging in from a protected link and landing on it costs two fields and one press', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/dashboard/my-favorite')
  const cost = await count(page)
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  const favourites = page.getByRole('heading', { name: 'favourites BioData' })
  await pursue(page, page.getByRole('button', { name: 'Login', exact: true }), favourites)
  await expect(page).toHaveURL('/dashboard/my-favorite')
  expect(cost).toEqual({ clicks: 1, fields: 2 })
})

test('D3 L1: a favourite costs one press, and two to remove it', { tag: '@trial' }, async ({ page }) => {
  await newMember(page)
  const { _id, bioDataId } = (await someCards(page))[8]!
  await page.goto(`/BioDataDetails/${_id}`)
  const cost = await count(page)
  const add = page.getByRole('button', { name: 'Add to favourites', exact: true })
  await pursue(page, add, page.getByRole('button', { name: 'In favourites', exact: true }))
  expect(cost).toEqual({ clicks: 1, fields: 0 })
  await page.goto('/dashboard/viewBioData')
  const card = page.getByRole('article').filter({ hasText: `nik-${bioDataId}` })
  const favourites = page.getByRole('link', { name: 'favourites BioData' })
  await pursue(page, favourites, card.getByRole('button', { name: /^Remove/ }), page.getByText('Deleted Successfully.'))
  expect(cost).toEqual({ clicks: 3, fields: 0 })
})

test('K1 M3: a contact request costs two presses and the card, its approval two presses', { tag: '@trial' }, async ({
  page,
  browser,
  site,
}) => {
  await newMember(page)
  const { _id, bioDataId } = (await someCards(page))[9]!
  await page.goto(`/BioDataDetails/${_id}`)
  const cost = await count(page)
  await pursue(page, page.getByRole('link', { name: 'contact request' }), page.getByLabel('Card number'))
  await fillCard(page)
  const submit = page.getByRole('button', { name: 'Submit Button' })
  await pursue(page, submit, page.getByRole('heading', { name: 'My Contact Request' }))
  expect(cost).toEqual({ clicks: 2, fields: 3 })

  const office = await browser.newContext({ baseURL: site.url })
  const admin = await office.newPage()
  await actAs(admin, 'admin@demo.example')
  await admin.goto('/dashboard/manage')
  const spent = await count(admin)
  const row = admin
    .getByRole('row')
    .filter({ hasText: String(bioDataId) })
    .first()
  const requests = admin.getByRole('link', { name: 'Approved Contact Request' })
  await pursue(admin, requests, row.getByRole('button'), row.filter({ hasText: 'Approved' }))
  expect(spent).toEqual({ clicks: 2, fields: 0 })
  await office.close()
})

test('E1 E5: Edit BioData costs at most 19 inputs and one consent, none typed twice, and a reload in the middle costs the consent alone', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'new@demo.example')
  await page.goto('/dashboard/EditBioData')
  page.on('dialog', (dialog) => dialog.accept())
  const cost = await count(page)
  await fillBiodata(page)
  await page.reload()
  // A consent is given at the moment of the publish, and is no draft (R3).
  for (const consent of await consentsOn(page).all()) await consent.check()
  const saved = page.getByText('You bioData Successful Updated.')
  await pursue(page, page.getByRole('button', { name: 'Save And Publish Now' }), saved)
  // The date is one thing to know in three boxes.
  expect(cost.fields - 2).toBeLessThanOrEqual(19 + 1)
  expect(cost.clicks).toBe(1)
})

test('E2: of a form with three errors each costs one press in the summary', { tag: '@trial' }, async ({ page }) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByLabel('Father Name').fill('')
  await page.getByLabel('Day').fill('45')
  await page.getByLabel('Phone Number').fill('call me')
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  const cost = await count(page)
  const summary = page.locator('.error-summary')
  for (const [text, label, right] of [
    ['This is not a real date. Write it like 31 5 2001.', 'Day', '০৪'],
    ['Enter the name of your father.', 'Father Name', 'Mokbul Uddin'],
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

test('H6 A10 V4 S1-1 S1-3: a mother reaches the form from the home page in three presses and three typed fields, publishes, and sees who matches', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const cost = await count(page)
  const register = page.getByRole('button', { name: 'Register', exact: true })
  await pursue(page, page.getByRole('main').getByRole('link', { name: 'Create a free biodata' }), register)
  await page.getByLabel('Name').fill('Rehana Begum')
  await page.getByLabel('Email').fill(`mother-${process.pid}@new.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const start = page.getByRole('button', { name: /^Start / })
  await pursue(page, register, start)
  await page.getByLabel('Daughter', { exact: true }).check({ force: true })
  await pursue(page, start, page.getByRole('heading', { name: 'Edit BioData' }))
  // For whom it is is chosen, not typed.
  expect(cost).toEqual({ clicks: 3, fields: 3 + 1 })

  await page.setViewportSize({ width: 1280, height: 800 })
  await fillBiodata(page)
  const matches = page.getByRole('link', { name: /^See the \d+ who match/ })
  await pursue(page, page.getByRole('button', { name: 'Save And Publish Now' }), matches)
  const n = /\d+/.exec((await matches.textContent())!)![0]
  await pursue(
    page,
    matches,
    page.getByRole('heading', { name: new RegExp(`${n} (of these \\d+ )?meet|Everybody here meets`) }),
  )
})
