import { referenceOf } from '#src/features/payments/reference.ts'
import { actAs, expect, test } from '#tests/journeys/fixtures.ts'
import { found, nothing, testHostileTexts, viewers, watch } from '#tests/journeys/hostile.ts'
import { addressesFor, payloads, withSearch } from '#tests/journeys/planted.ts'
import { withDatabase } from '#tests/journeys/seeded.ts'

/** HOSTILE_ROUNDS: with as many rounds as there are texts, every row has had every one of them. */
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 1)

for (const viewer of viewers)
  for (let round = viewer.who === 'a visitor' ? 1 : 0; round < rounds; round++) testHostileTexts(viewer, round)

test('E1: what stands in an address is text on every page that reads it', async ({ page, site }) => {
  test.slow()
  const outside = await watch(page, site.url)
  const { id, number, payment } = await withDatabase(site.dataDir, async (client) => {
    const one = `select id, number, (select id from payments where status = 'succeeded' limit 1) as payment from biodata limit 1`
    return (await client.query<{ id: string; number: number; payment: string }>(one)).rows[0]!
  })
  const ids = { id: [id], bioDataId: [number], reference: [referenceOf(payment)] }
  for (const who of ['visitor', 'member', 'admin'] as const) {
    if (who !== 'visitor') await actAs(page, who === 'admin' ? 'admin@demo.example' : 'user@demo.example')
    for (const [n, { address }] of addressesFor(who, ids).entries()) {
      await page.goto(withSearch(address, n))
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      expect.soft({ ...(await found(page)), text: [] }, address).toEqual({ ...nothing, text: [] })
    }
  }
  for (const [n, payload] of payloads.entries()) {
    const unknown = encodeURIComponent(payload)
    await page.goto(['/', '/BioDataDetails/', '/checkout/', '/dashboard/', '/demo/outbox/'][n % 5] + unknown)
    expect.soft({ ...(await found(page)), text: [] }, payload).toEqual({ ...nothing, text: [] })
  }
  expect(outside).toEqual([])
})
