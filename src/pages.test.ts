import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { visitor } from './accounts/viewer.ts'
import { mountPages } from './pages.server.ts'
import { testConfig } from './platform/testing/world.server.ts'

test('F6: without the database a page says so in HTML, tells nothing of the inside, and offers another try', async () => {
  const app = Fastify()
  await mountPages(app, {
    takesPayments: false,
    config: testConfig(),
    auth: { viewerOf: async () => visitor },
    callAs: () => async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    },
  })
  const answer = await app.inject('/baiDataPage?gender=Female')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(answer.body).toContain('Something went wrong')
  expect(answer.body).toContain('href="/baiDataPage?gender=Female"')
  expect(answer.body).not.toMatch(/ECONNREFUSED|<script type/)
})
