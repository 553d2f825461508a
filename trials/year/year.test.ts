import { setTimeout as delay } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dice } from '#demo/dice.ts'
import { buildApp } from '#src/app/server/app.server.ts'
import { forget } from '#src/app/server/forget.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { workOnAnswers } from '#src/features/family-answers/answers.server.ts'
import { sweep } from '#src/features/payments/notices.server.ts'
import { refundUnassigned } from '#src/features/payments/queries.server.ts'
import { askAndPause } from '#src/features/presence/still-right.server.ts'
import { refundShort } from '#src/features/send-money/index.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { worldOfAdapters } from '#tests/adapters.server.ts'
import { byHand } from '#tests/send-money.server.ts'
import { noon, type Person, testConfig } from '#tests/world.server.ts'
import { findToldTwice, findWrong, installWitness, setClock } from './witness.ts'

// A year of families who ask, answer, fall silent, pause, block, marry and leave, on servers that die. After every step
// each contact that was shown has a yes or the mode `checked`, and each fee is in one place. SEED, FAMILIES and DAYS choose
// another year. What happens is rolled and is the same again; who wins when two act at once, or when a server dies, is not.

const seed = Number(process.env.SEED ?? 20261128)
const families = Number(process.env.FAMILIES ?? 200)
const days = Number(process.env.DAYS ?? 365)
const dayMs = 86_400_000

let now = noon
const clock = () => now
const world = await worldOfAdapters(clock)
const { adapters, db, connection } = world
const ways = Object.values(adapters)
const providers = [adapters.card!, adapters.redirect!, adapters['redirect with execute']!].map(
  ({ provider }) => provider,
)
const config = testConfig({ ...byHand, feeInTaka: { amount: 500, currency: 'bdt' } })
await installWitness(connection)

const counted: Record<string, number> = {}
const count = (what: string, n = 1) => {
  counted[what] = (counted[what] ?? 0) + n
}

/** A second server, which dies: its connections are cut while it works, and another takes its place. */
async function startMortal() {
  const { db: own, pool } = openDatabase({ ...connection, application_name: 'mortal', max: 4 })
  const app = await buildApp({
    ...{ config, db: own, clock, providers, logLevel: 'silent', cachesResponses: false },
    ...{ places: Number.POSITIVE_INFINITY, timeoutMs: 60_000 },
  })
  return { app, pool, close: () => app.close().then(() => own.destroy()) }
}
let mortal = await startMortal()
const closing: Promise<unknown>[] = []
afterAll(async () => {
  await Promise.allSettled([...closing, mortal.close()])
  await world.close()
})

type Method = NonNullable<InjectOptions['method']>
interface Asking {
  method: Method
  url: string
  by: Person
  payload?: object
}
/** At either server; undefined when it died meanwhile. */
async function send(app: typeof world.app, { method, url, by, payload }: Asking) {
  const { statusCode, body, headers } = await app.inject({
    ...{ method, url, headers: { cookie: by.cookie, origin: config.origin } },
    ...(by.network && { remoteAddress: by.network }),
    ...(payload && { payload }),
  })
  if (statusCode >= 500 && app === world.app) throw new Error(`${method} ${url}: ${statusCode} ${body}`)
  const isJson = String(headers['content-type']).includes('json')
  return { status: statusCode, body: isJson && body ? JSON.parse(body) : undefined }
}

/** What two may do at once, or while a server dies; each says how it is counted once it was done. */
interface Act extends Asking {
  name: string
}
let turn = 0
async function act({ name, ...asking }: Act) {
  const { status, body } = await send(turn++ % 2 ? mortal.app : world.app, asking)
  const isDone = status === 200 && !(body && (body.modifiedCount === 0 || body.deletedCount === 0))
  count(isDone ? name : `in vain: ${name}`)
  return isDone ? body : undefined
}

async function dieDuring(asking: Act, afterMs: number) {
  const asked = send(mortal.app, asking).catch(() => ({ status: 0 }))
  await delay(afterMs)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mortal'`.execute(db)
  const { status } = await asked
  closing.push(mortal.close().catch(() => {}))
  mortal = await startMortal()
  count('servers died')
  count(status === 200 ? 'of them after the answer' : 'of them without an answer')
}

// The people.
interface Family {
  person: Person
  number: number
  isPremium: boolean
  guardians: { id: string; person: Person }[]
  former: Person[]
}
const homes: Family[] = []
const relatives: Person[] = []
let admin: Person

async function settleDown() {
  await setClock(db, now)
  admin = await world.makeAdmin(await world.somebody('admin'))
  for (let i = 0; i < families; i++) {
    const person = await world.somebody('family')
    const number = await world.publish(person, {
      gander: i % 2 ? 'Male' : 'Female',
      phoneNumber: `017${String(10_000_000 + i)}`,
    })
    const isPremium = i % 7 === 0
    if (isPremium) await world.makePremium(person)
    homes.push({ person, number, isPremium, guardians: [], former: [] })
  }
  await db.insertInto('site').values({ mode: 'serve' }).execute()
  // What the database writes by itself has the trial's time too.
  const { rows } = await sql`select distinct now(), created_at from biodata`.execute(db)
  expect(rows).toEqual([{ now, createdAt: now }])
  for (let i = 0; i < families / 4; i++) relatives.push(await world.somebody('relative'))
  await db.updateTable('biodata').set({ contactFor: 'ask' }).where(sql<boolean>`number % 5 in (1, 2, 3)`).execute()
}

/** Everybody has signed in again lately. */
const signInAgain = () =>
  sql`update sessions set created_at = ${now}, updated_at = ${now}, expires_at = ${now}::timestamptz + interval '500 days'`.execute(
    db,
  )

async function jobs({ isDaily = false } = {}) {
  await workOnAnswers(db, now)
  await refundUnassigned(db, now)
  await refundShort(db, now)
  for (const { provider, refundDue } of ways) {
    if (isDaily) await sweep({ ...world.till, provider }, now, { error() {} })
    await refundDue()
  }
  if (!isDaily) return
  const { paused } = await askAndPause(db, { now, everyDays: 60, config })
  count('pauses without an answer whether all is right', paused)
  await signInAgain()
}

interface Row {
  id: string
  userId: string
  biodataId: string
  status: string
}
/** Live requests, the oldest first. */
const live = (where: ReturnType<typeof sql<boolean>>) =>
  db
    .selectFrom('contactRequests')
    .select(['id', 'userId', 'biodataId', 'status'])
    .$narrowType<{ biodataId: string }>()
    .where('biodataId', 'is not', null)
    .where(where)
    .orderBy('requestedAt')
    .orderBy('number')
    .execute() as Promise<Row[]>
const homeOf = (id: string) => homes.find(({ person }) => person.id === id)
const isGone = new Set<Family>()
const modeOf = async (id: string) =>
  (await db.selectFrom('biodata').select(['contactFor', 'presence']).where('id', '=', id).executeTakeFirst()) ?? {
    contactFor: 'gone',
    presence: 'gone',
  }

/** One step's own numbers: what an earlier race decided changes nothing about what is rolled. */
function stepOf(step: number) {
  const rolls = dice(seed + step * 7_919)
  const { pick, chance, weighted, between } = rolls
  const somebody = () => {
    const at = between(0, homes.length - 1)
    for (let i = 0; i < homes.length; i++) {
      const home = homes[(at + i) % homes.length]!
      if (!isGone.has(home)) return home
    }
    throw new Error('everybody has left')
  }

  async function ask() {
    const at = between(0, homes.length - 1)
    const asker = homes[at]!
    // Each comes back to the same few.
    const asked = homes[(at + 1 + 2 * ((at * 7 + between(0, 5) * 13) % Math.floor(homes.length / 2))) % homes.length]!
    if (isGone.has(asker) || asked === asker) return
    const { contactFor } = await modeOf(asked.person.id)
    if (asker.isPremium && contactFor.startsWith('ask')) {
      const payload = { bioDataId: asked.number }
      await act({ name: 'free asks', method: 'POST', url: '/api/me/contact-requests', by: asker.person, payload })
      return
    }
    const way = weighted([
      [adapters.card!, 7],
      [adapters.redirect!, 1],
      [adapters['redirect with execute']!, 1],
      [adapters['by hand']!, 2],
    ] as const)
    const how = weighted([
      ['comes back', 80],
      ['is told of by the provider', 10],
      ['is found by the sweep', 6],
      ['is never paid', 4],
    ] as const)
    const ref = await way.begin(asker.person, asked.number).catch(() => undefined)
    if (!ref) return count('asks refused at the checkout')
    if (how === 'is never paid') return count('begun and not paid')
    count('paid asks')
    await way.pay(ref)
    if (way === adapters['by hand'] || how === 'comes back') await way.comeBack(asker.person, ref, asked.number)
    else if (how === 'is told of by the provider') await way.notice(ref)
  }

  const approve = (id: string): Act => ({
    ...{ name: 'approvals', method: 'PATCH', url: `/api/contact-request-approver/${id}`, by: admin },
  })
  const reason = { reason: 'The biodata is not complete.' }
  async function judge() {
    const waiting = await live(sql<boolean>`status = 'pending'`)
    if (waiting.length === 0) return
    const { id } = pick(waiting)
    const refuse: Act = {
      ...{ name: 'refusals', method: 'PATCH', url: `/api/contact-requests/${id}/refusal`, by: admin, payload: reason },
    }
    const how = weighted([
      ['approve', 80],
      ['undo', 8],
      ['refuse', 8],
      ['both', 6],
    ] as const)
    if (how === 'refuse') await act(refuse)
    else if (how === 'both') await Promise.all([act(approve(id)), act(refuse), act(approve(id))])
    else {
      await act(approve(id))
      if (how === 'undo')
        await act({ ...{ name: 'approvals undone', method: 'DELETE', url: approve(id).url, by: admin } })
    }
  }

  /** Somebody who answers for this family, or used to. */
  function voiceOf({ person, guardians, former }: Family) {
    if (former.length > 0 && chance(0.2)) return { by: pick(former), who: 'a former guardian' }
    if (guardians.length > 0 && chance(0.5)) return { by: pick(guardians).person, who: 'a guardian' }
    return { by: person, who: 'the person' }
  }
  const answerOf = (id: string, home: Family): Act => {
    const { by, who } = voiceOf(home)
    const answer = chance(0.65) ? 'yes' : 'not now'
    return { ...{ name: `${answer} by ${who}`, method: 'PATCH', url: `/api/me/asked/${id}`, by, payload: { answer } } }
  }
  const takeBackOf = (id: string, home: Family): Act => ({
    ...{ name: 'yes taken back', method: 'PATCH', url: `/api/me/asked/${id}/taken-back`, by: voiceOf(home).by },
  })
  const lookOf = (asker: Person, ownerId: string): Act => ({
    ...{ name: 'looks by askers', method: 'GET', by: asker },
    url: chance(0.7) ? '/api/payments' : `/api/bioData/${ownerId}`,
  })
  const withdrawOf = (id: string, by: Person): Act => ({
    ...{ name: 'taken back by the asker', method: 'PATCH', url: `/api/me/contact-requests/${id}/withdrawal`, by },
  })
  const choose = (by: Person): Act => {
    const contactFor = weighted([
      ['ask', 5],
      ['ask guardian', 3],
      ['checked', 4],
      ['nobody', 1],
    ] as const)
    return {
      ...{ name: `chosen: ${contactFor}`, method: 'PATCH', url: '/api/me/contact', by, payload: { contactFor } },
    }
  }
  const blockOf = (by: Person, other: Person): Act => ({
    ...{ name: 'blocks', method: 'POST', url: '/api/blocks', by, payload: { _id: other.id } },
  })
  const presenceOf = (by: Person, presence: 'paused' | 'married' | 'published'): Act => ({
    ...{ method: 'PATCH', url: '/api/me/presence', by, payload: { presence } },
    name: { paused: 'pauses', married: 'marriages', published: 'returns' }[presence],
  })

  /** What may happen to this request next, right or wrong at this moment. */
  function somethingAbout({ id, status, userId, biodataId }: Row): Act | undefined {
    const [owner, asker] = [homeOf(biodataId), homeOf(userId)]
    if (!owner || !asker) return undefined
    const acts: [() => Act, number][] = [
      [() => answerOf(id, owner), status === 'forwarded' ? 12 : 1],
      [() => lookOf(asker.person, biodataId), status === 'approve' ? 10 : 1],
      [() => takeBackOf(id, owner), status === 'approve' ? 3 : 0],
      [
        () => ({ ...{ name: 'looks by families', method: 'GET', url: `/api/me/asked/${id}`, by: voiceOf(owner).by } }),
        status === 'approve' ? 3 : 1,
      ],
      [() => withdrawOf(id, asker.person), status === 'approve' ? 0.3 : 1],
      [() => approve(id), status === 'pending' ? 4 : 0.3],
      [() => blockOf(owner.person, asker.person), 0.4],
      [() => presenceOf(owner.person, 'paused'), 0.4],
      [() => choose(owner.person), 0.6],
      [
        () => ({
          ...{ name: 'approvals taken back', method: 'PATCH', by: admin, payload: reason },
          url: `/api/contact-requests/${id}/withdrawal`,
        }),
        0.2,
      ],
    ]
    return weighted(acts)()
  }
  async function goOn() {
    const open = await live(
      sql<boolean>`status in ('pending', 'forwarded') or status = 'approve' and first_seen_at is null`,
    )
    if (open.length === 0) return
    const row = pick(open)
    const one = somethingAbout(row)
    if (!one) return
    if (chance(0.2)) {
      const other = somethingAbout(row)
      count('at once')
      await Promise.all([act(one), other && act(other)])
    } else if (chance(0.06)) await dieDuring(one, between(0, 25))
    else await act(one)
  }

  async function family() {
    const home = somebody()
    const { person } = home
    const { presence } = await modeOf(person.id)
    if (presence === 'gone') {
      if (await world.publish(person).then(Boolean, () => false)) {
        home.number = (
          await db.selectFrom('biodata').select('number').where('id', '=', person.id).executeTakeFirstOrThrow()
        ).number
        count('published anew')
      }
      return
    }
    if (presence !== 'published' && chance(0.6)) return void (await act(presenceOf(person, 'published')))
    const what = weighted([
      [() => act(choose(person)), 8],
      [() => act(presenceOf(person, 'paused')), 3],
      [() => act(presenceOf(person, 'married')), 0.8],
      [() => act(blockOf(person, somebody().person)), 2],
      [
        async () => {
          const blocks = await db.selectFrom('blocks').selectAll().orderBy('at').orderBy('blockerId').execute()
          const { blockerId, blockedId } = pick([...blocks, { blockerId: '', blockedId: '' }])
          const by = homeOf(blockerId)?.person
          if (by) await act({ ...{ name: 'unblocks', method: 'DELETE', url: `/api/blocks/${blockedId}`, by } })
        },
        2,
      ],
      [() => guardians(home), 7],
      [() => visit(person), 10],
      [() => leave(home), 0.25],
    ] as const)
    await what()
  }

  /** Of a family that is asked at this moment. */
  async function guardiansOfAsked() {
    const asked = await live(sql<boolean>`status = 'forwarded'`)
    const home = asked.length > 0 && homeOf(pick(asked).biodataId)
    if (home) await guardians(home)
  }

  async function visit(person: Person) {
    const { body } = await send(world.app, { method: 'GET', url: '/api/me/presence', by: person })
    if (body?.confirmation?.question && chance(0.8))
      await act({ ...{ name: 'still right', method: 'POST', url: '/api/me/still-right', by: person, payload: {} } })
  }

  async function guardians(home: Family) {
    const { person } = home
    const rights = { mayAnswer: chance(0.8), isContact: chance(0.3), mayConfirm: chance(0.5), mayEdit: false }
    const gone = chance(0.6) ? home.guardians[0] : undefined
    if (!gone) {
      const by = pick(relatives)
      const payload = { name: 'Abdul Karim', relation: 'father', ...rights }
      const invited = await send(world.app, { method: 'POST', url: '/api/me/guardians', by: person, payload })
      if (invited.status !== 200) return count('in vain: guardians invited')
      count('guardians invited')
      if (chance(0.15)) return
      const token = new URL(invited.body.link).searchParams.get('token')
      const agreed = { token, phone: '+8801911000141', isOfAge: true, numberMayBeShown: true, consentVersion }
      const accepting = {
        name: 'guardians come',
        method: 'POST',
        url: '/api/guardian-invitation/acceptance',
        by,
      } as const
      if (await act({ ...accepting, payload: agreed })) home.guardians.push({ id: invited.body.insertedId, person: by })
      return
    }
    const how = weighted([
      ['changed', 3],
      ['ended', 3],
      ['left', 2],
    ] as const)
    if (how === 'changed') {
      const change = {
        name: 'rights of guardians changed',
        method: 'PATCH',
        url: `/api/me/guardians/${gone.id}`,
      } as const
      return void (await act({ ...change, by: person, payload: rights }))
    }
    const ending: Act =
      how === 'ended'
        ? { ...{ name: 'guardians go', method: 'DELETE', url: `/api/me/guardians/${gone.id}`, by: person } }
        : { ...{ name: 'guardians go', method: 'DELETE', url: `/api/me/wards/${gone.id}`, by: gone.person } }
    const [asked] = await live(sql<boolean>`status = 'forwarded' and biodata_id = ${person.id}`)
    // While the guardian answers.
    const answering: Act | undefined = asked && {
      ...{ name: 'yes by a guardian who ends', method: 'PATCH', url: `/api/me/asked/${asked.id}`, by: gone.person },
      payload: { answer: 'yes' },
    }
    await Promise.all([act(ending), answering && act(answering)])
    home.guardians = home.guardians.filter(({ id }) => id !== gone.id)
    home.former.push(gone.person)
  }

  async function leave(home: Family) {
    if (isGone.size > families / 20) return
    const { person } = home
    isGone.add(home)
    if (chance(0.5)) {
      const payload = { reason: 'A complaint.' }
      await act({
        ...{ name: 'suspensions', method: 'PATCH', url: `/api/users/suspension/${person.id}`, by: admin, payload },
      })
    } else {
      const payload = { confirmation: 'a good password' }
      await act({ ...{ name: 'deleted accounts', method: 'POST', url: '/api/me/deletion', by: person, payload } })
    }
  }

  /** A premium member opens a profile: where the family is to be asked first, nothing is shown. */
  async function open() {
    const by = homes[7 * between(0, Math.floor((homes.length - 1) / 7))]!
    const { person } = somebody()
    if (!isGone.has(by))
      await act({ ...{ name: 'profiles opened', method: 'GET', by: by.person }, url: `/api/bioData/${person.id}` })
  }

  async function bank() {
    const charged = world.sandbox.intents().filter(({ status }) => status === 'succeeded')
    if (charged.length === 0 || chance(0.9)) return
    const { id } = pick(charged)
    const done = await world.stripe.refunds.create({ payment_intent: id }).catch(() => undefined)
    if (!done) return
    count('refunds at the provider')
    await world.sandbox.deliver(world.sandbox.events().at(-1)!)
  }

  const what = () =>
    weighted([
      [ask, 24],
      [judge, 18],
      [goOn, 34],
      [family, 22],
      [guardiansOfAsked, 6],
      [bank, 2],
      [open, 4],
      [compare, 6],
    ] as const)()
  return { ...rolls, what, compare }

  /** What an asker reads of their requests, and what the table says. */
  async function compare() {
    const { person } = somebody()
    for (const later of [true, false]) {
      const url = `/api/payments?mine=true${later ? '&contacts=later' : ''}`
      const { status, body } = await send(turn++ % 2 ? mortal.app : world.app, { method: 'GET', url, by: person })
      if (status !== 200) return count('in vain: comparisons')
      const { rows } = await sql<{
        id: string
        status: string
        isOpen: boolean
        hasLine: boolean
        phone: string | null
      }>`
        select r.id, r.first_seen_at is not null and exists (select from contact_views where viewer_id = r.user_id
            and owner_id = r.biodata_id and by_right = 'request') as has_line, case when r.status = 'forwarded' then 'pending' else r.status end as status,
          r.status = 'approve' and b.published and b.contact_for <> 'nobody' and not exists (
            select from blocks where r.user_id in (blocker_id, blocked_id) and r.biodata_id in (blocker_id, blocked_id)
          ) as is_open,
          case when r.by_guardian then g.phone else coalesce(g.phone, b.phone) end as phone
        from contact_requests r left join biodata b on b.id = r.biodata_id
          left join guardianships g on g.ward_id = b.id and g.is_contact and g.accepted_at is not null and g.ended_at is null
        where r.user_id = ${person.id}`.execute(db)
      for (const shown of body) {
        const row = rows.find(({ id }) => id === shown._id)
        const isShown = later ? shown.isOpen === true : shown.contactEmail !== undefined
        expect({ ...shown, isShown }).toMatchObject({ status: row?.status, isShown: row?.isOpen ?? false })
        if (!isShown || later) continue
        // Nobody's number, where it was a guardian's who has gone.
        expect(shown.contactPhone ?? null).toBe(row!.phone)
        expect(row!.hasLine, 'a line of what was shown').toBe(true)
      }
      count('requests compared with the table', body.length)
    }
  }
}

/** What an administrator reads that is to be sent back by hand is what the books say is due there. */
async function expectListed() {
  const { rows } = await sql<{ id: string }>`
    select id from refunds where provider = ${adapters['by hand']!.provider.id} and state <> 'refunded' order by id`.execute(
    db,
  )
  const { body } = await send(world.app, { method: 'GET', url: '/api/transfer-refunds', by: admin })
  expect(body.map(({ _id }: { _id: string }) => _id).sort()).toEqual(rows.map(({ id }) => id))
  count('refunds found in the list by hand', rows.length)
}

const longest = { checkMs: 0, checksMs: 0, checks: 0 }
async function expectRight(step: number) {
  const began = performance.now()
  const wrong = await findWrong(db)
  const ms = performance.now() - began
  longest.checks++
  longest.checksMs += ms
  longest.checkMs = Math.max(longest.checkMs, ms)
  expect(wrong, `step ${step}, ${now.toISOString()}, seed ${seed}`).toEqual([])
}

test(`O1 O3 O4 O5 O6 U4 K3f K10d: in a year of ${families} families (seed ${seed}) each contact that is shown has a yes or its mode, and each fee one place`, async () => {
  const began = performance.now()
  await settleDown()
  await jobs({ isDaily: true })
  const end = noon.getTime() + days * dayMs
  let [steps, acts, day] = [0, 0, 0]
  while (now.getTime() < end) {
    const { weighted, between, chance, what } = stepOf(++steps)
    const minutes = weighted([
      [between(1, 59), 50],
      [between(60, 720), 42],
      [between(20 * 60, 40 * 60), 8],
    ] as const)
    now = new Date(now.getTime() + minutes * 60_000)
    await setClock(db, now)
    for (let i = between(2, 5); i > 0; i--, acts++) await what()
    const today = Math.floor((now.getTime() - noon.getTime()) / dayMs)
    if (today > day || chance(0.4)) await jobs({ isDaily: today > day })
    if (today > day && today % 7 === 0) await forget(db, now, false)
    day = today
    await expectRight(steps)
    if (steps % 25 === 0) expect(await findToldTwice(db), `told twice, step ${steps}`).toEqual([])
    if (steps % 5 === 0) await expectListed()
  }

  await settleAll(steps)
  const { rows: moves } = await sql<{ move: string; n: number }>`
    select move, count(*)::int as n from witness.moves group by move order by move`.execute(db)
  const { rows: again } = await sql<{ n: number }>`
    select count(*)::int as n from contact_requests r where exists (
      select from contact_requests before where before.user_id = r.user_id and before.biodata_id = r.biodata_id
        and before.answered_at < r.requested_at and before.answer <> 'yes')`.execute(db)
  const { rows: over } = await sql<{ n: number }>`
    select count(*)::int as n from witness.told where kind = 'request-answered' and about->>'answer' = 'over'`.execute(
    db,
  )
  const { rows: lines } = await sql<{ right: string; n: number }>`
    select by_right as right, count(*)::int as n from contact_views group by 1 order by 1`.execute(db)
  const { rows: sums } = await sql<{ paid: number; waiting: number; earned: number; refunded: number; due: number }>`
    select sum(paid)::int as paid, coalesce(sum(kept) filter (where place = 'waiting'), 0)::int as waiting,
      coalesce(sum(kept) filter (where place = 'earned'), 0)::int as earned, sum(back)::int as refunded, sum(due)::int as due
    from witness.books`.execute(db)
  const table = {
    ...{ seed, seconds: Math.round((performance.now() - began) / 1000), families, days, steps, acts },
    ...{ 'the clock said over': over[0]!.n, 'asked again after 90 days': again[0]!.n },
    happened: Object.fromEntries(Object.entries(counted).sort()),
    moves: Object.fromEntries(moves.map(({ move, n }) => [move, n])),
    'lines in the ledger': Object.fromEntries(lines.map(({ right, n }) => [right, n])),
    money: sums[0],
    'refunded by hand': sumOf(world.wallet.sent),
    'a check took': `${(longest.checksMs / longest.checks).toFixed(1)} ms, at most ${longest.checkMs.toFixed(0)} ms`,
  }
  process.stdout.write(`\n${JSON.stringify(table, null, 2)}\n`)

  const { paid, waiting, earned, refunded, due } = sums[0]!
  expect({ waiting, due, sum: earned + refunded }).toEqual({ waiting: 0, due: 0, sum: paid })
  expect(paidAtProviders() - refundedAtProviders(), 'what the providers hold').toBe(earned)
  if (families === 200 && days === 365) {
    const rare = ['servers died', 'marriages', 'blocks', 'pauses', 'yes taken back', 'guardians come', 'guardians go']
    for (const what of [...rare, 'free asks', 'not now by a guardian', 'yes by the person', 'refunds at the provider'])
      expect(counted[what], what).toBeGreaterThan(0)
    expect(again[0]!.n).toBeGreaterThan(0)
    expect(over[0]!.n).toBeGreaterThan(0)
  }
}, 1_800_000)

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
const paidAtProviders = () =>
  sumOf([
    ...Object.values(world.gateways).flatMap((gateway) => gateway.sessions().flatMap(({ attempts }) => attempts)),
    ...world.sandbox
      .intents()
      .flatMap(({ status, amount_received: amount }) => (status === 'succeeded' ? { amount } : [])),
    ...world.wallet.came,
  ])
const refundedAtProviders = () =>
  sumOf([
    ...Object.values(world.gateways).flatMap((gateway) => gateway.refunds()),
    ...world.sandbox.refunds(),
    ...world.wallet.sent,
  ])

/** Another year in which nobody asks: the administrator decides what waits, families are silent, and askers look once. */
async function settleAll(steps: number) {
  for (const { id } of await live(sql<boolean>`status = 'pending'`))
    await act({
      ...{ name: 'approvals', method: 'PATCH', url: `/api/contact-request-approver/${id}`, by: admin },
    })
  const pass = async (passed: number) => {
    now = new Date(now.getTime() + passed * dayMs)
    await setClock(db, now)
    await jobs({ isDaily: true })
    await expectRight(steps)
  }
  for (let i = 0; i < 12; i++) await pass(1)
  const unseen = await live(sql<boolean>`status = 'approve' and first_seen_at is null`)
  for (const userId of new Set(unseen.map(({ userId }) => userId)))
    await send(world.app, { method: 'GET', url: '/api/payments', by: homeOf(userId)!.person })
  for (let i = 0; i < 50; i++) await pass(7)
  const waiting = await live(
    sql<boolean>`status in ('pending', 'forwarded') or status = 'approve' and first_seen_at is null and payment_id is not null`,
  )
  expect(waiting, 'what waits after a year').toEqual([])
  expect((await findToldTwice(db)).slice(0, 5)).toEqual([])
}
