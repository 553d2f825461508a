import { setTimeout as delay } from 'node:timers/promises'
import { consentVersion } from '#src/features/consents/policy.ts'
import { workOnAnswers } from '#src/features/family-answers/answers.server.ts'
import { deliverDue } from '#src/features/mail/outbox.server.ts'
import { isNight } from '#src/platform/clock.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { expectBooksRight, refundNow } from '../books.ts'
import { patiently } from '../patiently.ts'
import type { Person, Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial } from '../trial.ts'
import { databaseFalls, type Fall, pay, serverFalls } from './killed.ts'

type Owner = Awaited<ReturnType<Site['owner']>>

/** A request that waits for the family, with what became of it as the people there read it. */
interface Asked {
  id: string
  asker: Person
  owner: Owner
  guardian: Person
  said: Set<'yes' | 'not now' | 'taken back' | 'withdrawn' | 'seen by the asker' | 'seen by the family'>
}

/** Families who are asked first, each with a guardian who may answer. */
async function familiesOf(site: Site, many: number) {
  const families: { owner: Owner; guardian: Person }[] = []
  for (let i = 0; i < many; i++) {
    const [owner, guardian] = [await site.owner(), await site.signUp('guardian')]
    const rights = { mayAnswer: true, isContact: false, mayConfirm: false, mayEdit: false }
    const invitation = { name: 'Abdul Karim', relation: 'father', ...rights }
    const { body } = await patiently(() => site.call('POST', '/api/me/guardians', owner, invitation))
    const token = new URL(body.link).searchParams.get('token')
    const agreed = { token, phone: '+8801911000141', isOfAge: true, numberMayBeShown: true, consentVersion }
    await patiently(() => site.call('POST', '/api/guardian-invitation/acceptance', guardian, agreed))
    await patiently(() => site.call('PATCH', '/api/me/contact', owner, { contactFor: 'ask guardian' }))
    families.push({ owner, guardian })
  }
  return families
}

const answers =
  (site: Site, { random }: Stage) =>
  (asked: Asked) => {
    const { id, asker, owner, guardian, said } = asked
    const server = () => site.servers[random() < 0.7 ? 0 : 1]!
    const send = (method: string, path: string, by: Person, body?: unknown) =>
      site.call(method, path, by, body, { server: server() })
    const isDone = ({ status, body }: { status: number; body?: { modifiedCount?: number } }) =>
      status === 200 && body?.modifiedCount === 1
    const family = () => (random() < 0.5 ? owner : guardian)
    return {
      async answer(answer: 'yes' | 'not now') {
        if (isDone(await send('PATCH', `/api/me/asked/${id}`, family(), { answer }))) said.add(answer)
      },
      async takeBack() {
        if (isDone(await send('PATCH', `/api/me/asked/${id}/taken-back`, family()))) said.add('taken back')
      },
      async withdraw() {
        if (isDone(await send('PATCH', `/api/me/contact-requests/${id}/withdrawal`, asker))) said.add('withdrawn')
      },
      async look() {
        const { body } =
          random() < 0.5
            ? await send('GET', '/api/payments', asker)
            : await send('GET', `/api/bioData/${owner.id}`, asker)
        const row = Array.isArray(body) ? body.find(({ _id }: { _id: string }) => _id === id) : body
        if (row?.contactPhone || row?.phoneNumber) said.add('seen by the asker')
      },
      async lookAtAsker() {
        if ((await send('GET', `/api/me/asked/${id}`, owner)).body?.theirs) said.add('seen by the family')
      },
      block: () => send('POST', '/api/blocks', owner, { _id: asker.id }),
    }
  }

/** What happens to a request in a round, by its place; each at a moment of its own. */
const stories: ((acts: ReturnType<ReturnType<typeof answers>>) => (() => Promise<unknown>)[])[] = [
  ({ answer, look }) => [() => answer('yes').then(look)],
  ({ answer, lookAtAsker, look }) => [() => answer('yes').then(lookAtAsker), look],
  ({ answer, takeBack, look }) => [() => answer('yes').then(takeBack), look],
  ({ answer, takeBack }) => [() => answer('yes').then(takeBack), takeBack],
  ({ answer, withdraw }) => [() => answer('yes'), withdraw],
  ({ answer }) => [() => answer('not now'), () => answer('yes')],
  ({ answer, block, look }) => [() => answer('yes').then(look), block],
  // Nobody answers: the one waits, and the time of the other is over.
  () => [],
  ({ answer }) => [() => answer('yes')],
]
const overStory = stories.length - 1

const killWhileAnswering = (fall: Fall) => async (stage: Stage, tally: Tally, rounds: number) => {
  const { site, random } = stage
  const admin = await site.admin()
  const families = await familiesOf(site, stories.length)
  const actsOf = answers(site, stage)
  // The clock of a server that dies: its connection ends with it.
  const clock = openDatabase({ ...site.connection, application_name: 'clock of the trial' })
  await using undo = new AsyncDisposableStack()
  undo.defer(() => clock.db.destroy())
  const everybody: Asked[] = []
  for (let round = 0; round < rounds; round++) {
    const asker = await site.signUp('asker')
    await patiently(() => site.publish(asker, { gander: 'Male' }))
    const asked: Asked[] = []
    for (const { owner, guardian } of families) {
      const id = (await pay(site, asker, owner))!
      await patiently(() => site.call('PATCH', `/api/contact-request-approver/${id}`, admin))
      asked.push({ id, asker, owner, guardian, said: new Set() })
    }
    everybody.push(...asked)
    await site.pool.query(`update contact_requests set answer_by = now() - interval '1 second' where id = $1`, [
      asked[overStory]!.id,
    ])
    const span = 120
    const settled = Promise.allSettled([
      ...asked.flatMap((one, place) => stories[place]!(actsOf(one)).map((act) => delay(random() * span).then(act))),
      delay(random() * span).then(() => workOnAnswers(clock.db, new Date())),
    ])
    await delay(random() * 1.5 * span)
    await site.pool
      .query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clock of the trial'`)
      .catch(() => {})
    const restart = await fall(stage, settled)
    const began = performance.now()
    await expectRight(site, tally, asked)
    // Who got no answer presses again; then the next server's clock and refunds go on.
    for (const place of [0, 1]) if (random() < 0.5) await patiently(() => pressAgain(site, asked[place]!))
    await workOnAnswers(site.db, new Date())
    await refundNow(site)
    recovered(tally, restart + performance.now() - began)
    await expectRight(site, tally, asked, { isOver: true })
    await expectBooksRight(site, tally, { timeoutMs: 0 })
    tally.rounds++
  }
  await expectTold(site, tally, everybody)
}

async function pressAgain(site: Site, { id, owner, said }: Asked) {
  const answer = await site.call('PATCH', `/api/me/asked/${id}`, owner, { answer: 'yes' })
  if (answer.status === 200) said.add('yes')
  return answer
}

interface Row {
  status: string
  answer: string | null
  seen: boolean
  money: string
  lines: number
  theirs: number
  refunds: number
}

/** What people were answered is so; a contact that was shown has its line, and its fee is kept; any other fee goes back. */
async function expectRight(site: Site, tally: Tally, asked: Asked[], { isOver = false } = {}) {
  for (const { id, asker, owner, guardian, said } of asked) {
    const { rows } = await site.pool.query<Row>(
      `select r.status, r.answer, r.first_seen_at is not null as seen, p.status as money,
         (select count(*)::int from contact_views where viewer_id = $2 and owner_id = $3 and by_right = 'request') as lines,
         (select count(*)::int from contact_views where viewer_id in ($3, $4) and owner_id = $2 and by_right = 'answer') as theirs,
         (select count(*)::int from refunds where payment_id = p.id) as refunds
       from contact_requests r join payments p on p.id = r.payment_id where r.id = $1`,
      [id, asker.id, owner.id, guardian.id],
    )
    const row = rows[0]!
    const is = JSON.stringify({ ...row, said: [...said] })
    const isOpen = row.status === 'approve'
    const isLive = isOpen || row.status === 'forwarded'
    const isBack = row.money === 'refund_due' || row.money === 'refunded'
    // Who said it last is right: a yes may be taken back, and a block ends it.
    if (said.has('taken back') && row.answer !== 'taken back') count(tally, 'lost', `a yes taken back: ${is}`)
    if (said.has('yes') && row.answer !== 'yes' && row.answer !== 'taken back') count(tally, 'lost', `a yes: ${is}`)
    if (said.has('not now') && row.answer !== 'not now') count(tally, 'lost', `a not now: ${is}`)
    if (said.has('withdrawn') && row.status !== 'withdrawn') count(tally, 'lost', `a withdrawal: ${is}`)
    if (said.has('seen by the asker') && !(row.seen && row.lines === 1 && row.answer === 'yes'))
      count(tally, 'leaked', `a contact without its line: ${is}`)
    if (said.has('seen by the family') && row.theirs === 0) count(tally, 'leaked', `an asker without a line: ${is}`)
    if (row.seen !== row.lines > 0) count(tally, 'leaked', `a look without its line, or the reverse: ${is}`)
    if (row.lines > 1) count(tally, 'doubled', `lines of one look: ${is}`)
    if ((isOpen || row.seen || row.theirs > 0) && row.answer !== 'yes' && row.answer !== 'taken back')
      count(tally, 'leaked', `a contact without a yes: ${is}`)
    if ((isLive || row.seen) && (isBack || row.refunds > 0)) count(tally, 'lost', `a contact that was refunded: ${is}`)
    if (!isLive && !row.seen && !(isBack && row.refunds === 1)) count(tally, 'lost', `a fee that is kept: ${is}`)
  }
  if (!isOver) return
  const { rows } = await site.pool.query(
    `select r.id from contact_requests r join payments p on p.id = r.payment_id
     where r.id = any($1) and (r.status = 'forwarded' and r.answer_by <= now() or p.status = 'refund_due')`,
    [asked.map(({ id }) => id)],
  )
  count(tally, 'lost', 'requests whose time is over, or whose fee is still due', rows.length)
}

/** The next day at noon every notice of the list has left in a mail, as often as it stands there, and no other. */
async function expectTold(site: Site, tally: Tally, asked: Asked[]) {
  const { db, pool, mail } = site
  let tomorrow = new Date(Date.now() + 86_400_000)
  while (isNight(tomorrow)) tomorrow = new Date(tomorrow.getTime() + 3_600_000)
  const sent = new Map<string, number>()
  const note = (recipient: string) => sent.set(recipient, (sent.get(recipient) ?? 0) + 1)
  for (const { recipients } of mail.received) recipients.forEach(note)
  const deliver = async ({ recipient }: { recipient: string }) => note(recipient)
  await deliverDue({
    db,
    deliver,
    clock: () => tomorrow,
    log: { error: (what) => tally.wrong.push(JSON.stringify(what)) },
  })

  const people = asked.flatMap(({ asker, owner, guardian }) => [asker, owner, guardian])
  const { rows } = await pool.query(
    `select u.email, n.kind, n.lines, coalesce(m.mails, 0) as mails, coalesce(m.sent, 0) as sent, o.all_sent
     from users u
     join lateral (select kind, count(*)::int as lines from notifications
       -- That an answer is no longer needed is in the list alone.
       where user_id = u.id and coalesce(about->>'what', '') not in ('over', 'ended') group by kind) n on true
     left join lateral (select count(*)::int as mails, count(*) filter (where status = 'sent')::int as sent
       from outbox where user_id = u.id and notice = n.kind and channel = 'mail') m on true
     join lateral (select count(*)::int as all_sent from outbox where recipient = u.email and status = 'sent') o on true
     where u.id = any($1) and n.kind in ('asked', 'request-answered', 'fee-returned')`,
    [people.map(({ id }) => id)],
  )
  for (const { email, kind, lines, mails, sent: left, all_sent: all } of rows) {
    count(tally, 'lost', `mails of ${kind} to ${email}: ${left} of ${lines}`, Math.max(0, lines - left))
    count(tally, 'doubled', `mails of ${kind} to ${email}: ${mails} for ${lines}`, Math.max(0, mails - lines))
    if ((sent.get(email) ?? 0) < all) count(tally, 'lost', `mails to ${email}: ${sent.get(email)} of ${all}`)
  }
  const { rows: twice } = await pool.query(
    `select user_id, split_part(cause, ' ', 1) as request from notifications
     where user_id = any($1) and (kind = 'fee-returned'
       or kind = 'request-answered' and about->>'answer' in ('not now', 'over', 'ended'))
     group by 1, 2 having count(*) > 1`,
    [people.map(({ id }) => id)],
  )
  count(tally, 'doubled', 'ends of one request in a list', twice.length)
}

export const answered: Trial[] = [
  {
    id: 'F1e',
    title:
      'O3 O4 O5 O6 Y3: killed between any two steps of a yes, the server shows no contact without a line and keeps no fee for one that nobody can see',
    rounds: { few: 2, many: 50 },
    within: 10_000,
    run: killWhileAnswering(serverFalls),
  },
  {
    id: 'F1f',
    title:
      'O3 O4 O5 O6 Y3: with the database killed between any two steps of a yes, no contact is shown so, and no fee kept',
    rounds: { few: 1, many: 50 },
    within: 10_000,
    run: killWhileAnswering(databaseFalls),
  },
]
