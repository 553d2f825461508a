import { setTimeout as delay } from 'node:timers/promises'
import { expectBooksRight, expectNoContact } from '../books.ts'
import { patiently } from '../patiently.ts'
import { type Person, refOf, type Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial, untilServed } from '../trial.ts'

type Owner = Awaited<ReturnType<Site['owner']>>

/** Kills something and lets it come back, with what is `settled` once it has. @returns milliseconds until all is served */
export type Fall = (stage: Stage, settled: Promise<unknown>) => Promise<number>

/** A client that asks meanwhile gets no answer, and gives up. */
export const serverFalls: Fall = async ({ site }, settled) => {
  const server = site.servers[0]!
  await server.end('SIGKILL')
  await settled
  return server.start()
}

/** The servers stay, tell clients to come again, and go on by themselves. */
export const databaseFalls: Fall = async ({ site, postgres, random }, settled) => {
  postgres.kill()
  await delay(random() * 500)
  await postgres.restart()
  const ms = await untilServed(site)
  await settled
  return ms
}

/** From the button to the page of one's requests. @returns the request's id, if it was acknowledged */
export async function pay(site: Site, payer: Person, { number }: Owner): Promise<string | undefined> {
  const begun = await patiently(() => site.begin(payer, number))
  if (begun.status === 409) return undefined
  const { clientSecret } = begun.body
  if (!clientSecret) throw new Error(`begin: ${begun.status} ${begun.text}`)
  await site.confirm(clientSecret)
  return (await patiently(() => site.record(payer, refOf(clientSecret), number))).body.insertedId
}

/** A browser that comes back tries until it has an answer. */
async function comeBack(site: Site, payer: Person, owner: Owner, tally: Tally) {
  const answer = await pay(site, payer, owner).catch((error: Error) => error)
  if (answer instanceof Error) tally.wrong.push(`a browser that came back: ${answer.message}`)
}

/** Milliseconds that a payment takes here when nothing is in its way. */
async function spanOf(site: Site, owner: Owner) {
  const payer = await site.signUp('payer')
  const began = performance.now()
  await pay(site, payer, owner)
  return performance.now() - began
}

/**
 * In every second round all notices are lost and the sweep finds what was paid; in the others they come again until they
 * are taken, as Stripe sends them for three days, and nothing else records what a browser that is gone has paid.
 */
const killWhilePaying = (fall: Fall) => async (stage: Stage, tally: Tally, rounds: number) => {
  const { site, random } = stage
  const owner = await site.owner()
  const span = 1.5 * (await spanOf(site, owner))
  for (let round = 0; round < rounds; round++) {
    const [gone, ...payers] = await Promise.all(['gone', 'one', 'two', 'three'].map((name) => site.signUp(name)))
    const areNoticesLost = round % 2 === 1
    if (areNoticesLost) site.sandbox.fail.webhooks = 'lost'
    const before = site.sandbox.events().length
    const { clientSecret } = (await patiently(() => site.begin(gone!, owner.number))).body
    const acknowledged: string[] = []
    const paying = payers.map(async (payer) => {
      await delay(random() * span)
      const id = await pay(site, payer, owner)
      if (id) acknowledged.push(id)
    })
    const closing = delay(random() * span).then(() => site.confirm(clientSecret))
    const settled = Promise.allSettled([...paying, closing])
    await delay(random() * 2 * span)
    const restart = await fall(stage, settled)
    const began = performance.now()
    if (!areNoticesLost) {
      const told = await Promise.all(site.sandbox.events().slice(before).map(site.sandbox.deliver))
      count(tally, 'lost', 'notices', told.filter((isTaken) => !isTaken).length)
    }
    await expectBooksRight(site, tally, { isSwept: areNoticesLost, timeoutMs: 0 })
    recovered(tally, restart + performance.now() - began)
    for (const payer of payers) if (random() < 0.5) await comeBack(site, payer, owner, tally)
    await expectBooksRight(site, tally, { isSwept: areNoticesLost })
    delete site.sandbox.fail.webhooks
    const { rows } = await site.pool.query('select id from contact_requests where id = any($1)', [acknowledged])
    count(tally, 'lost', 'acknowledged requests', acknowledged.length - rows.length)
    await expectNoContact(site, tally, gone!, owner)
    tally.rounds++
  }
}

/** Over all trials of a stage: an id that was told before is another case. */
let transfers = 0

/** Payers tell of money sent by hand while an administrator confirms what was told before. */
const killWhileConfirming = (fall: Fall) => async (stage: Stage, tally: Tally, rounds: number) => {
  const { site, random } = stage
  const [owner, admin] = [await site.owner(), await site.admin()]
  const tell = async (payer: Person) => {
    const { body } = await patiently(() =>
      site.call('POST', '/api/payment-transfers', payer, { bioDataId: owner.number }),
    )
    const transactionId = `KILL${String(++transfers).padStart(6, '0')}`
    const told = { reference: body.page, wallet: 'bkash', transactionId, lastDigits: '4821' }
    const { status } = await site.call('POST', '/api/transfer-claims', payer, told)
    return status === 200 ? transactionId : undefined
  }
  for (let round = 0; round < rounds; round++) {
    const payers = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => site.signUp(name)))
    for (const payer of payers.slice(0, 3)) await tell(payer)
    const { rows: waiting } = await site.pool.query(`select id from transfer_claims where state = 'waiting'`)
    const [told, paid]: [string[], string[]] = [[], []]
    const settled = Promise.allSettled([
      ...payers.slice(3).map(async (payer) => {
        await delay(random() * 100)
        const transactionId = await tell(payer)
        if (transactionId) told.push(transactionId)
      }),
      ...waiting.map(async ({ id }) => {
        await delay(random() * 100)
        const read = { amount: '500', at: new Date().toISOString() }
        const { body } = await site.call('PATCH', `/api/transfers/${id}`, admin, read)
        if (body?.outcome === 'paid') paid.push(id)
      }),
    ])
    await delay(random() * 150)
    recovered(tally, await fall(stage, settled))
    await expectCountedOnce(site, tally, told, paid)
    tally.rounds++
  }
}

/** What was told is here; what was said to be confirmed is, and each that is has one receipt, one request and one line. */
async function expectCountedOnce({ pool }: Site, tally: Tally, told: string[], paid: string[]) {
  const { rows } = await pool.query(
    `select claim.id, claim.transaction_id as transaction, claim.state,
       (select count(*)::int from payment_receipts where id = claim.transaction_id) as receipts,
       (select count(*)::int from contact_requests r where r.payment_id = claim.payment_id) as requests,
       (select count(*)::int from audit_log line join payments p on p.user_id = line.subject_id
         where p.id = claim.payment_id and action = 'confirmed transfer') as lines
     from transfer_claims claim`,
  )
  const known = new Set(rows.map(({ transaction }) => transaction))
  count(tally, 'lost', 'transfers that were told', told.filter((id) => !known.has(id)).length)
  for (const { id, state, receipts, requests, lines } of rows) {
    const should = state === 'confirmed' ? 1 : 0
    if (paid.includes(id)) count(tally, 'lost', `the confirmation of ${id}`, 1 - should)
    for (const found of [receipts, requests, lines]) {
      count(tally, 'lost', `of transfer ${id}`, Math.max(0, should - found))
      count(tally, 'doubled', `of transfer ${id}`, Math.max(0, found - should))
    }
  }
}

/** Publishes until it is over; name and father's name hold the same number, so that a half row shows. */
async function keepPublishing(site: Site, person: Person, done: { said: number; tried: number; isOver: boolean }) {
  while (!done.isOver) {
    const name = `Name ${++done.tried}`
    const { status } = await site.publish(person, { name, fatherName: name })
    if (status === 200) done.said = done.tried
  }
}

const killWhileWriting = (fall: Fall) => async (stage: Stage, tally: Tally, rounds: number) => {
  const { site, random } = stage
  const [owner, admin, writer] = [await site.owner(), await site.admin(), await site.signUp('writer')]
  for (let round = 0; round < rounds; round++) {
    const payers = await Promise.all(['one', 'two', 'three', 'four'].map((name) => site.signUp(name)))
    const requests: string[] = []
    for (const payer of payers) requests.push((await pay(site, payer, owner))!)
    const done = { said: 0, tried: 0, isOver: false }
    const favourites: string[] = []
    const approved: string[] = []
    const writing = [
      keepPublishing(site, writer, done),
      ...payers.map(async (payer) => {
        const added = await site.call('POST', '/api/favorite-bioData', payer, { bioDataId: owner.number })
        if (added.status === 200) favourites.push(added.body.insertedId)
      }),
      (async () => {
        for (const id of requests) {
          const { body } = await site.call('PATCH', `/api/contact-request-approver/${id}`, admin)
          if (body.modifiedCount === 1) approved.push(id)
        }
      })(),
    ]
    const settled = Promise.allSettled(writing)
    await delay(random() * 250)
    done.isOver = true
    recovered(tally, await fall(stage, settled))

    const { rows: people } = await site.pool.query('select name, father_name from biodata where id = $1', [writer.id])
    const [kept] = people
    const number = Number(kept?.name.slice(5) ?? 0)
    count(tally, 'lost', `published ${done.said}, kept ${number}`, number < done.said ? 1 : 0)
    if (kept && kept.name !== kept.father_name) tally.wrong.push('half a biodata')
    const { rows: hearts } = await site.pool.query('select from favourites where id = any($1)', [favourites])
    count(tally, 'lost', 'favourites', favourites.length - hearts.length)
    await expectApprovedOnce(site, tally, approved)
    tally.rounds++
  }
}

/** What was said to be approved is, with one line in the audit log and one mail; what was not has none. */
async function expectApprovedOnce({ pool }: Site, tally: Tally, approved: string[]) {
  const { rows } = await pool.query(
    `select r.id, r.status,
       (select count(*)::int from audit_log where action = 'approved contact request' and subject_id = r.id) as lines,
       (select count(*)::int from outbox where kind = 'contact-approved' and recipient = u.email) as mails
     from contact_requests r join users u on u.id = r.user_id`,
  )
  for (const { id, status, lines, mails } of rows) {
    const should = status === 'approve' ? 1 : 0
    if (approved.includes(id)) count(tally, 'lost', `the approval of ${id}`, 1 - should)
    count(tally, 'lost', `line or mail of ${id}`, Math.max(0, 2 * should - lines - mails))
    count(tally, 'doubled', `line or mail of ${id}`, Math.max(0, lines + mails - 2 * should))
  }
}

/** As the proxy in front does, whose connections are few and old. */
const kept = { isKept: true }

async function stopUnderLoad({ site, random }: Stage, tally: Tally, rounds: number) {
  const server = site.servers[0]!
  const writers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => site.signUp(name)))
  for (let round = 0; round < rounds; round++) {
    let isOver = false
    const said = new Map<Person, number>()
    const cut: string[] = []
    const loops = [...writers, ...writers].map(async (person, place) => {
      for (let n = 1; !isOver; n++) {
        try {
          if (place < writers.length) {
            const { status } = await site.publish(person, { name: `Name ${n}` }, kept)
            if (status === 200) said.set(person, n)
          } else await site.call('GET', ['/', '/baiDataPage', '/api/payments'][n % 3]!, person, undefined, kept)
        } catch (error) {
          // Nobody listens any more: the proxy in front asks the next server.
          const { code, syscall } = (error as { cause?: { code?: string; syscall?: string } }).cause ?? {}
          if (syscall !== 'connect') cut.push(`${syscall} ${code ?? error}`)
          else await delay(5)
        }
      }
    })
    await delay(200 + random() * 200)
    const began = performance.now()
    const code = await server.end('SIGTERM')
    const ms = performance.now() - began
    isOver = true
    await Promise.all(loops)
    count(tally, 'lost', `answers that were cut: ${cut}`, cut.length)
    if (code !== 0) tally.wrong.push(`SIGTERM ended it with ${code}`)
    if (ms > 10_000) tally.wrong.push(`SIGTERM took ${ms} ms`)
    recovered(tally, ms)
    for (const [person, n] of said) {
      const { rows } = await site.pool.query('select name from biodata where id = $1', [person.id])
      count(tally, 'lost', `published ${n}, kept ${rows[0]?.name}`, Number(rows[0]?.name.slice(5)) < n ? 1 : 0)
    }
    await server.start()
    tally.rounds++
  }
}

export const killed: Trial[] = [
  {
    id: 'F1',
    title: 'K3c K3e Y3: killed at any moment of a payment, the server records what was paid once and loses none',
    rounds: { few: 2, many: 50 },
    // What was paid is to be recorded within a minute.
    within: 60_000,
    run: killWhilePaying(serverFalls),
  },
  {
    id: 'F1b',
    title:
      'K3c K3e Y3: with the database killed at any moment of a payment, what was paid is recorded once and none is lost',
    rounds: { few: 1, many: 50 },
    within: 60_000,
    run: killWhilePaying(databaseFalls),
  },
  {
    id: 'F1c',
    title:
      'K10a K10b Y3: killed at any moment of telling and confirming money sent by hand, what was told is here and counted once',
    rounds: { few: 2, many: 50 },
    within: 10_000,
    run: killWhileConfirming(serverFalls),
  },
  {
    id: 'F1d',
    title: 'K10a K10b Y3: with the database killed at any moment of it, what was told is here and counted once',
    rounds: { few: 1, many: 50 },
    within: 10_000,
    run: killWhileConfirming(databaseFalls),
  },
  {
    id: 'F2',
    title: 'Y3: killed at any moment of publishing, marking and approving, every acknowledged write is there, whole',
    rounds: { few: 2, many: 50 },
    within: 10_000,
    run: killWhileWriting(serverFalls),
  },
  {
    id: 'F2b',
    title:
      'Y3 G3: with the database killed at any moment of publishing, marking and approving, what was acknowledged is there, whole',
    rounds: { few: 1, many: 50 },
    within: 10_000,
    run: killWhileWriting(databaseFalls),
  },
  {
    id: 'S1',
    title: 'Y3: told to stop under load, the server cuts no answer and loses no write',
    rounds: { few: 1, many: 20 },
    within: 10_000,
    run: stopUnderLoad,
  },
]
