import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deliverDue } from '#src/features/mail/outbox.server.ts'
import { createDelivery } from '#src/features/mail/transport.server.ts'
import { testConfig } from '#tests/world.server.ts'
import { ours } from '../process.ts'
import type { Person } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial, untilServed } from '../trial.ts'

/** What a server's mail job does, at a moment to come. Two at once, as two servers do. */
async function deliverLater({ db, mail }: Stage['site'], hours: number) {
  const config = testConfig({ mail: { from: 'site@faults.example', smtpUrl: mail.url } })
  const deliver = createDelivery({ ...config, mail: config.mail! })
  const clock = () => new Date(Date.now() + hours * 3_600_000)
  const log = { error() {} }
  await Promise.all([1, 2].map(() => deliverDue({ db, deliver, clock, log })))
}

async function mailServerInTrouble({ site }: Stage, tally: Tally, rounds: number) {
  const { mail } = site
  for (let round = 0; round < rounds; round++)
    for (const trouble of ['down', 'slow', 'refusing for now', 'refusing one for good']) {
      const people: Person[] = []
      if (trouble === 'down') await mail.stop()
      else if (trouble === 'slow') mail.slow = 2_000
      else {
        const code = trouble === 'refusing for now' ? 451 : 550
        mail.refuse = (to) =>
          code === 451 || to.startsWith(`refused-${round}`) ? { code, message: 'not today' } : undefined
      }
      for (const name of [`refused-${round}`, 'other', 'third']) people.push(await site.signUp(name))
      await delay(300)
      if (trouble === 'down') await mail.start()
      else mail.refuse = () => undefined
      const began = performance.now()
      const arrived = () =>
        people.map(({ email }) => mail.received.filter(({ recipients }) => recipients.includes(email)).length)
      const isGone = (n: number) => trouble === 'refusing one for good' && n === 0
      // Nothing is late yet: the server is sending them.
      if (trouble === 'slow') await untilArrived(mail, people)
      mail.slow = 0
      for (let hours = 1; hours < 20 && arrived().some((times, n) => times === 0 && !isGone(n)); hours++) {
        await deliverLater(site, hours)
        await delay(50)
      }
      recovered(tally, performance.now() - began)
      for (const [n, times] of arrived().entries()) {
        if (!isGone(n)) count(tally, 'lost', `the mail to ${people[n]!.email}, mail server ${trouble}`, times ? 0 : 1)
        count(tally, 'doubled', `the mail to ${people[n]!.email}, mail server ${trouble}`, Math.max(0, times - 1))
      }
      tally.rounds++
    }
}

async function untilArrived({ received }: Stage['site']['mail'], people: Person[]) {
  const began = performance.now()
  const isThere = ({ email }: Person) => received.some(({ recipients }) => recipients.includes(email))
  while (!people.every(isThere) && performance.now() - began < 30_000) await delay(50)
}

async function slowConnections({ site }: Stage, tally: Tally, rounds: number) {
  const { port } = new URL(site.servers[0]!.origin)
  const medianOf = async () => {
    const times: number[] = []
    for (let n = 0; n < 15; n++) times.push((await site.call('GET', '/baiDataPage')).ms)
    return times.sort((a, b) => a - b)[7]!
  }
  for (let round = 0; round < rounds; round++) {
    const before = await medianOf()
    const began = performance.now()
    const closed: Promise<unknown>[] = []
    for (let n = 0; n < 300; n++) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
      const isBody = n % 2 === 0
      socket.write(`${isBody ? 'POST' : 'GET'} /api/contact-form HTTP/1.1\r\nHost: x\r\n`)
      if (isBody) socket.write('Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"')
      const dripping = setInterval(() => socket.writable && socket.write('x'), 1_000)
      closed.push(once(socket.resume(), 'close').finally(() => clearInterval(dripping)))
    }
    const during = await medianOf()
    // Milliseconds as small as these are mostly chance.
    if (during > 2 * before + 50) tally.wrong.push(`others waited ${during} ms instead of ${before}`)
    await Promise.race([Promise.all(closed), delay(30_000)])
    recovered(tally, performance.now() - began)
    await untilServed(site)
    tally.rounds++
  }
}

/** `rounds` thousand inputs, made from the documented schemas by the test that `npm test` runs with two thousand. */
async function hostileInputs({ random }: Stage, tally: Tally, rounds: number) {
  const env = { ...process.env, FUZZ_RUNS: String(1_000 * rounds), FUZZ_SEED: String(Math.floor(random() * 1e9)) }
  const test = [join(ours, 'node_modules/.bin/vitest'), 'run', 'tests/fuzz.test.ts', '-t', 'made-up inputs']
  const running = spawn(test[0]!, test.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (bytes) => (said += bytes))
  const [code] = await once(running, 'close')
  if (code !== 0)
    tally.wrong.push(
      `FUZZ_SEED=${env.FUZZ_SEED}: ${said.match(/Counterexample.*|timed out.*/)?.[0] ?? said.slice(-1_500)}`,
    )
  tally.rounds = 1_000 * rounds
}

export const outside: Trial[] = [
  {
    id: 'F12',
    title:
      'A6: with the mail server down, slow or refusing nobody waits, every mail arrives once, one refused holds up none',
    rounds: { few: 1, many: 10 },
    within: 60_000,
    run: mailServerInTrouble,
  },
  {
    id: 'F14',
    title: 'G3: three hundred slow connections hold nobody up and are closed within fifteen seconds',
    rounds: { few: 0, many: 2 },
    within: 15_000,
    run: slowConnections,
  },
  {
    id: 'F13',
    title: 'G3: no made-up input is a fault of ours',
    rounds: { few: 0, many: 20 },
    within: 60_000,
    isBeside: true,
    run: hostileInputs,
  },
]
