import { expect, test } from 'vitest'
import { pieceBytes } from '#src/features/import/policy.ts'
import { fileOf, importLines } from '#tests/journeys/states/imports.ts'
import { worldForThisTest } from '#tests/world.server.ts'

test('M9: of 10,000 rows with 3 bad ones the preview is there within five seconds', { timeout: 60_000 }, async () => {
  const { call, makeAdmin, signUp } = await worldForThisTest()
  const admin = await makeAdmin(await signUp('admin@example.org'))
  const { buffer } = fileOf(importLines(10_000, { 9: { birth: '' }, 99: { phone: '1' }, 9999: { email: 'x' } }))
  const begun = performance.now()
  const { body } = await call('POST', '/api/imports', admin, { fileName: 'people.csv', bytes: buffer.length })
  for (let place = 0; place * pieceBytes < buffer.length; place++) {
    const data = buffer.subarray(place * pieceBytes, (place + 1) * pieceBytes).toString('base64')
    await call('POST', `/api/imports/${body.insertedId}/pieces`, admin, { place, data })
  }
  const seen = async () => (await call('GET', `/api/imports/${body.insertedId}`, admin)).body
  await expect.poll(async () => (await seen()).status, { timeout: 30_000 }).toBe('ready')
  const tookMs = performance.now() - begun
  console.log(`10,000 rows: ${Math.round(tookMs)} ms`)
  expect(await seen()).toMatchObject({ read: 10_000, good: 9_997 })
  expect(tookMs).toBeLessThanOrEqual(5_000)
})
