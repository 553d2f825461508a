import { afterAll, expect, test } from 'vitest'
import { testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())
const member = await world.signUp('member@example.org')

test('G6: a misspelt filter is refused with the nearest name, and answers nobody', async () => {
  const answer = await world.call('GET', '/api/bioData-filter?gender=Female')
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([{ field: 'gender', message: 'is not known here; gander is', code: 'unknown' }])
})

test('G6: names the nearest of several for each unknown parameter, and none where all are far', async () => {
  const answer = await world.call('GET', '/api/bioData-filter?minage=20&division=Dhaka&zzzzzz=1')
  expect(answer.body.errors).toEqual([
    { field: 'minage', message: 'is not known here; minAge is', code: 'unknown' },
    { field: 'division', message: 'is not known here; perDivision is', code: 'unknown' },
    { field: 'zzzzzz', message: 'is not known here', code: 'unknown' },
  ])
})

test('G6: a parameter of the path or of a body is none of the query', async () => {
  for (const [method, path] of [
    ['GET', `/api/bioData/${member.id}?id=x`],
    ['POST', '/api/user?name=x'],
  ] as const) {
    const answer = await world.call(method, path, member, method === 'POST' ? {} : undefined)
    expect(answer.status, path).toBe(422)
  }
})

test('G6: who may not call is told that first', async () => {
  expect((await world.call('GET', '/api/favorite?gender=x')).status).toBe(401)
  expect((await world.call('GET', '/api/users?gender=x', member)).status).toBe(403)
})

test('G6: what mail programs and pages of others add is no fault: at a mailed link, and at every page', async () => {
  expect((await world.call('GET', '/api/mailed-link?token=x&utm_source=mail')).status).toBe(200)
  expect((await world.call('GET', '/api/bioData-filter?gander=Female&limit=1')).status).toBe(200)
})
