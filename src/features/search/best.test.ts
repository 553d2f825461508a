import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dice } from '#demo/dice.ts'
import { fill } from '#demo/population/fill.ts'
import { buildApp } from '#src/app/server/app.server.ts'
import type { Gender } from '#src/features/biodata/fields.ts'
import { ageOn } from '#src/features/biodata/policy.ts'
import { wishInputs, wishNames } from '#src/features/biodata/wishes.ts'
import type { CardFit } from '#src/features/matching/contract.ts'
import { dayOf, daysBefore } from '#src/platform/clock.ts'
import { cursorOf, type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { bestCards, findSeeker } from './best.server.ts'
import type { Found } from './contract.ts'

const today = '2026-11-20'
const now = new Date(`${today}T12:00:00+06:00`)
const world = await testWorld({ clock: () => now })
afterAll(() => world.close())

interface Wishes {
  age: number
  inches: number
  kilograms: number
  /** Those beside them, as they are sent. */
  more?: Record<string, string | number | readonly string[]>
}
const people = 4_000
let everybody: Awaited<ReturnType<typeof readEverybody>>
const readEverybody = () => world.db.selectFrom('biodata').selectAll().execute()

/** A man of 28, 5 ft 8 in and 65 kg who wishes this. */
async function seekerWith(name: string, { age, inches, kilograms, more }: Wishes): Promise<Person> {
  const seeker = await world.signUp(`${name}@best.example`)
  await world.publish(seeker, {
    gander: 'Male',
    birth: '1998-03-01',
    feet: 5,
    inch: 8,
    weight: '65kg',
    partnerAge: age,
    PartnerFeet: 5,
    PartnerInch: inches - 60,
    partnerWeight: `${kilograms}kg`,
    ...more,
  })
  return seeker
}

let usual: Person
/** Whose range is narrower on one side than what one number means. */
let ranged: Person
/** Whose wishes few meet: one, two and three steps up the ladder there are enough, or nobody is left. */
const rare: Person[] = []
/** Of many wishes, some of which must be and some of which do not count. */
let choosy: Person
beforeAll(async () => {
  await fill(world.pool, { count: people, seed: 7, now })
  // Each fifth keeps the wishes private, and each seventh shows no belief.
  await sql`update biodata set partner_wishes_private = number % 5 = 0, shows_faith = shows_faith and number % 7 > 0`.execute(
    world.db,
  )
  usual = await seekerWith('usual', { age: 24, inches: 62, kilograms: 50 })
  ranged = await seekerWith('ranged', {
    age: 24,
    inches: 62,
    kilograms: 50,
    more: { partnerAgeFrom: 19, partnerAgeTo: 24 },
  })
  rare.push(await seekerWith('one', { age: 54, inches: 64, kilograms: 75 }))
  rare.push(await seekerWith('two', { age: 42, inches: 68, kilograms: 40 }))
  rare.push(await seekerWith('three', { age: 58, inches: 62, kilograms: 60 }))
  choosy = await seekerWith('choosy', {
    ...{ age: 24, inches: 62, kilograms: 50 },
    more: {
      ...{ partnerAgeFrom: 22, partnerAgeTo: 25, partnerWeightMatters: 'any', partnerHeightMatters: 'must' },
      ...{ partnerDivision: ['Khulna', 'Barisal'], partnerReligion: ['Hinduism'], partnerReligionMatters: 'must' },
      ...{ partnerEducation: ['Bachelor', 'Master'], partnerOccupation: ['Doctor'], partnerOccupationMatters: 'any' },
      ...{ partnerDistrict: ['Khulna', 'Bhola', 'Sirajganj'], partnerChildren: ['None'] },
    },
  })
  everybody = await readEverybody()
}, 120_000)

const numbersOf = (list: Listed[]) => list.map(({ bioDataId }) => bioDataId)
const nextIn = (headers: Record<string, unknown>) => /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1]
/** A card of this list as the API answers it. */
interface Listed extends Pick<Found, 'age'> {
  _id: string
  bioDataId: number
  gander: Gender
  fit: CardFit
  part: NonNullable<Found['part']>
  missed: NonNullable<Found['missed']>
}
let networks = 0
/** Page after page, with how many people the first says there are; only as far as `isEnough`. */
async function listFor(seeker: Person, address = '', limit = 100, isEnough = (_page: Listed[]) => false) {
  const list: Listed[] = []
  let total: number | undefined
  let next: string | undefined = `/api/bioData-find?order=best&limit=${limit}${address}`
  while (next) {
    // From one network so many lists would be too fast, and of one person too many.
    const by = { ...seeker, network: `10.8.0.${networks++ % 256}` }
    await world.db.deleteFrom('cardViews').execute()
    const page: Awaited<ReturnType<typeof world.call>> = await world.call('GET', next, by)
    expect(page.status, page.text).toBe(200)
    list.push(...page.body)
    total ??= Number(page.headers['x-total-count'] ?? page.headers['x-total-at-least'])
    next = isEnough(page.body) ? undefined : nextIn(page.headers)
  }
  return { list, total }
}

/** Those who stand before everybody else. */
async function ladderFor(seeker: Person, address = '', limit = 100) {
  const isRest = ({ part }: Listed) => part.isRest === true
  const { list } = await listFor(seeker, address, limit, (page) => page.some(isRest))
  const onLadder = list.filter((card) => !isRest(card))
  expect(list.slice(0, onLadder.length)).toEqual(onLadder)
  return onLadder
}

const ladder = ['partnerWeight', 'partnerHeight', 'partnerAge']
type Row = (typeof everybody)[number]

/** Every wish of somebody, in the order of the ladder, with how close another comes; the rule of docs/fit.md, the slow way. */
function wishesOf(one: Row, other: Row) {
  const number = (wish: 'Age' | 'Height' | 'Weight', has: number, tolerance: number) => {
    const wanted = one[`partner${wish}`]
    const from = Math.min(wanted, one[`partner${wish}From`] ?? wanted - tolerance)
    const to = Math.max(wanted, one[`partner${wish}To`] ?? wanted + tolerance)
    const beside = Math.max(0, from - has, has - to)
    return { share: Math.max(0, 1 - beside / tolerance), isMissed: beside > 0, isWished: true }
  }
  const set = (wished: readonly string[] | null, has: string | null) => {
    if (!wished) return { share: 1, isMissed: false, isWished: false }
    return { share: has === null ? 0.5 : wished.includes(has) ? 1 : 0, isMissed: has !== null, isWished: true }
  }
  const age = ageOn(other.birth, today)
  const children = other.children ?? (other.maritalStatus === 'Never married' ? 'None' : null)
  const rows = [
    { name: 'partnerWeight', weight: 1, ...number('Weight', other.weight, 10) },
    { name: 'partnerHeight', weight: 2, ...number('Height', other.height, 3) },
    { name: 'partnerDivision', weight: 2, ...set(one.partnerDivision, other.division) },
    { name: 'partnerOccupation', weight: 2, ...set(one.partnerOccupation, other.occupation) },
    { name: 'partnerEducation', weight: 2, ...set(one.partnerEducation, other.education) },
    { name: 'partnerPractice', weight: 2, ...set(one.partnerPractice, other.practice) },
    { name: 'partnerDistrict', weight: 3, ...set(one.partnerDistrict, other.district) },
    { name: 'partnerMaritalStatus', weight: 3, ...set(one.partnerMaritalStatus, other.maritalStatus) },
    { name: 'partnerChildren', weight: 3, ...set(one.partnerChildren, children) },
    { name: 'partnerAge', weight: 4, ...number('Age', age, 3) },
    { name: 'partnerReligion', weight: 4, ...set(one.partnerReligion, other.religion) },
  ] as const
  return rows
    .map((row) => ({ ...row, matters: one[`${row.name}Matters`] ?? 'nice', isMet: row.share === 1 }))
    .filter(({ isWished, matters }) => isWished && matters !== 'any')
    .toSorted((a, b) => Number(a.matters === 'must') - Number(b.matters === 'must'))
}

/** How far they are met: nothing where one that must be is missed, unless `isLenient`. */
function shareOf(wishes: ReturnType<typeof wishesOf>, isLenient = false) {
  const missed = wishes.some(({ matters, isMissed, isMet }) => matters === 'must' && isMissed && !isMet)
  if (missed && !isLenient) return 0
  const all = wishes.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 1 : wishes.reduce((sum, { share, weight }) => sum + share * weight, 0) / all
}

/** Somebody as others see them: a wish that is private is as if it were not there. */
function shown(one: Row): Row {
  const isHidden = (name: string) => one.partnerWishesPrivate || (!one.showsFaith && /Religion|Practice/.test(name))
  return { ...one, ...Object.fromEntries(wishInputs.filter(isHidden).map((name) => [name, null])) }
}

/** Behind the others of their part: nobody has confirmed it for 45 days. */
const isStale = ({ confirmedAt }: Row) => !confirmedAt || dayOf(confirmedAt) < dayOf(daysBefore(now, 45))

/** The step somebody is on and how both fit, for everybody of whom that is told. */
function expectedFor(seeker: Person) {
  const me = everybody.find(({ id }) => id === seeker.id)!
  return everybody
    .filter((one) => one.published && one.gender !== me.gender)
    .map((one) => {
      const wishes = wishesOf(me, one)
      const [mine, theirs] = [shareOf(wishes, true), shareOf(wishesOf(shown(one), me))]
      const step = wishes.findLastIndex(({ isMet }) => !isMet) + 1
      const fit = mine + theirs === 0 ? 0 : (2 * mine * theirs) / (mine + theirs)
      return {
        number: one.number,
        step,
        fit,
        isClosed: one.contactFor === 'nobody',
        isBehind: one.contactFor === 'nobody' || isStale(one),
        isOutOfAge: wishes.find(({ name }) => name === 'partnerAge')?.share === 0,
      }
    })
    .filter(({ isOutOfAge }) => !isOutOfAge)
}

/** They stand before everybody else who meets all wishes (drawing 14). */
const bothWaysOf = (exact: ReturnType<typeof expectedFor>) =>
  exact.filter(({ fit, isClosed }) => fit === 1 && !isClosed).length

test('W4: who meets all wishes comes first, who fits best before the others; pages are parts of one list', {
  tags: 'trial',
}, async () => {
  for (const seeker of [usual, ranged]) await expectBest(seeker)
})

async function expectBest(seeker: Person) {
  const expected = expectedFor(seeker).filter(({ step }) => step === 0)
  expect(expected.length).toBeGreaterThan(50)
  const found = await ladderFor(seeker)
  expect(found.map(({ bioDataId }) => bioDataId).sort()).toEqual(expected.map(({ number }) => number).sort())
  const known = new Map(expected.map((one) => [one.number, one]))
  let before = { fit: 1, isBehind: false }
  for (const { bioDataId, part, missed, fit } of found) {
    const now = known.get(bioDataId)!
    // People who take no requests, or were not heard of lately, come after the others. Shares are told in ten thousandths.
    if (now.isBehind === before.isBehind) expect(now.fit).toBeLessThanOrEqual(before.fit + 1 / 5_000)
    else expect(now.isBehind).toBe(true)
    before = now
    expect(part).toEqual({ mayMiss: [], people: expected.length, bothWays: bothWaysOf(expected) })
    expect(missed).toEqual([])
    expect(fit.yours).toEqual({ met: 3, of: 3 })
  }
  expect(found[0]!.fit.word).toBe('strong')
  expect(await ladderFor(seeker, '', 7)).toEqual(found)
}

test('W4: where few meet all wishes others follow, step by step, each with what they miss, as far as the seeker wants them first', {
  tags: 'trial',
}, async () => {
  for (const [place, seeker] of rare.entries()) {
    const expected = expectedFor(seeker)
    const onStep = (step: number) => expected.filter((one) => one.step === step)
    const exact = onStep(0).length
    // A step is taken while those before it are fewer than twelve.
    const steps: number[] = []
    let many = exact
    for (const step of [1, 2, 3]) {
      if (many >= 12) break
      steps.push(step)
      many += onStep(step).length
    }
    expect(steps).toHaveLength(place + 1)
    for (const limit of [100, 1]) {
      const found = await ladderFor(seeker, '', limit)
      expect(found).toHaveLength(many)
      for (const step of [0, ...steps]) {
        const here = found.filter(({ part }) => part.mayMiss.length === step)
        expect(here.map(({ bioDataId }) => bioDataId).sort()).toEqual(
          onStep(step)
            .map(({ number }) => number)
            .sort(),
        )
        for (const { part, missed } of here) {
          const bothWays = step === 0 ? bothWaysOf(onStep(0)) : undefined
          expect(part).toEqual({ mayMiss: ladder.slice(0, step), people: onStep(step).length, bothWays })
          for (const { name } of missed) expect(part.mayMiss).toContain(name)
        }
      }
      const order = found.map(({ part }) => part.mayMiss.length)
      expect(order).toEqual(order.toSorted((one, other) => one - other))
    }
    expect(await ladderFor(seeker, '&steps=0')).toHaveLength(exact)
    expect(await ladderFor(seeker, '&steps=1')).toHaveLength(exact + onStep(1).length)
  }
})

test('W2 W4: what does not count may be missed from the start, what must be is missed last, and each step says so', async () => {
  const expected = expectedFor(choosy)
  const near = ['partnerDivision', 'partnerEducation', 'partnerDistrict', 'partnerChildren', 'partnerAge']
  const steps = [...near, 'partnerHeight', 'partnerReligion']
  const people = steps.map((_, step) => expected.filter((one) => one.step === step).length)
  people.push(expected.filter((one) => one.step === steps.length).length)
  const found = await ladderFor(choosy)
  const taken = people.findIndex((_, step) => people.slice(0, step + 1).reduce((sum, n) => sum + n, 0) >= 12)
  expect(taken).toBeGreaterThan(1)
  expect(new Set(found.map(({ bioDataId }) => bioDataId))).toEqual(
    new Set(expected.filter(({ step }) => step <= taken).map(({ number }) => number)),
  )
  const known = new Map(expected.map((one) => [one.number, one]))
  let before = { step: 0, fit: 1, isBehind: false }
  for (const { bioDataId, part, missed, fit } of found) {
    const step = part.mayMiss.length
    const bothWays = step === 0 ? bothWaysOf(expected.filter((one) => one.step === 0)) : undefined
    expect(part).toEqual({ mayMiss: steps.slice(0, step), people: people[step], bothWays })
    for (const { name } of missed) expect(part.mayMiss).toContain(name)
    expect(fit.yours.of).toBe(steps.length)
    const now = { ...known.get(bioDataId)!, step }
    expect(step).toBeGreaterThanOrEqual(before.step)
    const isBeside = step === before.step && now.isBehind === before.isBehind
    if (isBeside) expect(now.fit).toBeLessThanOrEqual(before.fit + 1 / 5_000)
    else if (step === before.step) expect(now.isBehind).toBe(true)
    before = now
  }
  // With fewer steps each card names the next.
  const [first] = await ladderFor(choosy, `&steps=${taken - 1}`)
  expect(first!.part.further).toEqual(steps.slice(0, taken))
  expect(found[0]!.part).not.toHaveProperty('further')
})

test('W4: people whom a member does not want first stand among everybody else in that member’s lists alone, until wanted first again or no longer missed', async () => {
  const seeker = rare[1]!
  const remember = (steps: number) => world.call('PATCH', '/api/me/steps', seeker, { steps })
  const whole = await ladderFor(seeker)
  const others = await ladderFor(rare[0]!)
  const [first] = await ladderFor(seeker, '&steps=1')
  expect(first!.part.further).toEqual(['partnerWeight', 'partnerHeight'])
  expect((await remember(1)).body).toEqual({ modifiedCount: 1 })
  const left = await ladderFor(seeker)
  expect(left).toEqual(await ladderFor(seeker, '&steps=1'))
  expect(left.length).toBeLessThan(whole.length)
  // An address that says how far it goes is what it was, and another member sees what they saw.
  expect(await ladderFor(seeker, '&steps=3')).toEqual(whole)
  expect(await ladderFor(rare[0]!)).toEqual(others)
  // A look at lists does not undo it.
  await world.call('POST', '/api/me/new-people/seen', seeker)
  expect(await ladderFor(seeker)).toEqual(left)
  // It is the height that may not be missed, whatever stands before it on the ladder.
  const matter = (matters: object) =>
    world.db.updateTable('biodata').set(matters).where('id', '=', seeker.id).executeTakeFirst()
  await matter({ partnerWeightMatters: 'any' })
  for (const { part } of await ladderFor(seeker)) expect(part.mayMiss).toEqual([])
  await matter({ partnerWeightMatters: null, partnerHeightMatters: 'any' })
  for (const { part } of await ladderFor(seeker)) expect(part).not.toHaveProperty('further')
  await matter({ partnerHeightMatters: null })
  await remember(3)
  expect(await ladderFor(seeker)).toEqual(whole)
  const none = await world.signUp('no-ladder@best.example')
  expect((await world.call('PATCH', '/api/me/steps', none, { steps: 0 })).body).toEqual({ modifiedCount: 0 })
})

test('W4: by how much a wish is missed is counted from what still meets it', async () => {
  for (const { bioDataId, missed } of await ladderFor(rare[1]!, '&steps=1')) {
    const { weight } = everybody.find(({ number }) => number === bioDataId)!
    // The wish of 40 kg means up to 50.
    expect(missed).toEqual(weight > 50 ? [{ name: 'partnerWeight', value: weight, off: weight - 50 }] : [])
  }
})

test('W4 W5: what is sought holds in every part of the list', async () => {
  const found = await ladderFor(rare[1]!, '&religion=Islam&minAge=38')
  const numbers = new Set(
    everybody.filter((one) => one.religion === 'Islam' && ageOn(one.birth, today) >= 38).map(({ number }) => number),
  )
  expect(found.length).toBeGreaterThan(0)
  for (const { bioDataId } of found) expect(numbers).toContain(bioDataId)
})

test('W4 SPEC-N4 SPEC-N7: everybody else of both genders follows, the newest first, until all are shown, and the total is everybody’s', {
  tags: 'trial',
}, async () => {
  const published = everybody.filter((one) => one.published)
  for (const [seeker, address] of [
    [usual, ''],
    [rare[1]!, ''],
    [rare[1]!, '&steps=0'],
  ] as const) {
    const ladder = await ladderFor(seeker, address)
    const { list, total } = await listFor(seeker, address)
    expect(total).toBe(published.length)
    expect(list.slice(0, ladder.length)).toEqual(ladder)
    const onLadder = new Set(ladder.map(({ bioDataId }) => bioDataId))
    const others = published.filter(({ number }) => !onLadder.has(number)).toSorted((a, b) => b.number - a.number)
    const rest = list.slice(ladder.length)
    expect(rest.map(({ bioDataId }) => bioDataId)).toEqual(others.map(({ number }) => number))
    expect(new Set(rest.map(({ gander }) => gander))).toEqual(new Set(['Female', 'Male']))
    for (const { part, missed } of rest) {
      expect(part).toMatchObject({ mayMiss: [], isRest: true })
      expect(missed).toBeUndefined()
    }
  }
})

test('W4 W5: everybody else is found where nearly all who are sought were on the ladder, a few at a time too', {
  tags: 'trial',
}, async () => {
  const sought = '&gander=Female&minAge=21&maxAge=27&minHeight=59&maxHeight=65&minWeight=40&maxWeight=60'
  const matching = everybody.filter((one) => {
    const age = ageOn(one.birth, today)
    const isOfSize = one.height >= 59 && one.height <= 65 && one.weight >= 40 && one.weight <= 60
    return one.published && one.gender === 'Female' && age >= 21 && age <= 27 && isOfSize
  })
  const ladder = await ladderFor(usual, sought)
  expect(ladder.length).toBe(matching.length)
  const beside = `${sought}&maxAge=28`.replace('&maxAge=27', '')
  for (const limit of [100, 7]) {
    const { list, total } = await listFor(usual, beside, limit)
    expect(total).toBe(list.length)
    expect(list.length).toBeGreaterThan(matching.length)
    for (const { part, age } of list) expect(age === 28).toBe(part.isRest === true)
  }
})

test('W4 R4: nobody is in it who is found by no list: hidden or blocked', { tags: 'trial' }, async () => {
  const [first, second] = (await ladderFor(usual)) as [Listed, Listed]
  await sql`update biodata set unpublished = true where id = ${first._id}`.execute(world.db)
  await sql`insert into blocks (blocker_id, blocked_id) values (${second._id}, ${usual.id})`.execute(world.db)
  const left = (await listFor(usual)).list.map(({ bioDataId }) => bioDataId)
  expect(left.length).toBeGreaterThan(0)
  expect(left).not.toContain(first.bioDataId)
  expect(left).not.toContain(second.bioDataId)
  await sql`update biodata set unpublished = false where id = ${first._id}`.execute(world.db)
  await sql`delete from blocks where blocked_id = ${usual.id}`.execute(world.db)
})

test('W4 S3-12: puts people who take no requests behind the others of their step, on every page', async () => {
  const set = (contactFor: 'nobody' | 'checked', numbers: number[]) =>
    world.db.updateTable('biodata').set({ contactFor }).where('number', 'in', numbers).execute()
  const closedBefore = everybody.filter(({ contactFor }) => contactFor === 'nobody').map(({ number }) => number)
  expect(closedBefore.length).toBeGreaterThan(0)
  await set('checked', closedBefore)
  // They would stand behind the others too.
  await world.db.updateTable('biodata').set({ confirmedAt: now }).execute()
  for (const seeker of [usual, rare[2]!]) {
    const before = await ladderFor(seeker)
    const closed = [before[0]!.bioDataId, before[Math.floor(before.length / 2)]!.bioDataId]
    await set('nobody', closed)
    const after = await ladderFor(seeker)
    const stepOf = ({ part }: Listed) => part.mayMiss.length
    const isClosed = ({ bioDataId }: Listed) => Number(closed.includes(bioDataId))
    const expected = before.toSorted((a, b) => stepOf(a) - stepOf(b) || isClosed(a) - isClosed(b))
    expect(numbersOf(after)).toEqual(numbersOf(expected))
    expect(numbersOf(after.filter((card) => 'isClosed' in card)).sort()).toEqual(closed.sort())
    expect(await ladderFor(seeker, '', 40)).toEqual(after)
    await set('checked', closed)
  }
  await set('nobody', closedBefore)
  for (const { id, confirmedAt } of everybody.filter(isStale))
    await world.db.updateTable('biodata').set({ confirmedAt }).where('id', '=', id).execute()
})

test('T1 W4: puts people who were not heard of for 45 days behind the others of their step, on every page, unless nobody is asked', async () => {
  const app = await buildApp({
    config: testConfig({ confirmEveryDays: undefined }),
    db: world.db,
    clock: () => now,
    logLevel: 'silent',
  })
  const numbersIn = async (server: typeof app, address: string) => {
    const { body } = await server.inject({ url: `/api/bioData-find?${address}`, headers: { cookie: usual.cookie } })
    return (JSON.parse(body) as Listed[]).map(({ bioDataId }) => bioDataId)
  }
  const heard = new Set(everybody.filter((one) => !isStale(one)).map(({ number }) => number))
  const first = (await ladderFor(usual)).filter(({ part }) => part.mayMiss.length === 0)
  const places = numbersOf(first).map((number) => heard.has(number))
  expect(new Set(places).size).toBe(2)
  const open = new Set(everybody.filter(({ contactFor }) => contactFor !== 'nobody').map(({ number }) => number))
  const isFirst = numbersOf(first).map((number) => heard.has(number) && open.has(number))
  expect(isFirst).toEqual(isFirst.toSorted((a, b) => Number(b) - Number(a)))
  const off = await numbersIn(app, 'order=best&limit=40')
  expect(off.slice(0, 20).some((number) => !heard.has(number))).toBe(true)
  // An order by what it says is that order.
  const newest = await numbersIn(world.app, 'order=newest&limit=40')
  expect(newest).toEqual(newest.toSorted((a, b) => b - a))
  expect(newest.some((number) => !heard.has(number))).toBe(true)
  await app.close()
})

test('D4 S2-19: offers the next best matches after the one shown, then the first; of one’s own gender the nearest', async () => {
  const numbersBeside = async ({ _id }: { _id: string }, by: Person) => {
    const { status, body } = await world.call('GET', `/api/bioData/${_id}/similar`, by)
    expect(status).toBe(200)
    return body.map(({ bioDataId }: Listed) => bioDataId)
  }
  for (const seeker of [usual, rare[2]!]) {
    const list = await ladderFor(seeker)
    const numbers = list.map(({ bioDataId }) => bioDataId)
    for (const place of [0, 1, numbers.length - 4]) {
      expect(await numbersBeside(list[place]!, seeker)).toEqual(numbers.slice(place + 1, place + 4))
    }
    expect(await numbersBeside(list.at(-1)!, seeker)).toEqual(numbers.slice(0, 3))
    expect(await numbersBeside(list.at(-2)!, seeker)).toEqual([numbers.at(-1), ...numbers.slice(0, 2)])
  }
  const man = everybody.find((one) => one.published && one.gender === 'Male' && one.number > 100)!
  const men = everybody.filter((one) => one.published && one.gender === 'Male' && one.number > man.number)
  const nearest = men.map(({ number }) => number).toSorted((one, other) => one - other)
  expect(await numbersBeside({ _id: man.id }, usual)).toEqual(nearest.slice(0, 3))
})

test('R2 SPEC-N1: a profile opens without the people beside it once lists have no room', async () => {
  const [{ _id }] = (await ladderFor(usual)) as [Listed]
  await sql`insert into card_views (viewer_id, at, shown)
    select ${usual.id}, ${now}, array_agg(n) from generate_series(1000001, 1002000) n`.execute(world.db)
  expect((await world.call('GET', `/api/bioData/${_id}/similar`, usual)).body).toEqual([])
  expect((await world.call('GET', `/api/bioData/${_id}`, usual)).status).toBe(200)
  await world.db.deleteFrom('cardViews').execute()
})

test('W4: a member who has no biodata, or looks for people of their own gender, sees the newest of those heard of lately, then the newest of the others', async () => {
  const none = await world.signUp('none@best.example')
  const best = await world.call('GET', '/api/bioData-find?limit=5&order=best', none)
  const usualOrder = (men = false) =>
    everybody
      .filter((one) => one.published && (!men || one.gender === 'Male'))
      .toSorted((a, b) => Number(isStale(a)) - Number(isStale(b)) || b.number - a.number)
      .map(({ number }) => number)
  expect(numbersOf(best.body)).toEqual(usualOrder().slice(0, 5))
  const { list, total } = await listFor(none)
  expect(numbersOf(list)).toEqual(usualOrder())
  expect(total).toBe(list.length)
  expect(best.body[0]).toMatchObject({ fit: null })
  expect(best.body[0]).not.toHaveProperty('part')
  const men = await world.call('GET', '/api/bioData-find?limit=5&order=best&gander=Male', usual)
  expect(numbersOf(men.body)).toEqual(usualOrder(true).slice(0, 5))
  expect(men.body[0]).not.toHaveProperty('fit')
})

test('V4: counts the people who meet all wishes of the caller, and no others; a limit of lists is no reason to refuse', async () => {
  const countOf = async (by: Person) => (await world.call('GET', '/api/me/matches', by)).body.people
  for (const seeker of [usual, ranged, choosy]) {
    const [first] = (await world.call('GET', '/api/bioData-find?limit=1&order=best&steps=0', seeker)).body
    expect(first.part.people).toBeGreaterThan(0)
    expect(await countOf(seeker)).toBe(first.part.people)
  }
  expect(await countOf(await world.signUp('no-matches@best.example'))).toBe(null)
  const reader = await seekerWith('reader', { age: 24, inches: 62, kilograms: 50 })
  expect(await countOf(reader)).toBeGreaterThan(0)
  await sql`insert into card_views (viewer_id, at, shown)
    select ${reader.id}, ${now}, array_agg(n) from generate_series(1, 2000) n`.execute(world.db)
  expect(await countOf(await seekerWith('other-reader', { age: 24, inches: 62, kilograms: 50 }))).toBeGreaterThan(0)
  // The same question is no other one; another is too much for now.
  await world.publish(reader, { gander: 'Male', birth: '1998-03-01', partnerAge: 25 })
  expect(await countOf(reader)).toBe(null)
})

test('E7 V4: counts who meets wishes as they are typed, like saved ones; a range without both ends is no wish', async () => {
  const countOf = async (by: Person) => (await world.call('GET', '/api/me/matches', by)).body.people
  const typed = async (by: Person, search: string) =>
    world.call('GET', `/api/me/matches/typed?gander=Male&${search}`, by)
  const member = await world.signUp('typing@best.example')
  const body = 'partnerHeightFrom=59&partnerHeightTo=65&partnerWeightFrom=40&partnerWeightTo=60'
  const asRanged = `partnerAgeFrom=19&partnerAgeTo=24&${body}`
  for (const by of [member, ranged]) expect((await typed(by, asRanged)).body).toEqual({ people: await countOf(ranged) })
  const asChoosy = new URLSearchParams([
    ...Object.entries({ partnerAgeFrom: '22', partnerAgeTo: '25', partnerHeightFrom: '59', partnerHeightTo: '65' }),
    ...['Khulna', 'Barisal'].map((option) => ['partnerDivision', option]),
    ...['Bachelor', 'Master'].map((option) => ['partnerEducation', option]),
    ...['Khulna', 'Bhola', 'Sirajganj'].map((option) => ['partnerDistrict', option]),
    ...Object.entries({ partnerReligion: 'Hinduism', partnerOccupation: 'Doctor', partnerChildren: 'None' }),
    ...Object.entries({ partnerReligionMatters: 'must', partnerOccupationMatters: 'any' }),
  ])
  expect((await typed(member, String(asChoosy))).body.people).toBe(await countOf(choosy))
  // Half of a range, and one that does not matter.
  const wider = await typed(member, `partnerAgeFrom=19&${body}`)
  expect(wider.body.people).toBeGreaterThan(await countOf(ranged))
  expect((await typed(member, `partnerAgeFrom=19&partnerAgeTo=24&partnerAgeMatters=any&${body}`)).body).toEqual(
    wider.body,
  )
  expect((await typed(member, 'partnerAgeFrom=18&partnerAgeTo=99')).body).toEqual({ people: 1_000, isAtLeast: true })
  expect((await typed(member, 'partnerAgeFrom=30&partnerAgeTo=20')).body).toEqual({ people: 0 })
  expect((await typed(member, 'partnerDivision=Nowhere')).status).toBe(422)
})

test('E7: counts the people who meet the must-haves alone, where other wishes would only be nice', async () => {
  const member = await world.signUp('musts@best.example')
  const typed = async (search: string) =>
    (await world.call('GET', `/api/me/matches/typed?gander=Male&${search}`, member)).body
  const age = 'partnerAgeFrom=19&partnerAgeTo=24'
  const height = 'partnerHeightFrom=59&partnerHeightTo=65'
  const body = await typed(`${age}&${height}&partnerHeightMatters=must`)
  expect(body.mustHaves).toEqual(await typed(height))
  expect({ people: body.people }).toEqual(await typed(`${age}&${height}`))
  expect(body.mustHaves.people).toBeGreaterThan(body.people)
  for (const all of [
    'partnerAgeMatters=must&partnerHeightMatters=must',
    'partnerAgeMatters=any&partnerHeightMatters=must',
  ])
    expect(await typed(`${age}&${height}&${all}`)).not.toHaveProperty('mustHaves')
})

test('E7 R2: counts of typed wishes stop at the limit of lists, and each question counts once', async () => {
  const member = await world.signUp('typing-much@best.example')
  const typed = async (age: number) =>
    (await world.call('GET', `/api/me/matches/typed?gander=Male&partnerAgeFrom=19&partnerAgeTo=${age}`, member)).body
  await sql`insert into card_views (viewer_id, at, shown)
    select ${member.id}, ${now}, array_agg(n) from generate_series(1, 1999) n`.execute(world.db)
  const first = await typed(24)
  expect(first.people).toBeGreaterThan(0)
  expect(await typed(25)).toBe(null)
  expect(await typed(24)).toEqual(first)
  expect((await world.call('GET', '/api/me/matches/typed?gander=Male')).status).toBe(401)
})

test('W4 G7: a member reads the wishes that the order goes by, and nobody else’s', async () => {
  const wishesOf = async (by: Person) => (await world.call('GET', '/api/me/wishes', by)).body
  expect(await wishesOf(ranged)).toEqual({
    gander: 'Male',
    wishes: [
      { name: 'partnerAge', from: 19, to: 24 },
      { name: 'partnerHeight', from: 59, to: 65 },
      { name: 'partnerWeight', from: 40, to: 60 },
    ],
  })
  const { wishes } = await wishesOf(choosy)
  expect(wishes.map(({ name }: { name: string }) => name)).not.toContain('partnerWeight')
  expect(wishes).toContainEqual({ name: 'partnerReligion', wished: ['Hinduism'] })
  expect(await wishesOf(await world.signUp('no-wishes@best.example'))).toBe(null)
})

test('W4: an order that does not exist, steps that do not and a cursor of another list are refused', async () => {
  for (const [address, field] of [
    ['order=cheapest', 'order'],
    ['order=best&steps=12', 'steps'],
    [`order=best&after=${cursorOf('/bioData-find', 12)}`, 'after'],
    [`order=best&after=${cursorOf('/bioData-find', 0, -2147483648, 1, 1)}`, 'after'],
    [`order=best&after=${cursorOf('/bioData-find', 12, 1, 1, 1)}`, 'after'],
    [`order=best&after=${cursorOf('/bioData-find', 12, 1)}`, 'after'],
    [`order=best&after=${cursorOf('/bioData-find', -2, 1)}`, 'after'],
  ] as const) {
    const { status, body } = await world.call('GET', `/api/bioData-find?${address}`, usual)
    expect([status, body.errors?.[0]?.field], address).toEqual([422, field])
  }
})

test('W4: nobody is among the first ten of more than one in twenty of those who search', {
  tags: 'trial',
}, async () => {
  const { pick } = dice(11)
  const times = new Map<number, number>()
  const seekers = new Set(
    // Of fewer the luck of the draw is as large as what is measured.
    Array.from({ length: 500 }, () => pick(everybody.filter(({ gender }) => gender === 'Male')).id),
  )
  const list = {
    sought: {},
    today,
    limit: 10,
    excluded: [],
    steps: wishNames.length,
    staleBefore: dayOf(daysBefore(now, 45)),
  }
  for (const id of seekers)
    for (const { card } of await bestCards(world.db, id, (await findSeeker(world.db, id))!, list))
      times.set(card.number, (times.get(card.number) ?? 0) + 1)
  expect(Math.max(...times.values())).toBeLessThanOrEqual(seekers.size / 20)
})
