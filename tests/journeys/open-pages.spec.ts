import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { consentVersion } from '#src/features/consents/policy.ts'
import { actAs, expect, isAlive, newMember, pressForContact, requestContact, type Site, sql, test } from './fixtures.ts'

interface World {
  browser: Browser
  site: Site
  watch: (context: BrowserContext) => void
}
type Member = Awaited<ReturnType<typeof newMember>>
const premium = 'premium@demo.example'

/** Somebody else's page at the address, whose clock the test moves. */
async function opened({ browser, site, watch }: World, address: string, who?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ baseURL: site.url })
  watch(context)
  const page = await context.newPage()
  await who?.(page)
  await page.clock.install()
  await page.goto(address)
  await isAlive(page)
  return page
}

/** Nobody touches the page, and a minute later it does not show that. */
async function isGone(page: Page, shown: Locator) {
  await expect(shown).not.toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(shown).toHaveCount(0)
}

const change = async (page: Page, method: 'PATCH' | 'POST', path: string, data: object = {}) => {
  const answer = await page.request.fetch(`/api/${path}`, { method, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}
const pause = (page: Page, { email }: Member) => change(page, 'PATCH', 'me/presence', { presence: 'paused', email })
const publishAgain = (page: Page, { email }: Member) =>
  change(page, 'PATCH', 'me/presence', { presence: 'published', email, consentVersion })

const cardOf = (page: Page, { number }: Member) =>
  page.getByRole('article').filter({ hasText: new RegExp(`nik-${number}\\b`) })
const contactOf = (page: Page) => page.getByRole('link', { name: /^\+880\D*1712/ }).first()
const asPremium = (page: Page) => actAs(page, premium)

test('R3: a person who pauses leaves the list that a visitor has open, and how many there are', async ({
  page,
  browser,
  site,
  watch,
}) => {
  const member = await newMember(page, { perDivision: 'Barisal' })
  const visitor = await opened({ browser, site, watch }, '/baiDataPage?division=Barisal')
  const people = visitor.getByRole('status').filter({ hasText: /^\d+ biodata$/ })
  const before = Number.parseInt((await people.textContent())!, 10)
  await expect(cardOf(visitor, member)).toBeVisible()
  await pause(page, member)
  await isGone(visitor, cardOf(visitor, member))
  await expect(people).toHaveText(`${before - 1} biodata`)
  await visitor.context().close()
})

test('R3: a hidden person leaves the home page that a visitor has open', async ({ browser, site, watch }) => {
  const visitor = await opened({ browser, site, watch }, '/')
  const card = visitor.getByRole('article').first()
  const number = (await card.textContent())!.match(/nik-(\d+)/)![1]
  const same = visitor.getByRole('article').filter({ hasText: new RegExp(`nik-${number}\\b`) })
  await expect(same).toHaveCount(1)
  await sql(site, `update biodata set unpublished = true where number = ${number}`)
  await isGone(visitor, same)
  await expect(visitor.getByRole('article')).not.toHaveCount(0)
  await visitor.context().close()
})

test('R3 R2: a person who leaves is gone from a long list, whose other people are not counted again', {
  tag: '@trial',
}, async ({ page, browser, site, watch }) => {
  const reader = await opened({ browser, site, watch }, '/baiDataPage?gender=Male&order=newest&pages=4', asPremium)
  const cards = reader.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(48)
  const number = (await cards.nth(40).textContent())!.match(/nik-(\d+)/)![1]
  const counted = async () => {
    const [row] = await sql(
      site,
      `select sum(cardinality(shown))::int as cards from card_views where viewer_id = (select id from users where email = '${premium}')`,
    )
    return row.cards
  }
  const before = await counted()
  await sql(site, `delete from users where id = (select id from biodata where number = ${number})`)
  await isGone(reader, cards.filter({ hasText: new RegExp(`nik-${number}\\b`) }))
  // One more has moved up.
  await expect(cards).toHaveCount(48)
  expect(await counted()).toBe(before + 1)
  await page.close()
  await reader.context().close()
})

test('R3: an open profile ends when its person pauses, and its contact alone when nobody is to see it', async ({
  page,
  browser,
  site,
  watch,
}) => {
  const member = await newMember(page, {})
  const reader = await opened({ browser, site, watch }, `/BioDataDetails/${member.id}`, asPremium)
  await pressForContact(reader)
  await expect(contactOf(reader)).toBeVisible()
  await change(page, 'PATCH', 'me/contact', { contactFor: 'nobody' })
  await isGone(reader, contactOf(reader))
  await expect(reader.getByText('Shows the contact to nobody for now').first()).toBeVisible()
  await pause(page, member)
  await isGone(reader, reader.getByRole('heading', { name: 'Family Information' }))
  await expect(reader.getByRole('main')).not.toContainText('Mizanur Rahman')
  await reader.context().close()
})

test('R3: who asked for a contact and has it on the page loses it with the right to it', { tag: '@trial' }, async ({
  page,
  browser,
  site,
  watch,
}) => {
  const member = await newMember(page, {})
  let request = ''
  const payer = await opened({ browser, site, watch }, '/dashboard/my-contact-request', async (payer) => {
    await newMember(payer, { gander: 'Male' })
    request = await requestContact(payer, member.number)
    await sql(site, `update contact_requests set status = 'approve', approved_at = now() where id = '${request}'`)
  })
  const row = payer.getByRole('row').filter({ hasText: `nik-${member.number}` })
  await expect(row).toContainText(/\+880/)
  await change(page, 'PATCH', 'me/contact', { contactFor: 'nobody' })
  await isGone(payer, row.filter({ hasText: /\+880/ }))
  await change(page, 'PATCH', 'me/contact', { contactFor: 'checked' })
  await payer.reload()
  await expect(row).toContainText(/\+880/)

  await actAs(page, 'admin@demo.example')
  await change(page, 'PATCH', `contact-requests/${request}/withdrawal`, { reason: 'A mistake.' })
  await isGone(payer, row.filter({ hasText: /\+880/ }))
  await expect(row).toHaveCount(1)
  await payer.context().close()
})

test('R3: a person who pauses leaves the open favourites, and New for you', { tag: '@trial' }, async ({
  page,
  browser,
  site,
  watch,
}) => {
  const member = await newMember(page, { perDivision: 'Barisal' })
  const favourites = await opened({ browser, site, watch }, '/dashboard/my-favorite?view=table', async (reader) => {
    const { id } = await newMember(reader, { gander: 'Male' })
    await change(reader, 'POST', 'favorite-bioData', { bioDataId: member.number })
    // As if they had been here before everybody came.
    await sql(
      site,
      `insert into visits (user_id, looked_at, looked_up_to, since, since_number)
       values ('${id}', now(), 0, now() - interval '3 days', 0)`,
    )
    await change(reader, 'POST', 'me/searches', { name: 'Barisal', search: 'gender=Female&division=Barisal' })
  })
  const row = favourites.getByRole('row').filter({ hasText: `nik-${member.number}` })
  await expect(row).toHaveCount(1)
  await pause(page, member)
  await isGone(favourites, row)

  await publishAgain(page, member)
  const cookies = await favourites.context().cookies()
  const news = await opened({ browser, site, watch }, '/dashboard/new', (page) => page.context().addCookies(cookies))
  const named = news.getByRole('main').getByText(`nik-${member.number}`)
  await expect(named).not.toHaveCount(0)
  await pause(page, member)
  await isGone(news, named)
  await favourites.context().close()
  await news.context().close()
})

test('R4: a person who blocks somebody is gone from what that one has open, and nobody else’s page changes', {
  tag: '@trial',
}, async ({ page, browser, site, watch }) => {
  const member = await newMember(page, { perDivision: 'Barisal' })
  let other = ''
  const blocked = await opened({ browser, site, watch }, '/baiDataPage?division=Barisal', async (reader) => {
    other = (await newMember(reader, { gander: 'Male' })).id
  })
  const visitor = await opened({ browser, site, watch }, '/baiDataPage?division=Barisal')
  await expect(cardOf(blocked, member)).toBeVisible()
  await change(page, 'POST', 'blocks', { _id: other })
  await isGone(blocked, cardOf(blocked, member))
  const asked = visitor.waitForResponse('**/api/bioData-filter*')
  await visitor.clock.fastForward(60_000)
  await asked
  await expect(cardOf(visitor, member)).toBeVisible()
  await blocked.context().close()
  await visitor.context().close()
})

test('M6: a member whose premium ended, or who is suspended, has no contact on the page and no session', {
  tag: '@trial',
}, async ({ page, browser, site, watch }) => {
  const member = await newMember(page, {})
  let reader = { email: '', id: '', number: 0 }
  const open = await opened({ browser, site, watch }, `/BioDataDetails/${member.id}`, async (other) => {
    reader = await newMember(other, { gander: 'Male' })
    await sql(site, `insert into premium (user_id, status, approved_at) values ('${reader.id}', 'approve', now())`)
  })
  await pressForContact(open)
  await expect(contactOf(open)).toBeVisible()
  await sql(site, `delete from premium where user_id = '${reader.id}'`)
  await isGone(open, contactOf(open))
  await expect(open.getByRole('heading', { name: 'Family Information' })).toBeVisible()
  await sql(site, `update users set suspended_at = now(), suspended_because = 'A reason.' where id = '${reader.id}'`)
  await isGone(open, open.getByRole('heading', { name: 'Family Information' }))
  await expect(open).toHaveURL(/\/login/)
  await open.context().close()
})

test('M6: a person who is administrator no longer has no list of people on the page', async ({
  browser,
  site,
  watch,
}) => {
  let email = ''
  const office = await opened({ browser, site, watch }, '/dashboard/manage', async (page) => {
    email = (await newMember(page)).email
    await sql(site, `update users set role = 'admin' where email = '${email}'`)
  })
  const rows = office.getByRole('row').filter({ hasText: '@' })
  await expect(rows).not.toHaveCount(0)
  await sql(site, `update users set role = 'user' where email = '${email}'`)
  await isGone(office, rows)
  await office.context().close()
})

test('R3: a page that is not alive yet asks for nothing, and keeps what the server drew', { tag: '@trial' }, async ({
  page,
}) => {
  // It never is: its own code does not come.
  await page.route(/\/browse\.page-/, () => {})
  await page.clock.install()
  await page.goto('/baiDataPage')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(12)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.fastForward(60_000)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  await expect(cards).toHaveCount(12)
})

/** As if the page were put behind another, or brought back. */
const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

test('R3: a page that was away asks nothing meanwhile, and shows nobody who is gone when it is back', {
  tag: '@trial',
}, async ({ page, browser, site, watch }) => {
  const member = await newMember(page, { perDivision: 'Barisal' })
  const reader = await opened({ browser, site, watch }, '/baiDataPage?gender=Female&order=newest&pages=3', asPremium)
  await expect(cardOf(reader, member)).toBeVisible()
  await turn(reader, 'hidden')
  const asked: string[] = []
  reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await pause(page, member)
  await reader.clock.fastForward(3_600_000)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  await turn(reader, 'visible')
  await expect(cardOf(reader, member)).toHaveCount(0)
  await reader.context().close()
})

test('R3: a page that is looked at again a moment later asks at once', async ({ page, browser, site, watch }) => {
  const member = await newMember(page, { perDivision: 'Barisal' })
  const visitor = await opened({ browser, site, watch }, '/baiDataPage?division=Barisal')
  await expect(cardOf(visitor, member)).toBeVisible()
  await turn(visitor, 'hidden')
  await pause(page, member)
  await turn(visitor, 'visible')
  await expect(cardOf(visitor, member)).toHaveCount(0)
  await visitor.context().close()
})

test('R2 R3: a profile that is open for hours is one look, and its page asks a few times a minute', {
  tag: '@trial',
}, async ({ page, browser, site, watch }) => {
  const member = await newMember(page, {})
  let id = ''
  const reader = await opened({ browser, site, watch }, `/BioDataDetails/${member.id}`, async (other) => {
    id = (await newMember(other, { gander: 'Male' })).id
  })
  const looks = () => sql(site, `select from profile_views where viewer_id = '${id}'`)
  expect(await looks()).toHaveLength(1)
  const asked: string[] = []
  reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (let minutes = 0; minutes < 3; minutes++) {
    // As if the last look were half an hour and more ago.
    await sql(site, `update profile_views set at = at - interval '40 minutes' where viewer_id = '${id}'`)
    const again = reader.waitForResponse(`**/api/bioData/${member.id}?*`)
    await reader.clock.fastForward(60_000)
    await again
  }
  expect(await looks()).toHaveLength(1)
  // The session, the profile and three smaller answers.
  expect(asked.filter((path) => path.startsWith('/api/')).length).toBeLessThan(20)
  await reader.context().close()
})
