import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, newMember, slowDown, someBiodata, sql, test, watchPresses } from './fixtures.ts'

const cardsOn = (page: Page) => page.getByRole('main').getByRole('article')
const scrollOf = (page: Page) => page.evaluate(() => scrollY)
const showMore = (page: Page) => page.getByRole('link', { name: 'Show more' })
const newContext = (page: Page, more: object) => page.context().browser()!.newContext(more)

test('B4: a shared link shows the same filters and as many pages, without any script too', async ({ page, site }) => {
  await page.goto('/baiDataPage?gender=Female')
  await showMore(page).click()
  await expect(cardsOn(page)).toHaveCount(24)
  await expect(page).toHaveURL('/baiDataPage?gender=Female&pages=2')
  const names = await cardsOn(page).getByRole('heading').allTextContents()

  const context = await newContext(page, { baseURL: site.url, javaScriptEnabled: false })
  const friend = await context.newPage()
  await friend.goto(page.url())
  expect(await cardsOn(friend).getByRole('heading').allTextContents()).toEqual(names)
  await showMore(friend).click()
  await expect(cardsOn(friend)).toHaveCount(36)
  await context.close()
})

test('B4 W5 G9: a member who has seen 240 people sees the next ones too, also on going back to them, with a script and without one', {
  tag: '@trial',
}, async ({ page: maker, site, watch }) => {
  test.setTimeout(120_000)
  // As many pages as one address shows, one whole page more, and somebody.
  const total = 20 * 12 + 12 + 1
  const known = Number((await maker.request.get('/api/bioData-filter?limit=1')).headers()['x-total-count'])
  for (let number = known; number < total; number++) await newMember(maker, someBiodata)
  const numbersOn = async (on: Page) => (await cardsOn(on).allTextContents()).map((text) => /nik-\d+/.exec(text)![0])
  const address = '/baiDataPage'
  for (const [network, order] of [
    ['10.8.1', ''],
    ['10.8.2', 'order=newest&'],
  ] as const) {
    // Each with a clock of its own, or the second document would seem to have been a minute on its way.
    const extraHTTPHeaders = { 'x-forwarded-for': `${network}.1` }
    const context = await newContext(maker, { baseURL: site.url, extraHTTPHeaders })
    watch(context)
    const page = await context.newPage()
    await page.clock.install()
    // A member.
    if (order) await actAs(page, 'new@demo.example')
    await page.goto(`${address}?${order}pages=20`)
    await isAlive(page)
    await expect(cardsOn(page)).toHaveCount(240)
    for (const count of [252, 253]) {
      await showMore(page).click()
      await expect(cardsOn(page)).toHaveCount(count)
    }
    await expect(showMore(page)).toHaveCount(0)
    await expect(page).toHaveURL(`${address}?${order}pages=20`)
    const all = await numbersOn(page)
    expect(new Set(all).size).toBe(total)

    const asked: string[] = []
    // As a person scrolls: then every card has its real height, which differs from one member's card to the next.
    for (let place = 0; place < total; place += 4) await cardsOn(page).nth(place).scrollIntoViewIfNeeded()
    await cardsOn(page).last().scrollIntoViewIfNeeded()
    const before = await scrollOf(page)
    await cardsOn(page).last().getByRole('link').click()
    await expect(page).toHaveURL(/BioDataDetails|login/)
    await page.clock.fastForward(31_000)
    page.on('request', (request) => /bioData-\w+\?/.test(request.url()) && asked.push(request.url()))
    await page.goBack()
    await page.waitForLoadState('networkidle')
    await expect(cardsOn(page)).toHaveCount(total)
    await expect.poll(async () => Math.abs((await scrollOf(page)) - before)).toBeLessThan(50)
    expect(asked).toEqual([])
    await page.reload()
    await expect(cardsOn(page)).toHaveCount(240)
    await expect(showMore(page)).toBeVisible()

    const plain = await newContext(page, {
      baseURL: site.url,
      javaScriptEnabled: false,
      extraHTTPHeaders: { 'x-forwarded-for': `${network}.2` },
    })
    await plain.addCookies(await page.context().cookies())
    const friend = await plain.newPage()
    await friend.goto(page.url())
    await showMore(friend).click()
    await expect(cardsOn(friend)).toHaveCount(12)
    await expect(friend.getByRole('main').getByRole('status').first()).toHaveText(/^253 /)
    await showMore(friend).click()
    await expect(cardsOn(friend)).toHaveCount(13)
    await expect(showMore(friend)).toHaveCount(0)
    expect(await numbersOn(friend)).toEqual(all.slice(240))
    await friend.goBack()
    await friend.goBack()
    await expect(cardsOn(friend)).toHaveCount(240)
    await plain.close()
    await context.close()
  }
})

test('B4 W5: where nobody is left behind the place of an address, it leads to the list', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  const last = await newMember(page, { gander: 'Male', birth: '1932-03-14' })
  await newMember(page, { gander: 'Male', birth: '1932-03-14' })
  const search = 'gender=Male&minAge=90'
  const lists = []
  for (const [api, order] of [
    ['bioData-filter', ''],
    ['bioData-find', '&order=newest'],
  ]) {
    const first = await page.request.get(`/api/${api}?gander=Male&minAge=90&limit=1${order}`)
    const after = /after=([^&>]+)/.exec(first.headers().link!)![1]
    const whole = `/baiDataPage?${search}${order}`
    lists.push({ whole, rest: `${whole}&after=${after}`, isOfMembers: order !== '' })
  }
  await sql(site, `delete from users where id = '${last.id}'`)
  const cookies = await page.context().cookies()
  for (const { whole, rest, isOfMembers } of lists) {
    if (isOfMembers) await page.context().addCookies(cookies)
    else await page.context().clearCookies()
    await page.goto(rest)
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^1 /)
    await expect(page.getByRole('heading', { name: 'No data....' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Without/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to Biodatas' }).click()
    await expect(page).toHaveURL(whole)
    await expect(cardsOn(page)).toHaveCount(1)
  }
})

test('B4: an address whose place in the list is not understood shows the list from its beginning', {
  tag: '@trial',
}, async ({ page }) => {
  for (const after of ['zzz', 'WyIyMDI2IiwieCJd']) {
    await page.goto(`/baiDataPage?gender=Female&after=${after}`)
    await expect(page).toHaveURL('/baiDataPage?gender=Female')
    await expect(cardsOn(page)).toHaveCount(12)
  }
})

test('B4 R3: more of a list that was read for half a minute is one page; a look at the page reads all of it again', {
  tag: '@trial',
}, async ({ page }) => {
  await page.clock.install()
  await page.goto('/baiDataPage')
  await isAlive(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/bioData-filter?')) asked++
  })
  const comeBack = async () => {
    await page.clock.fastForward(31_000)
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  }
  await comeBack()
  await expect.poll(() => asked).toBe(1)
  for (const count of [24, 36]) {
    await showMore(page).click()
    await expect(cardsOn(page)).toHaveCount(count)
  }
  expect(asked).toBe(3)
  await page.clock.fastForward(31_000)
  await showMore(page).click()
  await expect(cardsOn(page)).toHaveCount(48)
  expect(asked).toBe(4)
  await comeBack()
  await expect.poll(() => asked).toBe(8)
  await showMore(page).click()
  await expect(cardsOn(page)).toHaveCount(60)
  expect(asked).toBe(9)
})

test('B1: what is pressed on the old list while a filtered one is on its way does not undo the filter', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/baiDataPage?minAge=22')
  await isAlive(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/bioData-filter?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Female').check({ force: true })
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&minAge=22')
  await showMore(page).click()
  await page.getByRole('link', { name: /^Remove/ }).click()
  release()
  await expect(page.getByRole('list', { name: 'Chosen filters' }).getByRole('listitem')).toHaveCount(2)
  await expect(page).toHaveURL('/baiDataPage?gender=Female&minAge=22')
  await expect(cardsOn(page)).toHaveCount(12)
})

test('B4: Back and a reload keep the filters, the pages and the place within 50 pixels', { tag: '@trial' }, async ({
  page,
}) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/baiDataPage')
  await isAlive(page)
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Female').check({ force: true })
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveText(/Female/)
  for (const count of [24, 36]) {
    await showMore(page).click()
    await expect(cardsOn(page)).toHaveCount(count)
  }
  const lastPress = await watchPresses(page)
  await cardsOn(page).nth(30).getByRole('link').click()
  await expect(page).toHaveURL(/BioDataDetails/)
  const before = await lastPress()
  expect(before).toBeGreaterThan(1500)
  const isInPlace = async () => {
    await expect(cardsOn(page)).toHaveCount(36, { timeout: 30_000 })
    await expect.poll(async () => Math.abs((await scrollOf(page)) - before)).toBeLessThan(50)
    await expect(page).toHaveURL(/\?gender=Female&pages=3$/)
  }

  await expect.poll(() => scrollOf(page)).toBe(0)
  await page.goBack()
  await isInPlace()
  await page.reload()
  await isInPlace()
  await isAlive(page)
  // Nothing of the list is left in the browser now, and it comes slowly.
  await page.goForward()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await isAlive(page)
  await slowDown(page, 200)
  await page.goBack()
  await isInPlace()
})

/** A profile that was come to from the list. */
async function openProfile(page: Page) {
  await actAs(page, 'user@demo.example')
  await page.goto('/baiDataPage?gender=Female')
  await isAlive(page)
  await cardsOn(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/BioDataDetails/)
  await isAlive(page)
}
async function isList(page: Page) {
  await expect(page).toHaveURL('/baiDataPage?gender=Female')
  await expect(cardsOn(page)).toHaveCount(12)
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveText(/Female/)
}

test('B4: a reader who goes back before the script of a page has come gets the page that they go back to', {
  tag: '@trial',
}, async ({ page }) => {
  await openProfile(page)
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/baiDataPage?gender=Female')
  released.resolve()
  await isList(page)
})

test('B4: a reader who goes back while a page is being made alive gets the page that they go back to', {
  tag: '@trial',
}, async ({ page }) => {
  await openProfile(page)
  // The router looks at the history when React begins with the page, and listens once it has ended.
  await page.addInitScript(() => {
    const { get } = Object.getOwnPropertyDescriptor(History.prototype, 'state')!
    Object.defineProperty(History.prototype, 'state', {
      get() {
        if (!sessionStorage.getItem('went-back')) history.back()
        sessionStorage.setItem('went-back', 'yes')
        return get!.call(this)
      },
    })
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  await page.reload({ waitUntil: 'commit' })
  await isList(page)
})

test('B4: chips and the sheet on a phone change the same filters', { tag: '@trial' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/baiDataPage?gender=Female&division=Dhaka')
  await page.getByRole('link', { name: 'Remove filter: Dhaka' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female')
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Division').selectOption('Sylhet')
  await sheet.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&division=Sylhet')
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
})

test('F2: on a slow line a bar shows that the next page is coming', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/baiDataPage')
  await slowDown(page, 1500)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.locator('.page-bar')).toBeVisible({ timeout: 1000 })
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page.locator('.page-bar')).toHaveCount(0)
})
