import { biodataOnTheWire } from '#tests/world.server.ts'
import { expectBooksRight } from '../books.ts'
import { patiently } from '../patiently.ts'
import { type Person, refOf, type Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial } from '../trial.ts'

/** Runs `act` so many times at once, on one server and the other in turn. */
const together = <A>({ servers }: Site, many: number, act: (server: Site['servers'][0], n: number) => Promise<A>) =>
  Promise.all(Array.from({ length: many }, (_, n) => act(servers[n % servers.length]!, n)))

const sumOf = (answers: { body?: { modifiedCount?: number } }[]) =>
  answers.reduce((sum, { body }) => sum + (body?.modifiedCount ?? 0), 0)

/** A request that waits for approval. */
async function requestOn(site: Site) {
  const [payer, owner] = [await site.signUp('payer'), await site.owner()]
  const { clientSecret } = (await patiently(() => site.begin(payer, owner.number))).body
  await site.confirm(clientSecret)
  const { body } = await patiently(() => site.record(payer, refOf(clientSecret), owner.number))
  return { payer, owner, id: body.insertedId as string }
}

async function payTwice({ site }: Pick<Stage, 'site'>, tally: Tally, rounds: number) {
  const owner = await site.owner()
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const payer = await site.signUp('payer')
    // Every tab has its press; what is answered with a secret is paid and recorded, on both servers at once.
    await together(site, 6, async (server) => {
      const begun = await patiently(() => site.begin(payer, owner.number, server))
      if (begun.status !== 200) return
      const { clientSecret } = begun.body
      await site.confirm(clientSecret)
      await together(site, 2, (other) => patiently(() => site.record(payer, refOf(clientSecret), owner.number, other)))
    })
    await expectBooksRight(site, tally)
    const requests = await site.pool.query('select from contact_requests where user_id = $1', [payer.id])
    count(tally, 'lost', 'a contact that was paid for', Math.max(0, 1 - requests.rowCount!))
    recovered(tally, performance.now() - began)
    tally.rounds++
  }
}

async function markTwice({ site }: Pick<Stage, 'site'>, tally: Tally, rounds: number) {
  const [owner, fan] = [await site.owner(), await site.signUp('fan')]
  for (let round = 0; round < rounds; round++) {
    const added = await together(site, 12, (server) =>
      patiently(() => site.call('POST', '/api/favorite-bioData', fan, { bioDataId: owner.number }, { server })),
    )
    const ids = new Set(added.map(({ body }) => body.insertedId))
    const rows = await site.pool.query('select id from favourites where owner_id = $1', [fan.id])
    count(tally, 'doubled', `favourites with ${ids.size} ids`, Math.max(ids.size, rows.rowCount!) - 1)
    const removed = await together(site, 4, (server) =>
      site.call('DELETE', `/api/delete-favorite/${[...ids][0]}`, fan, undefined, { server }),
    )
    count(tally, 'doubled', 'removals', removed.filter(({ status }) => status === 200).length - 1)
    tally.rounds++
  }
}

async function approveTwice({ site }: Pick<Stage, 'site'>, tally: Tally, rounds: number) {
  const admins = [await site.admin(), await site.admin()]
  for (let round = 0; round < rounds; round++) {
    const { payer, id } = await requestOn(site)
    const path = `/api/contact-request-approver/${id}`
    const [approved] = await Promise.all([
      together(site, 6, (server, n) => site.call('PATCH', path, admins[n % 2], undefined, { server })),
      site.call('PATCH', `/api/delete-request/${id}`, payer),
    ])
    count(tally, 'doubled', 'approvals', sumOf(approved) - 1)
    const { rows } = await site.pool.query(
      `select (select count(*)::int from audit_log where subject_id = $1 and action = 'approved contact request') as lines,
              (select count(*)::int from outbox where kind = 'contact-approved' and recipient = $2) as mails`,
      [id, payer.email],
    )
    count(tally, 'doubled', 'lines or mails of one approval', Math.max(0, rows[0].lines - 1, rows[0].mails - 1))
    tally.rounds++
  }
}

async function lastAdministratorsLeave({ site }: Pick<Stage, 'site'>, tally: Tally, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    await site.pool.query(`update users set role = 'user' where role = 'admin'`)
    const admins = [await site.admin(), await site.admin()]
    await together(site, 2, (server, n) =>
      site.call('POST', '/api/me/deletion', admins[n], { confirmation: 'a good password' }, { server }),
    )
    const { rows } = await site.pool.query(`select count(*)::int as left from users where role = 'admin'`)
    count(tally, 'lost', 'the last administrator', rows[0].left === 0 ? 1 : 0)
    tally.rounds++
  }
}

async function editTwice({ site }: Pick<Stage, 'site'>, tally: Tally, rounds: number) {
  const person = await site.signUp('editor')
  for (let round = 0; round < rounds; round++) {
    await together(site, 10, (server, n) => {
      const name = `Name ${round} ${n}`
      const form = biodataOnTheWire({ name, fatherName: name, matherName: name })
      return patiently(() => site.call('PATCH', '/api/bioData', person, form, { server }))
    })
    const { rows } = await site.pool.query('select name, father_name, mother_name from biodata where id = $1', [
      person.id,
    ])
    if (new Set(Object.values(rows[0])).size !== 1) tally.wrong.push(`two tabs mixed: ${Object.values(rows[0])}`)
    tally.rounds++
  }
}

async function registerTwice({ site }: Pick<Stage, 'site'>, tally: Tally, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    const email = `twin-${round}-${performance.now()}@faults.example`
    const spellings = [email, email.toUpperCase(), email.replace('twin', 'Twin')]
    await together(site, 50, (server, n) => {
      const account = { name: 'Twin', email: spellings[n % 3], password: 'a good password' }
      const from: Partial<Person> = { network: `172.16.${round % 256}.${n}` }
      return patiently(() => site.call('POST', '/api/auth/sign-up/email', from, account, { server }))
    })
    const { rowCount } = await site.pool.query('select from users where email = $1', [email])
    count(tally, 'doubled', `accounts of ${email}`, Math.max(0, rowCount! - 1))
    count(tally, 'lost', `the account of ${email}`, rowCount === 0 ? 1 : 0)
    tally.rounds++
  }
}

async function numbersTogether({ site }: Pick<Stage, 'site'>, tally: Tally, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    const people: Person[] = []
    for (let n = 0; n < (rounds > 1 ? 200 : 20); n++) people.push(await site.signUp('new'))
    await together(site, people.length, (server, n) =>
      patiently(() => site.call('PATCH', '/api/bioData', people[n], biodataOnTheWire(), { server })),
    )
    const { rows } = await site.pool.query('select number from biodata where id = any($1)', [
      people.map(({ id }) => id),
    ])
    count(tally, 'lost', 'biodata published at once', people.length - rows.length)
    count(tally, 'doubled', 'numbers', rows.length - new Set(rows.map(({ number }) => number)).size)
    tally.rounds++
  }
}

type Race = (stage: Pick<Stage, 'site'>, tally: Tally, rounds: number) => Promise<void>
const races: [id: string, title: string, run: Race, few: number, many: number][] = [
  ['C1', 'K3b K3e K3f: six tabs that pay at once, on two servers, buy one contact for one fee', payTwice, 3, 100],
  ['C2', 'L1 K3e: a heart pressed many times at once is one favourite, and is removed once', markTwice, 2, 50],
  [
    'C3',
    'M3 K3e: two administrators who approve at once approve once, with one line and one mail',
    approveTwice,
    2,
    50,
  ],
  ['C4', 'A9: of two last administrators who leave at once one stays', lastAdministratorsLeave, 2, 20],
  ['C5', 'E4: ten tabs that publish at once leave the whole of one of them', editTwice, 2, 50],
  ['C6', 'A2: one email registered fifty times at once, in any spelling, is one account', registerTwice, 1, 20],
  ['C7', 'G4: two hundred people who publish at once get a number each', numbersTogether, 1, 5],
]
export const raced = races.map(([id, title, run, few, many]) => {
  return { id, title, run, rounds: { few, many }, within: 60_000 } satisfies Trial
})
