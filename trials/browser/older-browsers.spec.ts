import type { Page } from '@playwright/test'
import { expect, isAlive, password, test } from '#tests/journeys/fixtures.ts'

/** Takes away what the oldest browsers that the build is for do not have (vite.config.ts): Chrome 111 and Safari 16.4. */
const makeOld = (page: Page) =>
  page.addInitScript(() => {
    const gone: [object, string[]][] = [
      [URL, ['canParse', 'parse']],
      [URLSearchParams.prototype, ['size']],
      [Promise, ['withResolvers', 'try']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Array, ['fromAsync']],
      [AbortSignal, ['any']],
      [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']],
      [Element.prototype, ['moveBefore', 'setHTML']],
      [Document.prototype, ['startViewTransition', 'parseHTML']],
      [globalThis, ['requestIdleCallback', 'scheduler', 'navigation', 'onscrollend']],
    ]
    for (const [of, names] of gone) for (const name of names) delete (of as Record<string, unknown>)[name]
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: [string, never, never]) {
      if (given[0] !== 'scrollend') addEventListener.apply(this, given)
    }
  })

const cardsOn = (page: Page) => page.getByRole('main').getByRole('article')

test('G9 B1 B4: in the oldest browsers it is built for the site comes alive, filters, shows more and finds its place', async ({
  page,
}) => {
  await makeOld(page)
  await page.goto('/baiDataPage')
  await isAlive(page)
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Female').check({ force: true })
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female')
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveText(/Female/)
  const first = await cardsOn(page).getByRole('heading').allTextContents()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cardsOn(page)).toHaveCount(24)
  const all = await cardsOn(page).getByRole('heading').allTextContents()
  expect(all.slice(0, 12)).toEqual(first)
  expect(new Set(all).size).toBe(24)

  // Pressed while the page has hardly stopped.
  const before = await cardsOn(page)
    .nth(20)
    .getByRole('link')
    .evaluate(async (link: HTMLElement) => {
      link.scrollIntoView({ behavior: 'instant', block: 'center' })
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const place = scrollY
      link.click()
      return place
    })
  expect(before).toBeGreaterThan(1000)
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(cardsOn(page)).toHaveCount(24)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(50)
  expect(await page.evaluate(() => Object.values(sessionStorage))).toContain(`${before}`)
})

test('G9 F4 A1: in them the menu of a phone opens and a form can be sent', async ({ page }) => {
  await makeOld(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login')
  await isAlive(page)
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
})

test('F6 G9: an answer that breaks off, that is none of ours or that never comes says so, and can be asked for again', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/about')
  await isAlive(page)
  const offline = 'You are offline. Check your connection and try again.'
  const hotel = '<title>Welcome to our hotel</title>'
  // The page asks again by itself after one and two seconds, but not what has taken half a minute already.
  const ways = [
    {
      answer: { status: 200, contentType: 'application/json', body: '[{"_id":' },
      says: offline,
      asked: 3,
      wait: 2_000,
    },
    { answer: { status: 200, contentType: 'text/html', body: hotel }, says: offline, asked: 3, wait: 2_000 },
    { answer: undefined, says: 'We can’t reach the server. Try again in a moment.', asked: 1, wait: 31_000 },
  ]
  for (const { answer, says, asked, wait } of ways) {
    let calls = 0
    await page.route('**/api/bioData-filter?*', (route) => {
      calls++
      return answer && route.fulfill(answer)
    })
    await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await expect
      .poll(async () => {
        await page.clock.fastForward(wait)
        return again.isVisible()
      })
      .toBe(true)
    await expect(page.getByRole('main').getByText(says)).toBeVisible()
    expect(calls).toBe(asked)
    await page.unroute('**/api/bioData-filter?*')
    await again.click()
    await expect(cardsOn(page)).toHaveCount(12)
    await page.goto('/about')
    await isAlive(page)
  }
})

test('F6 A2: a login that is never answered says that the server does not answer', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await isAlive(page)
  await page.route('**/api/auth/sign-in/email', () => undefined)
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const answer = page.getByRole('main').getByText('We can’t reach the server. Try again in a moment.')
  await expect
    .poll(async () => {
      await page.clock.fastForward(31_000)
      return answer.isVisible()
    })
    .toBe(true)
})
