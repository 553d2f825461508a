import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Person, testWorld } from '#test/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())

let owner: Person
let premium: Person
let round = 0
beforeEach(async () => {
  owner = await world.signUp(`owner-${++round}@example.org`)
  await world.publish(owner)
  premium = await world.makePremium(await world.signUp(`premium-${round}@example.org`))
})

const look = (by: Person) => world.call('GET', `/api/bioData/${owner.id}`, by)
const linesOf = () =>
  world.db
    .selectFrom('contactViews')
    .select(['id', 'viewerId', 'byRight', 'viewerNumber'])
    .where('ownerId', '=', owner.id)
    .execute()

test('R1: each look at a contact is one line, by whom and by which right; a look at the profile without it is none', async () => {
  const member = await world.signUp(`member-${round}@example.org`)
  const admin = await world.makeAdmin(await world.signUp(`admin-${round}@example.org`))
  const number = await world.publish(premium)
  await look(member)
  expect(await linesOf()).toEqual([])
  for (const by of [premium, admin, owner, premium]) expect((await look(by)).body.phoneNumber).toBeDefined()
  expect(await linesOf()).toMatchObject([
    { viewerId: premium.id, byRight: 'premium', viewerNumber: number },
    { viewerId: admin.id, byRight: 'administrator', viewerNumber: null },
    { viewerId: owner.id, byRight: 'owner' },
  ])
})

test('R1: twenty looks at once are one line, and one that is an hour later is another', async () => {
  await Promise.all(Array.from({ length: 20 }, () => look(premium)))
  const [line, ...more] = await linesOf()
  expect(more).toEqual([])
  await world.db.transaction().execute(async (trx) => {
    await sql`alter table contact_views disable trigger contact_views_are_final`.execute(trx)
    await sql`update contact_views set at = at - interval '61 minutes' where id = ${line!.id}`.execute(trx)
    await sql`alter table contact_views enable trigger contact_views_are_final`.execute(trx)
  })
  await look(premium)
  expect(await linesOf()).toHaveLength(2)
})

test('R1: nobody can change a line, nor remove one before three years are over', async () => {
  await look(premium)
  const [line] = await linesOf()
  await expect(sql`update contact_views set viewer_id = owner_id`.execute(world.db)).rejects.toThrow('only be added to')
  await expect(sql`delete from contact_views where id = ${line!.id}`.execute(world.db)).rejects.toThrow(
    'only be added to',
  )
  await expect(sql`truncate contact_views`.execute(world.db)).rejects.toThrow('only be added to')
  await sql`insert into contact_views (owner_id, viewer_id, by_right, at)
    values (${owner.id}, ${premium.id}, 'premium', now() - interval '37 months')`.execute(world.db)
  await sql`delete from contact_views where at < now() - interval '36 months'`.execute(world.db)
  expect(await linesOf()).toHaveLength(1)
})
