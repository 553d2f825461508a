import { expect, test } from './fixtures.ts'

test('B5: the cards are in the HTML the server sends, with nothing that is not for visitors', async ({ page }) => {
  for (const [address, count] of [
    ['/', 6],
    ['/baiDataPage?gender=Female', 12],
  ] as const) {
    const html = await (await page.request.get(address)).text()
    expect(html.match(/View Profile/g)).toHaveLength(count)
    expect(html).not.toMatch(/@demo\.example|\+8801\d{9}/)
  }
})

test('JavaScript to first use of home and browse is at most 110 KB', async ({ page }) => {
  for (const address of ['/', '/baiDataPage']) {
    await page.goto(address, { waitUntil: 'networkidle' })
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    )
    console.log(`${address}: ${(bytes / 1000).toFixed(1)} kB of JavaScript`)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(110_000)
  }
})
