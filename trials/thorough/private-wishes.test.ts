import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { pages } from '#src/app/pages/pages.ts'
import { ends, isNumber, matters, setWishes, type Wish, wishNames, wishOptions } from '#src/features/biodata/wishes.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { matrix } from '#tests/access/access-matrix.ts'
import { ageEverything, keepEverything } from '#tests/kept-state.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { noon, type Person, testConfig } from '#tests/world.server.ts'

// A private wish works for its owner alone: whatever anybody else asks is answered with the same bytes, whichever private
// wishes a person has. The questions are all of the access matrix, in which every route has to be, and all pages.

let routes: string[] = []
diagnostics.subscribe('fastify.initialization', (message) => {
  routes = []
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => void routes.push(`${Array.isArray(method) ? 'GET' : method} ${url}`))
})
const config = testConfig({ mail: { from: 'site@mail.example' } })
const world = await payingWorld({
  clock: () => noon,
  config,
  extend: async (app, around) => {
    await mountPages(app, { takesPayments: true, config, ...around })
  },
})
afterAll(() => world.close())
const ourRoutes = routes.filter((route) => route.startsWith('GET /api/') && route !== 'GET /api/*')

const consent = { version: consentVersion, to: ['publish', 'contact', 'faith'] }
const facts = {
  religion: 'Islam',
  practice: 'Regular',
  maritalStatus: 'Divorced',
  children: 'One',
  education: 'Master',
}
const home = { perDivision: 'Khulna', district: 'Jashore', consent } as const

/** By the letters of the access matrix: O is she whose wishes change. */
const people: Record<string, Person> = {}
const numbers: Record<string, number> = {}
for (const [who, gander] of [
  ['O', 'Female'],
  ['S', 'Female'],
  ['U', 'Male'],
  ['P', 'Male'],
  ['Q', 'Male'],
  ['R', 'Male'],
  ['B', 'Male'],
] as const) {
  people[who] = await world.signUp(`${who}@mail.example`)
  numbers[who] = await world.publish(people[who], { gander, birth: '1996-05-01', ...facts, ...home })
}
for (const who of ['N', 'A']) people[who] = await world.signUp(`${who}@mail.example`)
const {
  O: her,
  U: him,
  P: premium,
  Q: waiting,
  R: approved,
  B: suspended,
  N: newcomer,
  A: admin,
} = people as never as {
  [Who in 'O' | 'U' | 'P' | 'Q' | 'R' | 'B' | 'N' | 'A']: Person
}

/** All wishes, each with an option or a range that he misses or meets as it may be; and all of them another way. */
const ranges = { Age: [27, 33], Height: [62, 70], Weight: [50, 75] } as const
const wishesOf = (take: (options: readonly string[]) => readonly string[], by: number, matter: string) =>
  Object.fromEntries([
    ...Object.entries(ranges).flatMap(([name, [from, to]]) => [
      [`partner${name}From`, from + by],
      [`partner${name}To`, to + by],
    ]),
    ...setWishes.map((wish) => [wish, take(wishOptions(wish))]),
    ...wishNames.map((wish) => [matters(wish), matter]),
  ])
const first = wishesOf((options) => options.slice(0, 1), 0, 'must')
const second = wishesOf((options) => options.slice(1, 3), 3, 'nice')
const none = Object.fromEntries(Object.keys(first).map((name) => [name, '']))
const without = (wish: Wish) =>
  Object.fromEntries([matters(wish), ...(isNumber(wish) ? ends(wish) : [wish])].map((name) => [name, '']))
const save = async (more: object) => {
  await world.publish(her, { gander: 'Female', birth: '1996-05-01', ...facts, perDivision: 'Khulna', ...more })
}

const rest = async () => {
  await save({ ...first, partnerWishesPrivate: true })
  await world.makePremium(premium)
  await world.makeAdmin(admin)
  const requested = async (by: Person) => {
    const { body } = await world.record(by, await world.pay(by, numbers.O), numbers.O)
    return body.insertedId as string
  }
  const requests: Record<string, string> = { Q: await requested(waiting), R: await requested(approved) }
  await world.call('PATCH', `/api/contact-request-approver/${requests.R}`, admin)
  await world.call('PATCH', `/api/users/suspension/${suspended.id}`, admin, { reason: 'Complaints.' })
  await world.call('POST', '/api/favorite-bioData', him, { bioDataId: numbers.O })
  await world.call('POST', '/api/me/searches', him, { name: 'All', search: 'gander=Female' })
  await world.call('POST', '/api/reports', him, { _id: her.id, reason: 'untrue' })
  return requests
}
const requests = await rest()
// Long ago, so that a moment of the comparison is told from one of before.
await ageEverything(world.pool)
// Her session is renewed once a day, and administrators read when she was last here: not because of a wish.
await world.call('GET', '/api/session', her)
await world.pool.query(`update sessions set updated_at = updated_at - interval '1 hour' where user_id = $1`, [her.id])
// To save a biodata confirms it, whatever was changed (REQUIREMENTS T1): here she did so today already.
await world.pool.query('update biodata set confirmed_at = $2 where id = $1', [her.id, noon])
const { putBack, movedSince } = await keepEverything(world.pool)

/** Who asks; she alone is not among them. */
const viewers: Record<string, Person | undefined> = {
  visitor: undefined,
  him,
  premium,
  waiting,
  approved,
  newcomer,
  admin,
}
viewers.sister = people.S

const scene: Record<string, (who: string) => string | number | undefined> = {
  email: (who) => people[who]?.email,
  id: (who) => people[who]?.id,
  number: (who) => numbers[who],
  request: (who) => requests[who],
}
const fill = (text: string, viewer: Person | undefined) =>
  text.replace(/{(\w+):(\w+)}/g, (_, what, whose) =>
    String((whose === 'me' && what === 'email' ? viewer?.email : scene[what]?.(whose)) ?? 'none'),
  )
const api = matrix.flatMap(({ ask }) => (ask.startsWith('GET ') ? [ask.slice(4)] : []))
const lists = ['order=best', 'order=best&limit=1', 'order=best&steps=0', 'order=oldest', 'limit=1', 'onlyNew=true']
const asks = [...new Set([...api, ...lists.map((search) => `/api/bioData-find?${search}`)])]
const paths = [
  ...pages.map(({ path }) => path.replace(':id', '{id:O}').replace(':bioDataId', '{number:O}')),
  '/find?order=best',
]

let calls = 0
/**
 * What everybody is answered, with headers, from the state that was kept. Left out are the date and the cookie of a session
 * that goes on. A moment of this very pass is `now`, every other one stays, so that a moment of a save would show.
 */
async function answers(addresses: string[], who = Object.keys(viewers), begun = Date.now()) {
  const said = new Map<string, string>()
  for (const name of who)
    for (const address of addresses) {
      const by = viewers[name]
      const network = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`
      const visitor = { email: '', cookie: '', id: '', network }
      const { status, headers, text } = await world.call('GET', fill(address, by), by ? { ...by, network } : visitor)
      const { date: _, 'set-cookie': __, ...others } = headers
      const whole = `${status} ${JSON.stringify(others)} ${text}`
      said.set(`${name} ${address}`, plain(whole, begun))
    }
  return said
}
const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|\b\d{13}\b/g
const clockTime = /\b\d\d:\d\d\b/g
const minute = 60_000
const timeOf = (at: number) =>
  Object.values(inBangladesh(new Date(at).toISOString()))
    .slice(1)
    .join(':')
/** Without the moments of this pass. A wish is no moment, so none can be left out with them. */
function plain(text: string, begun: number) {
  const now = Date.now()
  const times = Array.from({ length: (now - begun) / minute + 2 }, (_, n) => timeOf(Math.min(now, begun + n * minute)))
  return text
    .replace(moment, (at) => {
      const time = /^\d+$/.test(at) ? Number(at) : Date.parse(at)
      return time >= begun - 1_000 && time <= now ? 'now' : at
    })
    .replace(clockTime, (at) => (times.includes(at) ? 'now' : at))
}

/** What was asked and is answered another way, with the first words that differ. */
const differing = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].flatMap(([asked, said]) => {
    const known = before.get(asked)!
    if (known === said) return []
    const at = [...said].findIndex((letter, n) => letter !== known[n])
    return [`${asked}: ${[known, said].map((text) => text.slice(Math.max(0, at - 60), at + 60)).join(' | ')}`]
  })

/** Pages are drawn for those whose pages differ. */
async function everywhere() {
  const begun = Date.now()
  const called = await answers(asks, Object.keys(viewers), begun)
  const drawn = await answers(paths, ['visitor', 'him', 'premium', 'approved', 'admin'], begun)
  return new Map([...called, ...drawn])
}
const before = await everywhere()
await putBack()
const beforeToTwo = await answers(asks, ['him', 'admin'])
const changes: [string, object][] = [
  ['all of them are taken away', none],
  ['each is another', second],
  ['none counts', Object.fromEntries(wishNames.map((wish) => [matters(wish), 'any']))],
]

test('R9: compares the answers of every call that reads', () => {
  const pattern = (route: string) => new RegExp(`^${route.slice(4).replace(/:\w+/g, '[^/]+')}/?$`)
  const asked = asks.map((address) => fill(address, him).split('?')[0]!)
  expect(ourRoutes.length).toBeGreaterThan(40)
  expect(ourRoutes.filter((route) => !asked.some((address) => pattern(route).test(address)))).toEqual([])
  const seen = [...before.values()].filter((said) => said.startsWith('200 ')).length
  expect(seen).toBeGreaterThan(before.size / 3)
  expect([...before.values()].filter((said) => said.startsWith('5'))).toEqual([])
})

test('R9: answers the same state twice with the same bytes, or the comparison would prove nothing', async () => {
  await putBack()
  expect(differing(before, await everywhere())).toEqual([])
})

test.each(changes)(
  'R9 SEC-N2: no answer to anybody else changes by a byte when private wishes change: %s',
  async (_, wishes) => {
    await putBack()
    await save(wishes)
    expect(differing(before, await everywhere())).toEqual([])
  },
)

test.each(wishNames)(
  'R9 SEC-N2: no answer and no row of the lists changes when %s alone changes in private',
  async (wish) => {
    await putBack()
    await save(without(wish))
    expect(differing(beforeToTwo, await answers(asks, ['him', 'admin']))).toEqual([])
    expect(await movedSince()).not.toContain('listed_biodata')
  },
)

test('R9: saving private wishes writes nothing but the biodata: no list, mail or notification', async () => {
  await putBack()
  await save(second)
  expect(await movedSince()).toEqual(['biodata'])
})

test('R9: the mask hides no wish: each one changes the profile once it is shown', async () => {
  const profile = ['/api/bioData/{id:O}', '/BioDataDetails/{id:O}']
  await putBack()
  await save({ ...first, partnerWishesPrivate: false })
  const shown = await answers([...profile, ...lists.map((search) => `/api/bioData-find?${search}`)], ['him'])
  for (const wish of wishNames) {
    await save({ ...first, ...without(wish) })
    const now = await answers(profile, ['him'])
    expect(differing(shown, now), wish).toHaveLength(profile.length)
    for (const name of isNumber(wish) ? ends(wish) : [wish])
      expect(shown.get('him /api/bioData/{id:O}'), name).toContain(`"${name}":`)
  }
  expect(shown.get('him /api/bioData-find?order=best')).not.toBe(before.get('him /api/bioData-find?order=best'))
})
