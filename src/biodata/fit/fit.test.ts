import { afterAll, expect, test } from 'vitest'
import { dice } from '#test/day.ts'
import { type Person, testWorld } from '#test/world.server.ts'
import { fitOf } from './queries.server.ts'

const today = '2026-11-20'
const world = await testWorld({ clock: () => new Date(`${today}T12:00:00+06:00`) })
afterAll(() => world.close())

const { pick } = dice(20261122)
const numbers = (from: number, to: number, step = 1) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step)

interface Facts {
  gender: 'Male' | 'Female'
  birth: string
  inches: number
  kilograms: number
  wishes: { age: number; inches: number; kilograms: number }
}
type Somebody = Facts & Person & { number: number }

const onTheWire = ({ gender, birth, inches, kilograms, wishes }: Facts) => ({
  gander: gender,
  birth,
  feet: 5,
  inch: inches - 60,
  weight: `${kilograms}kg`,
  partnerAge: wishes.age,
  PartnerFeet: 5,
  PartnerInch: wishes.inches - 60,
  partnerWeight: `${wishes.kilograms}kg`,
})
const anybody = (gender: Facts['gender']): Facts => ({
  gender,
  birth: `${pick(numbers(1988, 2004))}-${pick(['02-28', '11-19', '11-20', '11-21', '12-31'])}`,
  inches: pick(numbers(61, 72)),
  kilograms: pick(numbers(40, 85, 5)),
  wishes: { age: pick(numbers(18, 40)), inches: pick(numbers(61, 72)), kilograms: pick(numbers(40, 85, 5)) },
})

let arrived = 0
async function arrive(facts: Facts): Promise<Somebody> {
  const person = await world.signUp(`fit${arrived++}@example.org`)
  return { ...facts, ...person, number: await world.publish(person, onTheWire(facts)) }
}
const men: Somebody[] = []
const women: Somebody[] = []
for (let n = 0; n < 15; n++) {
  men.push(await arrive(anybody('Male')))
  women.push(await arrive(anybody('Female')))
}

/** Birthdays counted one by one. */
function ageOf({ birth }: Facts) {
  const [year, rest] = [Number(birth.slice(0, 4)), birth.slice(4)]
  let age = -1
  while (`${year + age + 1}${rest}` <= today) age++
  return age
}

/** The rule of docs/fit.md, written the slow way. */
function expectedOf(me: Facts, them: Facts) {
  const direction = (wisher: Facts, other: Facts) => {
    const rows = [
      { name: 'partnerAge', off: Math.abs(ageOf(other) - wisher.wishes.age), tolerance: 3, weight: 4 },
      { name: 'partnerHeight', off: Math.abs(other.inches - wisher.wishes.inches), tolerance: 3, weight: 2 },
      { name: 'partnerWeight', off: Math.abs(other.kilograms - wisher.wishes.kilograms), tolerance: 10, weight: 1 },
    ]
    let points = 0
    const verdicts = rows.map(({ off, tolerance, weight }) => {
      if (off <= tolerance) points += weight
      else if (off < 2 * tolerance) points += weight * (1 - (off - tolerance) / tolerance)
      return off <= tolerance ? 'meets' : off < 2 * tolerance ? 'close' : 'outside'
    })
    return { points, verdicts, met: { met: verdicts.filter((verdict) => verdict === 'meets').length, of: 3 } }
  }
  const [mine, theirs] = [direction(me, them), direction(them, me)]
  const fit =
    mine.points + theirs.points === 0 ? 0 : (2 * mine.points * theirs.points) / (mine.points + theirs.points) / 7
  return {
    word: fit >= 0.75 ? 'strong' : fit >= 0.6 ? 'good' : 'partly',
    yours: mine.met,
    theirs: theirs.met,
    wishes: ['partnerAge', 'partnerHeight', 'partnerWeight'].map((name, place) => ({
      name,
      yours: mine.verdicts[place],
      theirs: theirs.verdicts[place],
    })),
  }
}

test('W3: of two hundred pairs lists, profile and checkout say what the rule says, wish by wish and both ways', async () => {
  const words = new Map<string, number>()
  for (const me of men) {
    const { body: found } = await world.call('GET', '/api/bioData-find?limit=100', me)
    const listed = new Map<string, object>(found.map(({ _id, fit }: { _id: string; fit: object }) => [_id, fit]))
    for (const man of men) expect(listed.get(man.id)).toBeUndefined()
    for (const them of women) {
      const expected = expectedOf(me, them)
      words.set(expected.word, (words.get(expected.word) ?? 0) + 1)
      const { body: profile } = await world.call('GET', `/api/bioData/${them.id}`, me)
      const verdicts = profile.fit.wishes.map(
        ({ name, yours, theirs }: { name: string; yours: { verdict: string }; theirs: { verdict: string } }) => ({
          name,
          yours: yours.verdict,
          theirs: theirs.verdict,
        }),
      )
      expect({ ...profile.fit, wishes: verdicts }).toEqual(expected)
      const { body: card } = await world.call('GET', `/api/bioData-card/${them.number}`, me)
      expect(card.fit).toEqual(expected)
      const { wishes: _, ...summary } = expected
      expect(listed.get(them.id)).toEqual(summary)
    }
  }
  // Each word has been seen, or the comparison would show little.
  expect([...words.keys()].sort()).toEqual(['good', 'partly', 'strong'])
})

test('W3: both sides of a pair are told the same, each from their own side', async () => {
  for (const me of men)
    for (const them of women) {
      const [seen, back] = await Promise.all(
        [
          [me, them],
          [them, me],
        ].map(async ([one, other]) => (await fitOf(world.db, one!.id, other!.id, today))!),
      )
      expect({ ...back, yours: back!.theirs, theirs: back!.yours }).toEqual({
        ...seen,
        wishes: seen!.wishes.map(({ name, yours, theirs }) => ({ name, yours: theirs, theirs: yours })),
      })
    }
})

test('W3: whoever comes nearer to a wish never fits less, and nobody fits more than wholly', async () => {
  const order = ['partly', 'good', 'strong']
  const me = await arrive({ ...anybody('Male'), wishes: { age: 30, inches: 66, kilograms: 60 } })
  const wish = { age: ageOf(me), inches: me.inches, kilograms: me.kilograms }
  const them = await arrive({ gender: 'Female', birth: '1986-11-20', inches: 72, kilograms: 85, wishes: wish })
  let before = -1
  for (const far of numbers(0, 10)) {
    const nearer = { birth: `${1986 + far}-11-20`, inches: 72 - Math.min(far, 6), kilograms: 85 - 5 * Math.min(far, 5) }
    await world.publish(them, onTheWire({ ...them, ...nearer }))
    const fit = (await fitOf(world.db, me.id, them.id, today))!
    expect(order.indexOf(fit.word)).toBeGreaterThanOrEqual(before)
    before = order.indexOf(fit.word)
    expect(fit.yours.met).toBeLessThanOrEqual(fit.yours.of)
  }
  expect(before).toBe(order.indexOf('strong'))
})

test('W3: a profile quotes what is compared, and no age at which nobody may be looked for', async () => {
  const me = await arrive({ ...anybody('Male'), birth: '1996-11-20', wishes: { age: 19, inches: 66, kilograms: 55 } })
  const { body } = await world.call('GET', `/api/bioData/${women[0]!.id}`, me)
  expect(body.fit.wishes[0].yours).toMatchObject({ from: 18, to: 22, value: ageOf(women[0]!) })
  expect(body.fit.wishes[1].yours).toMatchObject({ from: 63, to: 69, value: women[0]!.inches })
  expect(body.fit.wishes[2].theirs).toMatchObject({ value: me.kilograms })
})

test('W3 B5: visitors, people of the same gender and whoever has no biodata are compared with nobody, and the checkout quotes no wish', async () => {
  const none = await world.signUp('fit-none@example.org')
  const them = women[0]!
  expect((await world.call('GET', '/api/bioData-filter?gander=Female')).text).not.toContain('"fit"')
  expect((await world.call('GET', `/api/bioData/${them.id}`, none)).body.fit).toBeNull()
  expect((await world.call('GET', `/api/bioData-card/${them.number}`, none)).body.fit).toBeNull()
  expect((await world.call('GET', `/api/bioData/${them.id}`, women[1])).body).not.toHaveProperty('fit')
  expect((await world.call('GET', `/api/bioData/${them.id}`, them)).body).not.toHaveProperty('fit')
  const { text } = await world.call('GET', `/api/bioData-card/${them.number}`, men[0])
  expect(text).toContain('"fit"')
  expect(text).not.toMatch(/"from"|"to"|"value"/)
})
