import { afterAll, expect, test } from 'vitest'
import { setWishes, type Wish, wishNames, wishOptions } from '#src/features/biodata/wishes.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { biodataOnTheWire, noon, type Person, testWorld } from '#tests/world.server.ts'

// The two attacks of a security review, which asked again and again how it fits and changed its own biodata in between.
const world = await testWorld({ clock: () => noon })
afterAll(() => world.close())

const secret = {
  ...{ partnerReligion: ['Hinduism'], partnerReligionMatters: 'must', partnerMaritalStatus: ['Divorced'] },
  ...{ partnerEducation: ['Master', 'Doctorate'], partnerOccupation: ['Teacher'], partnerChildren: ['None'] },
  ...{ partnerPractice: ['Devout'], partnerDivision: ['Khulna'], partnerDistrict: ['Jashore', 'Khulna'] },
  ...{ partnerAgeFrom: 27, partnerAgeTo: 33, partnerAgeMatters: 'must', partnerWeightFrom: 70, partnerWeightTo: 85 },
}
const otherSecret = {
  ...{ partnerReligion: ['Islam'], partnerReligionMatters: 'any', partnerMaritalStatus: ['Never married', 'Widowed'] },
  ...{ partnerEducation: ['HSC'], partnerOccupation: ['Doctor', 'Engineer'], partnerChildren: '', partnerPractice: '' },
  ...{ partnerDivision: ['Dhaka'], partnerDistrict: ['Gazipur'], partnerAgeFrom: '', partnerAgeTo: 45 },
  ...{ partnerAgeMatters: '', partnerWeightFrom: '', partnerWeightTo: '', partnerHeightMatters: 'must' },
}
/** What the attacker can say of himself that a wish may be about. */
const factOf = {
  partnerReligion: 'religion',
  partnerMaritalStatus: 'maritalStatus',
  partnerEducation: 'education',
  partnerOccupation: 'occupation',
  partnerChildren: 'children',
  partnerPractice: 'practice',
} as const
const tried = Object.keys(factOf) as (keyof typeof factOf)[]
const consent = { version: consentVersion, to: ['publish', 'contact', 'faith'] }
const bornFor = (age: number) => `${2026 - age}-01-01`

let networks = 0
const call = (method: 'GET' | 'PATCH', url: string, by: Person, body?: object) =>
  world.call(method, url, { ...by, network: `10.3.${networks >> 8}.${networks++ & 255}` }, body)
const claim = async (by: Person, more: object) => {
  const { status, text } = await call(
    'PATCH',
    '/api/bioData',
    by,
    biodataOnTheWire({ gander: 'Male', consent, ...more }),
  )
  if (status !== 200) throw new Error(text)
}

interface Told {
  name: Wish
  theirs?: string
}
/**
 * Attack (a): everything that can be wished is claimed in turn, and what meets a wish is noted.
 * @returns all that was answered, and what was learnt of wishes beside the specification's numbers
 */
async function probe(attacker: Person, number: number) {
  const answers: string[] = []
  const learnt: string[] = []
  const look = async (claimed: Partial<Record<Wish, string | undefined>>) => {
    const { text, body } = await call('GET', `/api/bioData-card/${number}`, attacker)
    answers.push(text)
    for (const { name, theirs } of body.fit.wishes as Told[])
      if (theirs === 'meets' && claimed[name]) learnt.push(`${name} ${claimed[name]}`)
  }
  const most = Math.max(...tried.map((wish) => wishOptions(wish).length))
  for (let n = 0; n < most; n++) {
    const claimed = Object.fromEntries(tried.map((wish) => [wish, wishOptions(wish)[n]]))
    const { occupation, ...facts } = Object.fromEntries(tried.map((wish) => [factOf[wish], claimed[wish] ?? '']))
    // The one of them that nobody may leave out.
    await claim(attacker, { ...facts, ...(occupation && { occupation }) })
    await look(claimed)
  }
  for (const [perDivision, district] of [
    ['Khulna', 'Jashore'],
    ['Khulna', 'Khulna'],
    ['Dhaka', 'Gazipur'],
    ['Sylhet', ''],
  ]) {
    await claim(attacker, { perDivision, district })
    await look({ partnerDivision: perDivision, partnerDistrict: district })
  }
  for (let age = 22; age < 50; age += 3) {
    await claim(attacker, { birth: bornFor(age), weight: `${30 + 5 * (age % 11)}kg` })
    await look({})
  }
  return { answers, learnt }
}

test('R9 SEC-N2 (a): saving one’s own biodata again and again tells nothing of another’s private wishes', {
  tags: 'trial',
}, async () => {
  const victim = await world.signUp('victim@example.org')
  const number = await world.publish(victim, { ...secret, partnerWishesPrivate: true })
  const attacker = await world.signUp('attacker@example.org')
  const probed = await probe(attacker, number)
  expect(probed.answers).toHaveLength(8 - 1 + 4 + 10)
  expect(probed.learnt).toEqual([])
  for (const wishes of [otherSecret, Object.fromEntries(Object.keys(secret).map((name) => [name, '']))]) {
    await world.publish(victim, wishes)
    expect(await probe(attacker, number)).toEqual(probed)
  }
  // The attack itself is sound: of wishes that are shown it learns each.
  const showing = { ...secret, partnerWishesPrivate: false, religion: 'Other', consent }
  await world.publish(victim, showing)
  const { learnt } = await probe(attacker, number)
  for (const wish of setWishes)
    for (const option of secret[wish]) expect(learnt, `${wish} ${option}`).toContain(`${wish} ${option}`)
})

test('R9 SEC-N2 (b): five saves and five lists tell of nobody which religion they privately wish for', {
  tags: 'trial',
}, async () => {
  const religions = wishOptions('partnerReligion')
  const women: { person: Person; religion: string; number: number }[] = []
  for (const [n, religion] of [...religions, ...religions, ...religions, ...religions].entries()) {
    const person = await world.signUp(`woman${n}@example.org`)
    const wishes = {
      partnerReligion: [religion],
      partnerReligionMatters: n % 2 ? 'must' : '',
      partnerWishesPrivate: true,
    }
    women.push({ person, religion, number: await world.publish(person, wishes) })
  }
  const attacker = await world.signUp('browser@example.org')
  /** Whose wish is guessed by what was met most often. */
  const guess = async () => {
    const met = new Map<number, number[]>()
    for (const [n, religion] of religions.entries()) {
      await claim(attacker, { religion })
      for (const list of ['', '&order=best']) {
        const { body } = await call('GET', `/api/bioData-find?gander=Female&limit=100${list}`, attacker)
        for (const { bioDataId, fit } of body) {
          const counts = met.get(bioDataId) ?? religions.map(() => 0)
          counts[n]! += 1000 * fit.theirs.of + fit.theirs.met
          met.set(bioDataId, counts)
        }
      }
    }
    return women.filter(({ number, religion }) => {
      const counts = met.get(number)!
      const best = Math.max(...counts)
      return counts.some((count) => count < best) && religions[counts.indexOf(best)] === religion
    }).length
  }
  expect(await guess()).toBe(0)
  for (const { person } of women)
    await world.publish(person, { partnerWishesPrivate: false, religion: 'Other', consent })
  // Shown, which is what it is for, everybody's is learnt.
  expect(await guess()).toBe(women.length)
})

test('R9: orders best match the same for others, whichever private wishes people have', async () => {
  const people = []
  for (let n = 0; n < 12; n++) {
    const person = await world.signUp(`ordered${n}@example.org`)
    await world.publish(person, { gander: 'Female', birth: bornFor(24 + n), partnerWishesPrivate: true })
    people.push(person)
  }
  const reader = await world.signUp('ordering@example.org')
  await claim(reader, { birth: bornFor(29), religion: 'Islam', partnerAge: 29 })
  const lists = async () => (await call('GET', '/api/bioData-find?order=best&limit=100', reader)).text
  const before = await lists()
  for (const [n, person] of people.entries())
    await world.publish(person, {
      ...{ gander: 'Female', birth: bornFor(24 + n), partnerReligion: [wishOptions('partnerReligion')[n % 2]!] },
      ...Object.fromEntries(wishNames.map((wish) => [`${wish}Matters`, n % 3 ? 'must' : 'any'])),
    })
  expect(await lists()).toBe(before)
})
