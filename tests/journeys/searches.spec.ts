import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, newMember, pressTwice, sql, test } from './fixtures.ts'

const user = 'user@demo.example'
const tile = (page: Page) => page.getByRole('region', { name: 'Save this search' })
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const searches = async (page: Page) => (await page.request.get('/api/me/searches')).json()

/** As if the person had been here three days ago, when there were `people` fewer. */
const beenHere = (email: string, people: number) => `
  insert into visits (user_id, looked_at, looked_up_to, since, since_number)
  select id, now(), 0, now() - interval '3 days', (select max(number) - ${people} from biodata) from users where email = '${email}'
  on conflict (user_id) do update set since = excluded.since, since_number = excluded.since_number`

test('W6: a search is saved where it is looked for, renamed, told of as often as wished, and deleted with a way back', async ({
  page,
}) => {
  await actAs(page, user)
  await page.goto('/baiDataPage?gender=Female&minAge=22&occupation=Doctor&occupation=Teacher')
  await tile(page).getByRole('button').press('Enter')
  await expect(page.getByText('The search is saved.')).toBeVisible()
  const saved = tile(page).getByRole('link', { name: 'Saved' })
  await expect(saved).toBeFocused()
  await page.reload()
  await expect(saved).toBeVisible()
  await saved.click()
  await expect(page).toHaveURL('/dashboard/new')

  const first = card(page, 'Female, Age 22 or more, Doctor or Teacher')
  await expect(first).toContainText(/\d+ biodata/)
  await expect(first.locator('p').filter({ hasText: 'Doctor' })).toHaveCount(0)
  await expect(first.getByRole('radio', { name: 'Once a week' })).toBeChecked()
  await first.getByRole('radio', { name: 'Once a day' }).press('Space')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect.poll(() => searches(page)).toMatchObject([{ howOften: 'daily' }])

  await first.getByRole('button', { name: /^Rename/ }).press('Enter')
  const name = page.getByRole('textbox', { name: 'Name of the search' })
  await name.fill(' ')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription('Enter a name.')
  await expect(name).toBeFocused()
  await name.fill('For Ma')
  await name.press('Enter')
  await expect(card(page, 'For Ma').getByRole('button', { name: 'Rename: For Ma' })).toBeFocused()
  await expect(card(page, 'For Ma')).toContainText('Female, Age 22 or more, Doctor or Teacher')

  await page.getByRole('button', { name: 'Delete: For Ma' }).click()
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'For Ma').getByRole('radio', { name: 'Once a day' })).toBeChecked()
  expect(await searches(page)).toHaveLength(1)
  await page.clock.install()
  await page.getByRole('button', { name: 'Delete: For Ma' }).click()
  await page.clock.fastForward(10_000)
  await expect.poll(() => searches(page)).toEqual([])
})

test('W6 S3-16: a search without a name of its own is called by its filters in the language that one reads', {
  tag: '@trial',
}, async ({ page, baseURL }) => {
  await actAs(page, user)
  await page.goto('/baiDataPage?gender=Female&occupation=Doctor&occupation=Teacher')
  await tile(page).getByRole('button').click()
  await tile(page).getByRole('link', { name: 'Saved' }).waitFor()
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: baseURL! }])
  await page.goto('/dashboard/new')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('পাত্রী, ডাক্তার বা শিক্ষক')
})

test('W6: of two choices of how often right after each other the second one wins', { tag: '@trial' }, async ({
  page,
}) => {
  await actAs(page, user)
  await page.request.post('/api/me/searches', { data: { name: 'For Ma', search: 'minAge=20' } })
  await page.goto('/dashboard/new', { waitUntil: 'networkidle' })
  const choose = (often: string) => () => card(page, 'For Ma').getByText(often, { exact: true }).click()
  const said = await pressTwice(page, '**/api/me/searches/*', [choose('Once a day'), choose('Never')])
  expect(said).toEqual(['asked', 'answered', 'asked', 'answered'])
  await expect(card(page, 'For Ma').getByRole('radio', { name: 'Never' })).toBeChecked()
  expect(await searches(page)).toMatchObject([{ howOften: 'never' }])
})

test('W6: a member who leaves the page at once has deleted a search as well, by a call that the browser ends without it', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, user)
  await page.request.post('/api/me/searches', { data: { name: 'For Ma', search: 'minAge=20' } })
  // Whether the call of a page that goes still arrives is a matter of luck without `keepalive`.
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = (url, options) => {
      if (options?.method === 'DELETE') localStorage.setItem('keepalive', String(options.keepalive))
      return fetch(url, options)
    }
  })
  await page.goto('/dashboard/new')
  await page.getByRole('button', { name: 'Delete: For Ma' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await searches(page)).toHaveLength(1)
  await page.goto('/about')
  expect(await page.evaluate(() => localStorage.getItem('keepalive'))).toBe('true')
  await expect.poll(() => searches(page)).toEqual([])
})

test('W6: when ten searches are saved, the tile says so and which one to remove', { tag: '@trial' }, async ({
  page,
}) => {
  await actAs(page, user)
  for (let age = 20; age < 30; age++)
    await page.request.post('/api/me/searches', { data: { name: `From ${age}`, search: `minAge=${age}` } })
  await page.goto('/baiDataPage?minAge=40')
  await expect(tile(page)).toContainText(
    '10 saved searches, as many as there can be. Delete one first, perhaps “From 20”.',
  )
  await expect(tile(page).getByRole('button')).toHaveCount(0)
})

test('W6: new people since the last visit are counted, marked and shown alone until they were seen', {
  tag: '@trial',
}, async ({ page, site }) => {
  await actAs(page, user)
  await sql(site, beenHere(user, 40))
  await page.request.post('/api/me/searches', { data: { name: 'All', search: 'gender=Female' } })
  await page.goto('/baiDataPage')
  const bar = page.getByText(/^\d+ new since your last visit on \d+\s\w+\s\d+$/)
  const people = Number((await bar.textContent())!.match(/\d+/)![0])
  expect(people).toBeGreaterThan(2)
  await isAlive(page)
  await page.getByRole('link', { name: 'Show only these' }).press('Enter')
  await expect(page).toHaveURL('/baiDataPage?order=newest&onlyNew=true')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(`${people} biodata`)
  await expect(page.getByRole('main').getByRole('status')).toBeFocused()
  for (const one of await cards(page).all()) await expect(one).toContainText('New')
  await page.getByRole('link', { name: 'Remove filter: New since your last visit' }).click()
  await expect(page).toHaveURL('/baiDataPage?order=newest')

  await page.goto('/dashboard/new')
  await expect(page.getByText(`${people} new people in 1 search since your last visit`)).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  // Beside the link to it, on every page of the dashboard.
  const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^New for you/ })
  await expect(link).toHaveAccessibleName('New for you 9+ new')
  await expect(page.getByRole('link', { name: `See ${people} new All` })).toHaveAttribute('href', /onlyNew=true/)
  await page.getByRole('link', { name: `See all ${people} new` }).click()
  await expect(page).toHaveURL('/dashboard/new?all=true')
  await expect(cards(page)).toHaveCount(people)
  await page.getByRole('button', { name: 'I have seen them' }).click()
  await expect(page.getByText('Nobody new since your last visit')).toBeVisible()
  await expect(link).toHaveAccessibleName('New for you')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto('/baiDataPage')
  await expect(bar).toHaveCount(0)
})

test('W6: of more new people than one page shows the newest are offered, and the page says that these are they', {
  tag: '@trial',
}, async ({ page, site }) => {
  const { email } = await newMember(page)
  await sql(site, beenHere(email, 150))
  await page.request.post('/api/me/searches', { data: { name: 'All', search: '' } })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/account')
  await page.locator('.dashboard-menu > summary').click()
  await page.locator('.dashboard-menu').getByRole('link', { name: 'New for you 9+ new' }).click()
  await expect(page.getByText(/^(at least )?1[0-9]{2} new people in 1 search/)).toBeVisible()
  await page.getByRole('link', { name: 'See the newest 100', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/new?all=true')
  await expect(cards(page)).toHaveCount(100)
  await expect(page.getByText('These are the newest 100.')).toBeVisible()
  await sql(site, beenHere(email, 4))
  await page.reload()
  const [few] = /^\d/.exec((await page.getByText(/^\d new (person|people) in 1 search/).textContent())!)!
  await page.locator('.dashboard-menu > summary').click()
  await expect(page.locator('.dashboard-menu').getByRole('link', { name: `New for you ${few} new` })).toBeVisible()
})

test('W6 R8: whose details were opened is listed in this browser alone, removed one by one or all, and goes with the person', {
  tag: '@trial',
}, async ({ page }) => {
  const { email } = await newMember(page)
  const people = await (await page.request.get('/api/bioData-filter?gander=Female&limit=3')).json()
  for (const { _id, bioDataId } of people) {
    await page.goto(`/BioDataDetails/${_id}`)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(String(bioDataId))
  }
  const kept = await page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('seen:')))
  expect(kept).toEqual([[expect.stringMatching(/^seen:\w+$/), JSON.stringify(people.map(numberOf).toReversed())]])
  await page.goto('/dashboard/new')
  const recent = page.getByRole('region', { name: 'Recently seen' })
  await expect(recent.getByRole('article')).toHaveCount(3)
  await expect(recent.getByRole('article').first()).toContainText(`nik-${people[2].bioDataId}`)
  await recent.getByRole('button', { name: `Remove from recently seen: nik-${people[1].bioDataId}` }).click()
  await expect(recent.getByRole('article')).toHaveCount(2)
  await page.reload()
  await expect(recent.getByRole('article')).toHaveCount(2)

  // Somebody else at the same browser sees nothing of it, and a person who logs out leaves nothing.
  await actAs(page, user)
  await page.goto('/dashboard/new')
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
  await expect(recent).toHaveCount(0)
  await actAs(page, email)
  await page.goto('/dashboard/new')
  await expect(recent.getByRole('article')).toHaveCount(2)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'LogOut' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('seen:')))).toEqual([])
})

const numberOf = ({ bioDataId }: { bioDataId: number }) => bioDataId
