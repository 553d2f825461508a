import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/fixtures.ts'

/** What a page holds when everything is gone that nobody can reach any more. */
async function heldBy(devtools: CDPSession) {
  // What is let go of by what is collected goes the next time.
  for (let time = 0; time < 3; time++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes, listeners: jsEventListeners }
}

/** Applies one filter after the other, each another list. Inside the page: what watches a page is held by it, too. */
const read = (page: Page, from: number, to: number) =>
  page.evaluate(
    async ([from, to]) => {
      for (let list = from; list <= to; list++) {
        const form = document.querySelector<HTMLFormElement>('section form')!
        const ages = { minAge: `${18 + (list % 10)}`, maxAge: `${31 + Math.ceil(list / 10)}` }
        for (const [name, age] of Object.entries(ages))
          form.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = age
        form.requestSubmit(form.querySelector<HTMLButtonElement>('[type=submit]'))
        const isThere = () => form !== document.querySelector('section form') && location.search.endsWith(ages.maxAge)
        while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    },
    [from, to] as const,
  )

test('Z2: after 300 lists in one document a page holds little more than after a hundred, and Back finds its place', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const devtools = await page.context().newCDPSession(page)
  await page.goto('/baiDataPage', { waitUntil: 'networkidle' })
  await read(page, 1, 1)
  const first = await heldBy(devtools)
  await read(page, 2, 100)
  const early = await heldBy(devtools)
  // No network may read so many lists at once.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '10.7.0.1' })
  await read(page, 101, 200)
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '10.7.1.1' })
  await read(page, 201, 300)
  const late = await heldBy(devtools)
  console.log(JSON.stringify({ first, early, late }))
  // Twice as many lists would hold twice as much. The first hundred bring the code and the answers kept to go back to.
  expect(late.bytes - early.bytes).toBeLessThan((early.bytes - first.bytes) / 2)
  // The lists are of the same length.
  expect(late.nodes).toBeLessThan(early.nodes * 1.1)
  expect(late.listeners).toBeLessThan(early.listeners * 1.1)

  const place = () => page.evaluate(() => scrollY)
  const chips = page.getByRole('list', { name: 'Chosen filters' })
  await expect(chips).toHaveText('Age 18 to 61')
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('article').nth(20).scrollIntoViewIfNeeded()
  const before = await place()
  expect(before).toBeGreaterThan(1000)
  // Pressed as a finger would: Playwright's own click scrolls first.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).dispatchEvent('click')
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(24)
  await expect(chips).toHaveText('Age 18 to 61')
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(50)
})
