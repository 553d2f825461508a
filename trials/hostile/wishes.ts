import { consentVersion } from '#src/features/consents/policy.ts'
import { type Figure, median } from './report.ts'
import type { Target } from './target.ts'

const consent = { version: consentVersion, to: ['publish', 'contact', 'faith'] }
const facts = { birth: '1996-05-01', religion: 'Islam', practice: 'Regular', maritalStatus: 'Divorced', consent }
/** Two opposite sets of wishes, both private. He misses the first and meets the second. */
const privately = [
  {
    partnerReligion: ['Hinduism'],
    partnerReligionMatters: 'must',
    partnerAgeFrom: 60,
    partnerAgeTo: 70,
    partnerAgeMatters: 'must',
  },
  {
    partnerReligion: ['Islam'],
    partnerReligionMatters: 'must',
    partnerAgeFrom: 20,
    partnerAgeTo: 50,
    partnerAgeMatters: 'must',
  },
] as const
const readings = 40

const plain = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')

/** Whether anything that somebody else can see or measure depends on a private wish (SEC-N2, R9). */
export async function* wishes(target: Target): AsyncGenerator<Figure> {
  const { ask, save, signUp, sql, confirm } = target
  await target.people(60)
  const [her, him] = [await signUp('her@attack.example'), await signUp('him@attack.example')]
  await confirm(him)
  const wish = async (which: 0 | 1) => {
    const { status, text } = await save(her, { ...facts, ...privately[which], partnerWishesPrivate: true })
    if (status !== 200) throw new Error(`saving wishes: ${status} ${text}`)
  }
  await wish(0)
  await save(him, { ...facts, gander: 'Male' })
  const [{ number } = { number: 0 }] = await sql('select number from biodata where id = $1', [her.id])
  const profile = `/api/bioData/${her.id}`
  const asks = [
    profile,
    `/BioDataDetails/${her.id}`,
    `/api/bioData-card/${number}`,
    `/checkout/${number}`,
    ...['best', 'newest', 'oldest'].map((order) => `/api/bioData-find?order=${order}&limit=100`),
    '/api/bioData-find?order=best&limit=1',
    '/api/bioData-find?order=best&steps=0',
    '/api/bioData-find?order=best&religion=Islam&maritalStatus=Divorced',
    '/baiDataPage?order=best',
    '/api/bioData-filter?gander=Female&limit=100',
    '/api/me/news',
    '/api/notifications',
    '/',
  ]
  const answersNow = async () => {
    const answers = new Map<string, string>()
    for (const address of asks) {
      const { status, headers, text } = await ask(address, { cookie: him.cookie, from: him.from })
      const rest = [...headers].filter(([name]) => !/^(date|set-cookie|keep-alive|connection)$/.test(name))
      answers.set(address, plain(`${status} ${JSON.stringify(rest)} ${text}`))
    }
    // What his own save answers, and what he is told of it.
    const saved = await save(him, { ...facts, gander: 'Male' })
    return answers.set('the answer to his own save', `${saved.status} ${saved.text}`)
  }
  await answersNow()
  const before = await answersNow()
  await wish(1)
  const after = await answersNow()
  const differing = [...before].filter(([asked, said]) => after.get(asked) !== said).map(([asked]) => asked)
  for (const asked of differing) console.log(`    differs: ${asked}`)
  const bad = [...after].filter(([, said]) => /^5|^4(?!04)/.test(said)).map(([asked]) => asked)
  for (const asked of bad) console.log(`    not answered: ${asked}: ${after.get(asked)!.slice(0, 100)}`)
  yield {
    attack: 'answers, headers and orders that change with a private wish',
    found: differing.length,
    of: before.size,
    promised: { atMost: 0 },
  }
  yield {
    attack: 'questions that were answered',
    found: before.size - bad.length,
    of: before.size,
    promised: { atLeast: before.size },
  }

  // One attack of SEC-N2: he saves one religion after another and looks at the match.
  const seen = new Set<string>()
  for (const religion of ['Islam', 'Hinduism', 'Buddhism', 'Christianity']) {
    await save(him, { ...facts, gander: 'Male', religion })
    const { body } = await ask(profile, { cookie: him.cookie, from: him.from })
    seen.add(JSON.stringify(body.fit.theirs ?? body.fit))
  }
  const theirs = [...seen].map((fit) => JSON.parse(fit))
  yield {
    attack: 'different matches from her side for four religions of his',
    found: new Set(theirs.map((fit) => JSON.stringify(fit))).size,
    promised: { atMost: 1 },
  }
  await save(him, { ...facts, gander: 'Male' })

  // Time: the same question while she privately wishes for him, and while she does not.
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < readings; n++) {
    const which = n % 4 === 1 || n % 4 === 2 ? 1 : 0
    await wish(which)
    await ask(profile, { cookie: him.cookie, from: him.from })
    const began = performance.now()
    for (let again = 0; again < 4; again++) await ask(profile, { cookie: him.cookie, from: him.from })
    times[which].push((performance.now() - began) / 4)
  }
  const [misses, meets] = times.map(median) as [number, number]
  console.log(
    `    a profile takes ${misses.toFixed(2)} ms while her private wishes miss him, ${meets.toFixed(2)} ms while they meet him`,
  )
  yield {
    attack: 'per cent between these times',
    found: Math.round((Math.abs(misses - meets) / Math.min(misses, meets)) * 100),
    promised: { atMost: 25 },
  }
}
