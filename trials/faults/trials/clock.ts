import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signatureOf } from '#sandbox/stripe/webhook.ts'
import { forget } from '#src/app/server/forget.server.ts'
import { expectBooksRight, sweepNow } from '../books.ts'
import { patiently } from '../patiently.ts'
import { openSite, type Person, type Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial, untilServed } from '../trial.ts'

const day = 86_400_000
/** Days that the clock of the servers goes wrong by. A session lives for thirty. */
const jumps = [1, -1, 40, -3]
const password = 'a good password'

/** Waits until every server says that it is so many days later than it is; they look at the file once a second. */
async function untilMoved({ servers, call }: Site, days: number) {
  for (const server of servers)
    for (;;) {
      const said = Date.parse((await call('GET', '/healthz', {}, undefined, { server })).headers.get('date')!)
      if (Math.abs(said - Date.now() - days * day) < 60_000) break
      await delay(50)
    }
}

/** Paid, and the browser is closed. */
async function payAndLeave(site: Site, { number }: Awaited<ReturnType<Site['owner']>>) {
  const payer = await site.signUp('payer')
  const { clientSecret } = (await patiently(() => site.begin(payer, number))).body
  await site.confirm(clientSecret)
}

/** The provider tells of what happened last, once. @returns the status of the answer */
async function tellOfLast({ sandbox, webhook }: Site) {
  const body = JSON.stringify(sandbox.events().at(-1))
  const headers = { 'stripe-signature': signatureOf(body, webhook.secret, new Date()) }
  const { status } = await fetch(webhook.url, { method: 'POST', body, headers })
  return status
}

/** Which rows there are that are kept for longer than the clock is wrong. */
async function rowsOf({ pool }: Site) {
  const tables = ['users', 'accounts', 'biodata', 'favourites', 'payments', 'contact_requests', 'consents', 'audit_log']
  const { rows } = await pool.query(
    tables.map((table) => `select '${table}' as "table", count(*)::int as n from ${table}`).join(' union all '),
  )
  return rows as { table: string; n: number }[]
}

/** Everything in a browser's day is asked for on both servers. @returns what was refused */
async function refusalsOf(site: Site, person: Person) {
  const refused: string[] = []
  for (const server of site.servers)
    for (const path of ['/', '/api/bioData-filter', '/api/payments', '/dashboard/my-contact-request']) {
      const { status } = await site.call('GET', path, person, undefined, { server })
      if (status !== 200) refused.push(`${path} answered ${status}`)
    }
  return refused
}

async function signInAgain(site: Site, { email, network }: Person) {
  return site.call('POST', '/api/auth/sign-in/email', { network }, { email, password })
}

async function clockMoved({ postgres }: Stage, tally: Tally, rounds: number) {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (!library) {
    tally.skipped = 'libfaketime (of the package faketime) is not installed here'
    return
  }
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-clock-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'now')
  await writeFile(file, '+0d')
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timers go on: a clock that is set moves nothing that is measured.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const site = undo.use(await openSite({ postgres, servers: 2, settings }))
  site.judge(tally)
  const owner = await site.owner()
  const moveTo = async (days: number) => {
    await writeFile(file, `${days < 0 ? '' : '+'}${days}d`)
    await untilMoved(site, days)
  }
  for (let round = 0; round < rounds; round++) for (const days of jumps) await tryJump(site, tally, owner, days, moveTo)
}

async function tryJump(
  site: Site,
  tally: Tally,
  owner: Awaited<ReturnType<Site['owner']>>,
  days: number,
  moveTo: (days: number) => Promise<void>,
) {
  const wrong = (what: string) => tally.wrong.push(`${days} days: ${what}`)
  const member = await site.signUp('member')
  await moveTo(days)
  const refused = await refusalsOf(site, member)
  if (days < 30) refused.forEach(wrong)
  else if (refused.length === 0) wrong('a session that is too old is still one')
  if ((await signInAgain(site, member)).status !== 200) wrong('nobody can sign in')

  // A notice of another day is not believed, so the sweep is what is left, and it asks by this clock.
  site.sandbox.fail.webhooks = 'lost'
  await payAndLeave(site, owner)
  if ((await tellOfLast(site)) !== 400) wrong('a notice of another day was believed')
  const then = new Date(Date.now() + days * day)
  await sweepNow(site, then)
  await expectBooksRight(site, tally, { isSwept: false, timeoutMs: 0 })
  const before = await rowsOf(site)
  await forget(site.db, then, true)
  const after = await rowsOf(site)
  for (const { table, n } of before)
    count(tally, 'lost', `rows of ${table}`, n - after.find((row) => row.table === table)!.n)
  await payAndLeave(site, owner)

  await moveTo(0)
  delete site.sandbox.fail.webhooks
  const began = performance.now()
  await untilServed(site)
  const again = await signInAgain(site, member)
  if (again.status !== 200) wrong(`signing in afterwards answered ${again.status} ${again.text}`)
  const cookie = again.headers.getSetCookie().map((one) => one.split(';')[0])
  for (const one of await refusalsOf(site, { ...member, cookie: cookie.join('; ') })) wrong(`afterwards ${one}`)
  await sweepNow(site)
  await expectBooksRight(site, tally, { isSwept: false })
  recovered(tally, performance.now() - began)
  const mails = site.mail.received.filter(({ recipients }) => recipients.includes(member.email)).length
  count(tally, 'lost', 'the mail to who has registered', mails === 0 ? 1 : 0)
  count(tally, 'doubled', 'the mail to who has registered', Math.max(0, mails - 1))
  tally.rounds++
}

export const clock: Trial[] = [
  {
    id: 'F9',
    title: 'K3c K3d R7: with the clock a day or forty ahead or days behind nothing is lost, and once right all is well',
    rounds: { few: 0, many: 2 },
    within: 15_000,
    isBeside: true,
    run: clockMoved,
  },
]
