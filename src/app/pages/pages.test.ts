import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { decideLanguage } from '#src/platform/http/language.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { responseCache } from '#src/platform/http/response-cache.server.ts'
import { visitor } from '#src/platform/http/viewer.ts'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { mountPages } from './pages.server.ts'

const config = testConfig()
const world = await testWorld({ extend: (app, around) => mountPages(app, { takesPayments: false, config, ...around }) })
afterAll(() => world.close())

test.each([
  ['the database is away', Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
  ['there is too much to do', new Problem('unavailable', { code: 'overloaded' })],
])('F6: while %s a page says so in HTML, tells nothing of the inside, and offers another try', async (_, error) => {
  const app = Fastify()
  decideLanguage(app)
  await mountPages(app, {
    takesPayments: false,
    config,
    auth: { viewerOf: async () => visitor },
    callAs: () => async () => {
      throw error
    },
    kept: responseCache(app),
    countList: () => () => {},
  })
  const answer = await app.inject('/baiDataPage?gender=Female')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(answer.body).toContain('Something went wrong')
  expect(answer.body).toContain('href="/baiDataPage?gender=Female"')
  expect(answer.body).not.toMatch(/ECONNREFUSED|<script type/)
})

test('F6: a file that is not there is 404, as problem+json, and nobody keeps that answer', async () => {
  for (const url of ['/assets/nope.js', '/assets/main-12345678.js']) {
    const { status, headers, body } = await world.call('GET', url)
    expect([url, status]).toEqual([url, 404])
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({ status: 404, code: 'not-found' })
  }
})

test('Z1: a file of the build carries no headers that mean something on documents only', async () => {
  const page = await world.app.inject('/')
  const script = page.body.match(/src="(\/assets\/[^"]+)"/)![1]!
  const { headers, statusCode } = await world.app.inject({ url: script, headers: { 'accept-encoding': 'br' } })
  expect([statusCode, headers['x-content-type-options']]).toEqual([200, 'nosniff'])
  const bytes = Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0)
  expect(bytes).toBeLessThan(450)
  expect(page.headers).toHaveProperty('content-security-policy')
})

const leadsTo = async (url: string, by?: Person) => {
  const { status, headers } = await world.call('GET', url, by)
  return status === 302 ? headers.location : status
}

test('P1 F6: an address in another case, and the dashboard’s own, lead to their page', async () => {
  const member = await world.signUp('member@example.org')
  const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
  expect(await leadsTo('/baidatapage?gender=Male')).toBe('/baiDataPage?gender=Male')
  expect(await leadsTo('/ABOUT')).toBe('/about')
  expect(await leadsTo('/baiDataPage')).toBe(200)
  expect(await leadsTo('/baiDataPage/')).toBe(200)
  expect(await leadsTo('/dashboard/VIEWbiodata', member)).toBe('/dashboard/viewBioData')
  expect(await leadsTo(`/biodatadetails/${member.id}`, member)).toBe(`/BioDataDetails/${member.id}`)
  expect(await leadsTo('/dashboard', member)).toBe('/dashboard/viewBioData')
  expect(await leadsTo('/Dashboard/', admin)).toBe('/dashboard/manage')
  expect(await leadsTo('/dashboard')).toBe('/login?from=%2Fdashboard')
  expect(await leadsTo('/dashboard/nothing', member)).toBe(404)
})

test('G3 BREACH repeats no query in a page that may hold a contact', async () => {
  const owner = await world.signUp('breach-owner@example.org')
  await world.publish(owner)
  const premium = await world.makePremium(await world.signUp('breach@example.org'))
  const canary = 'q0171canary'
  const page = await world.call('GET', `/BioDataDetails/${owner.id}?q=${canary}`, premium)
  expect(page.status).toBe(200)
  expect(page.text).not.toContain(canary)
  // A visitor's page holds no contact, and leads back to what was looked for.
  expect((await world.call('GET', `/baiDataPage?gender=Male&q=${canary}`)).text).toContain('gender=Male')
})
