import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { noon, type Person } from '#tests/world.server.ts'
import { countMarriages } from './marriage.server.ts'
import { forgetMarried } from './queries.server.ts'

const world = await payingWorld({ clock: () => noon })
afterAll(() => world.close())
const { db, call } = world
beforeEach(() => db.deleteFrom('marriageAnswers').execute())

let people = 0
type Owner = Person & { number: number }
async function somebody(gander: 'Female' | 'Male'): Promise<Owner> {
  const person = await world.signUp(`${gander}-${++people}@example.org`)
  return { ...person, number: await world.publish(person, { gander }) }
}
const couple = async () => [await somebody('Female'), await somebody('Male')] as const
const step = (by: Person, presence: string, more = {}) => call('PATCH', '/api/me/presence', by, { presence, ...more })
const marry = (by: Person, foundHere?: string, other?: { number: number }) =>
  step(by, 'married', { ...(foundHere && { foundHere }), ...(other && { bioDataId: other.number }) })
const said = async (by: Person) => (await call('GET', '/api/me/presence', by)).body.marriage
const counted = () => countMarriages(db)
const saw = (viewer: Person, owner: Person, byRight: 'request' | 'administrator') =>
  db.insertInto('contactViews').values({ ownerId: owner.id, viewerId: viewer.id, byRight }).execute()
const fieldError = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer
  return [status, body.code, body.errors?.[0].field]
}

test('T4 H4: only people who found each other here are counted', async () => {
  const [wife, husband] = await couple()
  expect((await marry(wife)).body).toEqual({ modifiedCount: 1 })
  expect([await said(wife), await counted()]).toEqual([null, 0])
  await marry(husband, 'unsaid')
  expect(await counted()).toBe(0)
  expect((await marry(wife, 'no')).body).toEqual({ modifiedCount: 1 })
  expect([await said(wife), await counted()]).toEqual([{ foundHere: 'no', bioDataId: null }, 0])
  await marry(wife, 'yes')
  expect([await said(wife), await counted()]).toEqual([{ foundHere: 'yes', bioDataId: null }, 1])
})

test('T4: a couple counts once, whether one names the other, both do, or the other names nobody', async () => {
  const [wife, husband] = await couple()
  await marry(wife, 'yes', husband)
  expect([await said(wife), await counted()]).toEqual([{ foundHere: 'yes', bioDataId: husband.number }, 1])
  await saw(husband, wife, 'request')
  await marry(husband, 'yes')
  expect(await counted()).toBe(1)
  await marry(husband, 'yes', wife)
  expect(await counted()).toBe(1)
  const [, other] = await couple()
  await marry(other, 'yes')
  expect(await counted()).toBe(2)
})

test('T4: of people who name nobody two may be a couple, and are counted as one', async () => {
  const [[wife, husband], [another]] = [await couple(), await couple()]
  for (const one of [wife, husband]) await marry(one, 'yes')
  expect(await counted()).toBe(1)
  await marry(another, 'yes')
  expect(await counted()).toBe(2)
})

test('T4: what was said can be corrected as long as one is married, and saying it again changes nothing', async () => {
  const [[wife, husband], [, other]] = [await couple(), await couple()]
  await marry(wife, 'yes', husband)
  expect((await marry(wife, 'yes', husband)).body).toEqual({ modifiedCount: 0 })
  expect((await marry(wife)).body).toEqual({ modifiedCount: 0 })
  expect((await marry(wife, 'yes', other)).body).toEqual({ modifiedCount: 1 })
  expect(await said(wife)).toEqual({ foundHere: 'yes', bioDataId: other.number })
  await marry(wife, 'unsaid')
  expect([await said(wife), await counted()]).toEqual([{ foundHere: 'unsaid', bioDataId: null }, 0])
})

test.each(['published', 'paused', 'taken back'])('T4: who is %s after all is no longer counted', async (presence) => {
  const [wife, husband] = await couple()
  await marry(wife, 'yes', husband)
  await step(wife, presence)
  expect([await said(wife), await counted()]).toEqual([null, 0])
})

test('T4: what the other says stays when one of a couple publishes again', async () => {
  const [wife, husband] = await couple()
  await marry(wife, 'yes', husband)
  await saw(husband, wife, 'request')
  await marry(husband, 'yes', wife)
  await step(wife, 'published')
  expect(await counted()).toBe(1)
  await step(husband, 'published')
  expect(await counted()).toBe(0)
})

test('T4: the number of nobody, of oneself and of the same gender is refused, and the biodata stays published', async () => {
  const [[wife, husband], [sister]] = [await couple(), await couple()]
  for (const [other, code] of [
    [{ number: 999_999 }, 'partner-unknown'],
    [wife, 'partner-own'],
    [sister, 'partner-gender'],
  ] as const)
    expect(await fieldError(marry(wife, 'yes', other))).toEqual([422, code, 'bioDataId'])
  expect((await call('GET', '/api/me/presence', wife)).body).toMatchObject({ presence: 'published', marriage: null })
  for (const more of [{ bioDataId: husband.number }, { foundHere: 'no', bioDataId: husband.number }])
    expect(await fieldError(step(wife, 'married', more))).toEqual([422, 'invalid', 'bioDataId'])
  expect(await fieldError(step(wife, 'paused', { foundHere: 'yes' }))).toEqual([422, 'invalid', 'foundHere'])
  expect(await fieldError(marry(wife, 'perhaps'))).toEqual([422, 'invalid', 'foundHere'])
})

test('T4 R3: a hidden biodata answers as nobody’s, unless one of the two has seen the other’s contact', async () => {
  const [wife, husband] = await couple()
  await step(husband, 'paused')
  expect((await fieldError(marry(wife, 'yes', husband)))[1]).toBe('partner-unknown')
  await saw(husband, wife, 'administrator')
  expect((await fieldError(marry(wife, 'yes', husband)))[1]).toBe('partner-unknown')
  await saw(husband, wife, 'request')
  expect((await marry(wife, 'yes', husband)).status).toBe(200)
  const [another, blocker] = await couple()
  await db.insertInto('blocks').values({ blockerId: blocker.id, blockedId: another.id }).execute()
  expect((await fieldError(marry(another, 'yes', blocker)))[1]).toBe('partner-unknown')
})

/** Everybody leaves, in this order; by deleting the account, or as the job deletes the biodata of the married. */
const leavings = {
  'first one, then the other': async (one: Person, other: Person) => {
    for (const { id } of [one, other]) await deleteUser(db, id)
  },
  'both at once': (one: Person, other: Person) => Promise.all([one, other].map(({ id }) => deleteUser(db, id))),
  'after thirty days': async () => forgetMarried(db, new Date(Date.now() + 31 * 86_400_000)),
}
const sayings = {
  'only one names': [true, undefined],
  'only the other names': [undefined, true],
  'both name': [true, true],
  'one names and the other says yes': [true, false],
  'the other names and one says yes': [false, true],
  'neither names': [false, false],
} as const
test.each(Object.keys(sayings).flatMap((how) => Object.keys(leavings).map((when) => [how, when] as const)))(
  'T4 H4: a couple of whom %s stays counted once when they leave, %s',
  async (how, when) => {
    const [wife, husband] = await couple()
    await saw(husband, wife, 'request')
    const [wifes, husbands] = sayings[how as keyof typeof sayings]
    if (wifes !== undefined) await marry(wife, 'yes', wifes ? husband : undefined)
    if (husbands !== undefined) await marry(husband, 'yes', husbands ? wife : undefined)
    else if (when === 'after thirty days') await marry(husband)
    if (wifes === undefined) await marry(wife)
    expect(await counted()).toBe(1)
    await leavings[when as keyof typeof leavings](wife, husband)
    expect(await counted()).toBe(1)
    const left = await db.selectFrom('marriageAnswers').selectAll().execute()
    for (const { ownerId, partnerId, saidAt } of left) {
      expect([ownerId, partnerId]).toEqual([null, null])
      expect(saidAt.getUTCDate()).toBe(1)
    }
  },
)

test('T4 H4: a couple that leaves at the same moment is counted once, and not lost', async () => {
  const [wife, husband] = await couple()
  await saw(husband, wife, 'request')
  await marry(wife, 'yes', husband)
  await marry(husband, 'yes', wife)
  let leaving: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('biodata').where('id', '=', wife.id).execute()
    leaving = deleteUser(db, husband.id)
    await world.untilHeldUp(leaving)
  })
  await leaving
  expect(await counted()).toBe(1)
})

test('T4: whose other has left says yes, and the marriage is not counted again', async () => {
  const [wife, husband] = await couple()
  await marry(wife, 'yes', husband)
  await deleteUser(db, wife.id)
  await marry(husband, 'yes')
  expect(await counted()).toBe(1)
  await deleteUser(db, husband.id)
  expect(await counted()).toBe(1)
})

test('T4: of who found nobody here nothing is left', async () => {
  const [wife, husband] = await couple()
  await marry(wife, 'no')
  await marry(husband, 'unsaid')
  for (const { id } of [wife, husband]) await deleteUser(db, id)
  expect(await db.selectFrom('marriageAnswers').selectAll().execute()).toEqual([])
})

test('T4: two who name each other at the same moment are counted once', async () => {
  for (let i = 0; i < 5; i++) {
    const [wife, husband] = await couple()
    await saw(husband, wife, 'request')
    await saw(wife, husband, 'request')
    const answers = await Promise.all([marry(wife, 'yes', husband), marry(husband, 'yes', wife)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await counted()).toBe(i + 1)
  }
})

test('T4 A9: the export says what one has said, and when', async () => {
  const [wife, husband] = await couple()
  await marry(wife, 'yes', husband)
  const { body } = await call('GET', '/api/me/export', wife)
  expect(body.marriage).toEqual({ foundHere: 'yes', number: husband.number, saidAt: noon.toISOString() })
  const other = (await call('GET', '/api/me/export', husband)).body
  expect(other.marriage).toBeNull()
})

test('T4 H4: a marriage that was counted before the question is not counted', async () => {
  const { rows } = await sql`select from counted_by_day where what = 'marriages'`.execute(db)
  expect(rows).toEqual([])
})
