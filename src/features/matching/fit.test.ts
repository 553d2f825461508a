import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { dice } from '#tests/day.ts'
import { type Person, testWorld } from '#tests/world.server.ts'
import { fitOf, unquoted } from './index.server.ts'

const today = '2026-11-20'
const world = await testWorld({ clock: () => new Date(`${today}T12:00:00+06:00`) })
afterAll(() => world.close())

const { pick } = dice(20261122)
const numbers = (from: number, to: number, step = 1) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step)

/** Options as the form has them, and what a wish for them counts. */
const sets = {
  Division: { fact: 'perDivision', options: ['Dhaka', 'Sylhet', 'Khulna'], weight: 2 },
  // All of Khulna, and one called like it.
  District: { fact: 'district', options: ['Jashore', 'Khulna', 'Satkhira'], weight: 3 },
  Occupation: { fact: 'occupation', options: ['Teacher', 'Doctor', 'Job'], weight: 2 },
  MaritalStatus: { fact: 'maritalStatus', options: ['Never married', 'Divorced', 'Widowed'], weight: 3 },
  Children: { fact: 'children', options: ['None', 'One', 'Three or more'], weight: 3 },
  Education: { fact: 'education', options: ['HSC', 'Bachelor', 'Master'], weight: 2 },
  Religion: { fact: 'religion', options: ['Islam', 'Hinduism', 'Other'], weight: 4 },
  Practice: { fact: 'practice', options: ['Devout', 'Regular', 'At times'], weight: 2 },
}
type SetName = keyof typeof sets
const setNames = Object.keys(sets) as SetName[]

interface Facts {
  gender: 'Male' | 'Female'
  birth: string
  inches: number
  kilograms: number
  /** What of `sets` is stated. */
  says: Partial<Record<SetName, string>>
  /** The specification's numbers, and what stands beside them on the wire. */
  wishes: { age: number; inches: number; kilograms: number }
  more: Record<string, string | number | string[] | boolean>
}
type Somebody = Facts & Person & { number: number }

const onTheWire = ({ gender, birth, inches, kilograms, says, wishes, more }: Facts) => ({
  gander: gender,
  birth,
  feet: 5,
  inch: inches - 60,
  weight: `${kilograms}kg`,
  partnerAge: wishes.age,
  PartnerFeet: 5,
  PartnerInch: wishes.inches - 60,
  partnerWeight: `${wishes.kilograms}kg`,
  ...Object.fromEntries(setNames.flatMap((name) => (says[name] ? [[sets[name].fact, says[name]]] : []))),
  ...((says.Religion || says.Practice) && {
    consent: { version: consentVersion, to: ['publish', 'faith'] },
  }),
  ...more,
})

/** Some of the wishes that are no number of the specification, each perhaps with how much it matters. */
function moreWishes() {
  const more: Facts['more'] = {}
  const range = (name: string, from: number, to: number) => {
    if (pick([true, false])) more[`partner${name}From`] = from
    if (pick([true, false])) more[`partner${name}To`] = to
  }
  range('Age', pick(numbers(18, 30)), pick(numbers(30, 45)))
  range('Height', pick(numbers(58, 64)), pick(numbers(64, 72)))
  range('Weight', pick(numbers(40, 55)), pick(numbers(55, 80)))
  for (const name of setNames)
    if (pick([true, false, false])) more[`partner${name}`] = sets[name].options.filter(() => pick([true, false]))
  for (const name of ['Age', 'Height', 'Weight', ...setNames])
    if (pick([true, false, false])) more[`partner${name}Matters`] = pick(['must', 'nice', 'nice', 'any'])
  if (pick([true, false, false])) more.partnerWishesPrivate = true
  return more
}

/** A district lies in its division. */
function atHome() {
  const Division = pick(sets.Division.options)
  return {
    Division,
    ...(Division === 'Khulna' && pick([true, true, false]) && { District: pick(sets.District.options) }),
  }
}
const formatPerhaps = (names: SetName[]) =>
  Object.fromEntries(names.flatMap((name) => (pick([true, false]) ? [[name, pick(sets[name].options)]] : [])))

const anybody = (gender: Facts['gender'], more = moreWishes()): Facts => ({
  gender,
  birth: `${pick(numbers(1988, 2004))}-${pick(['02-28', '11-19', '11-20', '11-21', '12-31'])}`,
  inches: pick(numbers(61, 72)),
  kilograms: pick(numbers(40, 85, 5)),
  says: {
    Occupation: pick(sets.Occupation.options),
    ...atHome(),
    ...formatPerhaps(['MaritalStatus', 'Children', 'Education', 'Religion', 'Practice']),
  },
  wishes: { age: pick(numbers(18, 40)), inches: pick(numbers(61, 72)), kilograms: pick(numbers(40, 85, 5)) },
  more,
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

/** What somebody shows of their wishes: nothing of what is private, nothing of belief without the consent to show their own. */
function shownOf({ says, more, ...facts }: Facts): Facts {
  const isFaith = (name: string) => /^partner(Religion|Practice)/.test(name)
  const shown = Object.entries(more).filter(
    ([name]) => !more.partnerWishesPrivate && (says.Religion || says.Practice || !isFaith(name)),
  )
  return { ...facts, says, more: Object.fromEntries(shown) }
}
const showsAll = (facts: Facts) => Object.keys(shownOf(facts).more).length === Object.keys(facts.more).length

/** The rule of docs/fit.md, written the slow way. */
function expectedOf(me: Facts, them: Facts) {
  const direction = (wisher: Facts, other: Facts) => {
    const matters = (name: string) => wisher.more[`partner${name}Matters`] ?? 'nice'
    const number = (name: string, wanted: number, has: number, tolerance: number, weight: number) => {
      const end = (which: 'From' | 'To') => wisher.more[`partner${name}${which}`] as number | undefined
      const from = Math.min(wanted, end('From') ?? wanted - tolerance)
      const to = Math.max(wanted, end('To') ?? wanted + tolerance)
      const beside = has < from ? from - has : has > to ? has - to : 0
      const verdict = beside === 0 ? 'meets' : beside < tolerance ? 'close' : 'outside'
      return { name, verdict, weight, closeness: Math.max(0, 1 - beside / tolerance), isMissed: beside > 0 }
    }
    const set = (name: SetName) => {
      const wished = (wisher.more[`partner${name}`] ?? []) as string[]
      const says = other.says[name]
      const has = says ?? (name === 'Children' && other.says.MaritalStatus === 'Never married' ? 'None' : undefined)
      const verdict = has === undefined ? 'unstated' : wished.includes(has) ? 'meets' : 'outside'
      const closeness = { unstated: 0.5, meets: 1, outside: 0 }[verdict]
      return { name, verdict, weight: wished.length > 0 ? sets[name].weight : 0, closeness, isMissed: closeness === 0 }
    }
    const rows = [
      number('Age', wisher.wishes.age, ageOf(other), 3, 4),
      number('Height', wisher.wishes.inches, other.inches, 3, 2),
      number('Weight', wisher.wishes.kilograms, other.kilograms, 10, 1),
      ...setNames.map(set),
    ].filter(({ name, weight }) => weight > 0 && matters(name) !== 'any')
    const all = rows.reduce((sum, { weight }) => sum + weight, 0)
    const points = rows.reduce((sum, { weight, closeness }) => sum + weight * closeness, 0)
    const isMissed = rows.some(({ name, isMissed }) => isMissed && matters(name) === 'must')
    return {
      // Told in ten thousandths, rounded down; a fraction that should be whole may lie below it.
      share: isMissed ? 0 : all === 0 ? 10_000 : Math.floor((10_000 * points) / all + 1e-6),
      verdicts: new Map(rows.map(({ name, verdict }) => [`partner${name}`, verdict])),
      met: { met: rows.filter(({ verdict }) => verdict === 'meets').length, of: rows.length },
    }
  }
  const [mine, theirs] = [direction(me, them), direction(shownOf(them), me)]
  const both = mine.share + theirs.share
  const fit = both === 0 ? 0 : (2 * mine.share * theirs.share) / both / 10_000
  return {
    word: fit >= 0.75 ? 'strong' : fit >= 0.6 ? 'good' : 'partly',
    yours: mine.met,
    theirs: theirs.met,
    wishes: ['Age', 'Height', 'Weight', ...setNames].flatMap((wish) => {
      const name = `partner${wish}`
      const [yours, its] = [mine.verdicts.get(name), theirs.verdicts.get(name)]
      return yours || its ? [{ name, ...(yours && { yours }), ...(its && { theirs: its }) }] : []
    }),
  }
}

test('W3: of two hundred pairs lists, profile and checkout say what the rule says, wish by wish and both ways', {
  tags: 'trial',
}, async () => {
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
        ({ name, yours, theirs }: { name: string; yours?: { verdict: string }; theirs?: { verdict: string } }) => ({
          name,
          ...(yours && { yours: yours.verdict }),
          ...(theirs && { theirs: theirs.verdict }),
        }),
      )
      expect({ ...profile.fit, wishes: verdicts }).toEqual(expected)
      const { body: card } = await world.call('GET', `/api/bioData-card/${them.number}`, me)
      expect(card.fit).toEqual(expected)
      const { wishes, ...summary } = expected
      const differs = wishes.filter(({ yours }) => yours === 'close' || yours === 'outside').map(({ name }) => name)
      expect(listed.get(them.id)).toEqual({ ...summary, differs })
    }
  }
  // Each word has been seen, or the comparison would show little.
  expect([...words.keys()].sort()).toEqual(['good', 'partly', 'strong'])
})

test('W3: both sides of a pair who show all their wishes are told the same, each from their own side', async () => {
  const [openMen, openWomen] = [men.filter(showsAll), women.filter(showsAll)]
  expect(openMen.length * openWomen.length).toBeGreaterThan(30)
  for (const me of openMen)
    for (const them of openWomen) {
      const [seen, back] = await Promise.all(
        [
          [me, them],
          [them, me],
        ].map(async ([one, other]) => unquoted((await fitOf(world.db, one!.id, other!.id, today))!)),
      )
      expect({ ...back, yours: back!.theirs, theirs: back!.yours }).toEqual({
        ...seen,
        wishes: seen!.wishes.map(({ name, yours, theirs }) => ({ name, yours: theirs, theirs: yours })),
      })
    }
})

test('W3: a person who comes nearer to a wish never fits less, and nobody fits more than wholly', async () => {
  const order = ['partly', 'good', 'strong']
  const me = await arrive({ ...anybody('Male', {}), wishes: { age: 30, inches: 66, kilograms: 60 } })
  const wish = { age: ageOf(me), inches: me.inches, kilograms: me.kilograms }
  const them = await arrive({ ...anybody('Female', {}), birth: '1986-11-20', inches: 72, kilograms: 85, wishes: wish })
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
  const me = await arrive({
    ...anybody('Male', { partnerDivision: ['Sylhet'] }),
    birth: '1996-11-20',
    wishes: { age: 19, inches: 66, kilograms: 55 },
  })
  const them = await arrive(anybody('Female', {}))
  const { body } = await world.call('GET', `/api/bioData/${them.id}`, me)
  expect(body.fit.wishes[0].yours).toMatchObject({ from: 18, to: 22, value: ageOf(them) })
  expect(body.fit.wishes[1].yours).toMatchObject({ from: 63, to: 69, value: them.inches })
  expect(body.fit.wishes[2].theirs).toMatchObject({ value: me.kilograms })
  expect(body.fit.wishes[3].yours).toMatchObject({ wished: ['Sylhet'], has: them.says.Division })
})

/** What of wishes somebody writes: ranges, choices and how much they matter. */
const more = {
  ...{ partnerAgeFrom: 33, partnerAgeTo: 37, partnerHeightTo: 71, partnerDivision: ['Barisal'] },
  ...{ partnerReligion: ['Hinduism'], partnerReligionMatters: 'must', partnerAgeMatters: 'must' },
}
const answersAbout = async ({ id, number }: Somebody, me: Person) => [
  (await world.call('GET', `/api/bioData/${id}`, me)).text,
  (await world.call('GET', `/api/bioData-card/${number}`, me)).text,
  (await world.call('GET', '/api/bioData-find?order=best&limit=100', me)).text,
  (await world.call('GET', '/api/bioData-find?limit=100', me)).text,
]

test('R9 W3: tells others nothing of private wishes, not even a verdict, and the owner everything', async () => {
  const says = { Division: 'Khulna', Religion: 'Islam' }
  const wishes = { age: 25, inches: 66, kilograms: 60 }
  const secretive = await arrive({ ...anybody('Female', { ...more, partnerWishesPrivate: true }), says, wishes })
  const me = await arrive({ ...anybody('Male', {}), says: { Division: 'Dhaka', Religion: 'Islam' }, wishes })
  const { body: profile } = await world.call('GET', `/api/bioData/${secretive.id}`, me)
  const theirs = new Map(profile.fit.wishes.map((wish: { name: string; theirs?: object }) => [wish.name, wish.theirs]))
  const { age } = secretive.wishes
  // A wish for an age is there, as the specification has it.
  expect(theirs.get('partnerAge')).toMatchObject({ from: Math.max(18, age - 3), to: age + 3 })
  for (const name of ['partnerDivision', 'partnerReligion']) expect(theirs.get(name), name).toBeUndefined()
  expect(profile.fit.theirs.of).toBe(3)
  for (const answer of await answersAbout(secretive, me))
    expect(answer).not.toMatch(/"Barisal"|Hinduism|"must"|Matters|"from":33|partnerWishesPrivate/)
  const { body: own } = await world.call('GET', '/api/viewBioData?email=me', secretive)
  expect(own).toMatchObject({ ...more, partnerWishesPrivate: true })
  // What she sees herself counts them.
  const { body: seen } = await world.call('GET', `/api/bioData/${me.id}`, secretive)
  expect(seen.fit.wishes.find(({ name }: { name: string }) => name === 'partnerReligion')).toMatchObject({
    yours: { verdict: 'outside', wished: ['Hinduism'], has: 'Islam' },
  })
})

test('R9 W3: puts shown wishes on the profile and quotes their ranges and choices', async () => {
  const open = await arrive({ ...anybody('Female', more), says: { Division: 'Khulna', Religion: 'Islam' } })
  const me = await arrive({ ...anybody('Male', {}), says: { Division: 'Dhaka', Religion: 'Islam' } })
  const { body: profile } = await world.call('GET', `/api/bioData/${open.id}`, me)
  expect(profile).toMatchObject(more)
  expect(profile).not.toHaveProperty('partnerWishesPrivate')
  const theirs = Object.fromEntries(
    profile.fit.wishes.map((wish: { name: string; theirs?: object }) => [wish.name, wish.theirs]),
  )
  const { age } = open.wishes
  expect(theirs.partnerAge).toMatchObject({ from: Math.min(33, age), to: Math.max(37, age), value: ageOf(me) })
  expect(theirs.partnerReligion).toEqual({ verdict: 'outside', wished: ['Hinduism'], has: 'Islam' })
})

test('W3 B5: visitors, people of the same gender and members without a biodata are compared with nobody, and the checkout quotes no wish', async () => {
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
