import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { cursorOf, type Person, testConfig, testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())
const people: Person[] = []
for (const n of [1, 2, 3, 4, 5, 6]) {
  const person = await world.signUp(`person-${n}@example.org`)
  await world.publish(person, { gander: n < 5 ? 'Female' : 'Male', birth: `199${n}-03-14`, partnerAge: 33 })
  people.push(person)
}
const man = people[5]!

/** The cursor in the answer's `Link`. */
async function cursorIn(url: string, by: Person) {
  const { status, text, headers } = await world.call('GET', url, by)
  expect(status, text).toBe(200)
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(headers.link)) ?? []
  return new URL(next!, 'http://x').searchParams.get('after')!
}
/**
 * Of a place that is only packed there would be its dates and numbers, with quotes and brackets around them. Sealed bytes
 * hold four such letters by chance in one run of a hundred, six in one of three hundred thousand.
 */
const readableIn = (cursor: string) =>
  Buffer.from(cursor, 'base64url')
    .toString('latin1')
    .match(/["[,\]\d-]{6,}/g)

test('W4 W5: a cursor says nothing of what the list is ordered by: neither a birth date nor how far wishes are met', async () => {
  const { rows } = await world.pool.query<{ number: number }>('select number from biodata order by number')
  for (const order of ['youngest', 'oldest', 'best', 'newest']) {
    const cursors = []
    for (const limit of [1, 2, 3])
      cursors.push(await cursorIn(`/api/bioData-find?gander=Female&order=${order}&limit=${limit}`, man))
    for (const cursor of cursors) {
      expect([order, readableIn(cursor)]).toEqual([order, null])
      // Nor how many digits there are.
      expect(cursor.length, order).toBe(cursors[0]!.length)
    }
    expect(new Set(cursors).size).toBe(3)
  }
  // Lists of other people's doings have places too.
  for (const { id } of people.slice(0, 3)) expect((await world.call('GET', `/api/bioData/${id}`, man)).status).toBe(200)
  for (const { number } of rows.slice(0, 3))
    await world.call('POST', '/api/favorite-bioData', man, { bioDataId: number })
  expect(readableIn(await cursorIn('/api/favorite?limit=1', man))).toBeNull()
})

test('G5: a cursor is good for the list that gave it out, unaltered and on every server of the site, and for nothing else', async () => {
  const url = '/api/bioData-find?order=oldest&limit=2'
  const cursor = await cursorIn(url, man)
  const ask = (address: string, after: string) => world.call('GET', `${address}&after=${after}`, man)
  const next = await ask(url, cursor)
  expect(next.body).toHaveLength(2)
  const servers: Awaited<ReturnType<typeof buildApp>>[] = []
  for (const secret of [testConfig().secret, 'another secret only for tests, long'])
    servers.push(
      await buildApp({ config: testConfig({ secret }), db: world.db, logLevel: 'silent', cachesResponses: false }),
    )
  onTestFinished(async () => {
    for (const server of servers) await server.close()
  })
  const [same, other] = servers
  const onSame = await same!.inject({ url: `${url}&after=${cursor}`, headers: { cookie: man.cookie } })
  expect(onSame.body).toBe(next.text)

  const list = await cursorIn('/api/allBioData?limit=2', man)
  // Made of the place itself, so that what is kept for all visitors stays the same text.
  expect(await cursorIn('/api/allBioData?limit=2', man)).toBe(list)
  const visitors = await other!.inject(`/api/allBioData?limit=2&after=${list}`)
  expect([visitors.statusCode, visitors.json().errors[0].field]).toEqual([422, 'after'])
  const altered = [...cursor].map(
    (letter, n) => cursor.slice(0, n) + (letter === 'A' ? 'B' : 'A') + cursor.slice(n + 1),
  )
  const refused = [
    ...altered,
    `${cursor}A`,
    cursor.slice(0, -4),
    list,
    cursorOf('/bioData-filter', '1991-03-14', 1),
    '[1]',
    btoa('["1991-03-14",1]'),
    '',
  ]
  for (const wrong of refused) {
    const { status, body } = await ask(url, encodeURIComponent(wrong))
    expect([wrong, status, body.errors?.[0]]).toEqual([
      wrong,
      422,
      { field: 'after', message: 'is not a cursor that this list gave out' },
    ])
  }
})
