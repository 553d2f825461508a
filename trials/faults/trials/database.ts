import { setTimeout as delay } from 'node:timers/promises'
import { postmasterPid } from '../postgres.ts'
import { openSite } from '../site.ts'
import type { Tally } from '../tally.ts'
import { recovered, type Stage, type Trial, timeoutMs, untilServed, whileAsked } from '../trial.ts'
import { writerOn } from '../writer.ts'

async function databaseBesideKilled({ site, postgres, random }: Stage, tally: Tally, rounds: number) {
  const writer = await writerOn(site)
  for (let round = 0; round < rounds; round++) {
    await whileAsked(site, tally, async () => {
      const began = performance.now()
      const moment = random() * 400
      while (performance.now() - began < moment) await writer.write()
      postgres.kill()
      await delay(random() * 500)
      await postgres.restart()
      recovered(tally, await untilServed(site))
    })
    await writer.expectKept(tally)
    tally.rounds++
  }
}

/** On a site of its own, whose servers bring their database with them. */
async function databaseInsideKilled({ random }: Stage, tally: Tally, rounds: number) {
  await using site = await openSite({})
  const server = site.servers[0]!
  site.judge(tally)
  const writer = await writerOn(site)
  for (let round = 0; round < rounds; round++) {
    const before = server.ends
    const moment = performance.now() + random() * 300
    while (performance.now() < moment) await writer.write()
    process.kill(postmasterPid(site.folder), 'SIGKILL')
    const killed = performance.now()
    while (server.ends === before) await delay(5)
    await server.start()
    recovered(tally, performance.now() - killed)
    await writer.expectKept(tally)
    tally.rounds++
  }
}

async function connectionsInTrouble({ site }: Stage, tally: Tally, rounds: number) {
  const writer = await writerOn(site)
  const line = site.line!
  /** For as long as nothing can be answered, which the probe of a proxy is to be told. */
  const gone: Record<string, () => Promise<void>> = {
    'connections are reset and refused for a second': async () => {
      line.line.isClosed = true
      line.cut()
      await delay(1_000)
      line.line.isClosed = false
    },
    'everything takes five seconds longer': async () => {
      line.line.slow = 5_000
      await delay(8_000)
      line.line.slow = 0
    },
    'the machine is gone for six seconds': async () => {
      line.line.isDead = true
      line.silence()
      await delay(6_000)
      line.line.isDead = false
    },
  }
  const others: typeof gone = {
    'connections are reset': async () => line.cut(),
    'everything takes 0.2 s longer': async () => {
      line.line.slow = 200
      await delay(2_000)
      line.line.slow = 0
    },
    'the machine behind is gone, and another answers at its address': async () => line.silence(),
    'a table is locked for six seconds': async () => {
      const client = await site.pool.connect()
      await client.query('begin; lock table users in access exclusive mode')
      await delay(6_000)
      await client.query('rollback')
      client.release()
    },
  }
  for (let round = 0; round < rounds; round++)
    for (const [what, trouble] of Object.entries({ ...gone, ...others })) {
      const answers = await whileAsked(site, tally, async () => {
        await writer.write()
        await trouble()
        recovered(tally, await untilServed(site))
        await writer.write()
      })
      const saying = (path: string, status: number) => answers.some((one) => one.path === path && one.status === status)
      if (saying('/healthz', 503)) tally.wrong.push(`${what}: a server that lives said that it does not`)
      if (what in gone && !saying('/readyz', 503)) tally.wrong.push(`${what}: and still it said that it is ready`)
      if (tally.slowest > timeoutMs)
        tally.wrong.push(`${what}: ${tally.slowestOf} took ${Math.round(tally.slowest)} ms`)
      await writer.expectKept(tally)
      tally.rounds++
    }
}

export const database: Trial[] = [
  {
    id: 'F3',
    title: 'Y3 G3: while the database beside it is killed and started the server says 503, and goes on by itself',
    rounds: { few: 1, many: 20 },
    within: 5_000,
    run: databaseBesideKilled,
  },
  {
    id: 'F3b',
    title: 'Y3: when the database it brings is killed the server ends, and its next start has every acknowledged write',
    rounds: { few: 1, many: 20 },
    within: 20_000,
    run: databaseInsideKilled,
  },
  {
    id: 'F4',
    title: 'Y3 G3: with connections cut, slow, dead or waiting for a lock nothing hangs, and all is well by itself',
    rounds: { few: 0, many: 3 },
    // A connection that hears nothing is given up after twelve seconds, and one that was first used when an answer that
    // waited for another had been given up, after four more.
    within: 15_000,
    run: connectionsInTrouble,
  },
]
