import { setTimeout as delay } from 'node:timers/promises'
import { expectBooksRight, expectNoContact } from '../faults/books.ts'
import { patiently } from '../faults/patiently.ts'
import { postmasterPid } from '../faults/postgres.ts'
import { refOf, type Site } from '../faults/site.ts'
import { count, newTally, type Tally } from '../faults/tally.ts'
import { raced } from '../faults/trials/races.ts'
import { crowdOn, type Seen } from './people.ts'
import type { Cluster } from './stage.ts'

export interface Trial {
  /** By which it is asked for: `npm run cluster -- server`. */
  id: string
  what: string
  /** Milliseconds for which nobody may be answered. */
  silence: number
  /** Whether anybody's answer may be cut, or be a failure of the proxy. */
  mayCut: boolean
  run(cluster: Cluster, tally: Tally): Promise<unknown>
}

/** Milliseconds for which a part is gone. */
const gone = 1_500

export const trials: Trial[] = [
  { id: 'nothing', what: 'nothing happens', silence: 2_000, mayCut: false, run: () => delay(2_000) },
  {
    id: 'races',
    what: 'the same is asked of all servers at once (C1 to C7 of `npm run faults`)',
    silence: 4_000,
    mayCut: false,
    async run({ site }, tally) {
      for (const { run } of raced) await run({ site }, tally, 1)
      await guess(site, tally)
    },
  },
  {
    id: 'server',
    what: 'a server is killed, and started again',
    silence: 2_000,
    mayCut: true,
    async run({ site: { servers } }) {
      await servers[1]!.end('SIGKILL')
      await delay(gone)
      await servers[1]!.start()
    },
  },
  {
    id: 'upgrade',
    what: 'each server is told to stop, and started again',
    silence: 2_000,
    mayCut: false,
    async run({ site: { servers } }) {
      for (const server of servers) {
        await server.end('SIGTERM')
        await server.start()
      }
    },
  },
  {
    id: 'proxy',
    what: 'the proxy reads its configuration anew',
    silence: 2_000,
    mayCut: false,
    async run({ proxy }) {
      proxy.reload()
      await delay(gone)
    },
  },
  {
    id: 'replica',
    what: 'the replica is killed, and started again',
    silence: 2_000,
    mayCut: false,
    run: ({ standby }) => killed(standby),
  },
  {
    id: 'behind',
    what: 'the replica stands still, and goes on',
    silence: 2_000,
    mayCut: false,
    async run({ standby }) {
      await standby.ask('select pg_wal_replay_pause()')
      await delay(4_000)
      await standby.ask('select pg_wal_replay_resume()')
    },
  },
  {
    id: 'pooler',
    what: 'the pooler is killed, and started again',
    silence: 8_000,
    mayCut: false,
    async run({ pooler }) {
      await pooler.kill()
      await delay(gone)
      await pooler.start()
    },
  },
  {
    id: 'primary',
    what: 'the primary is killed, and started again',
    silence: 12_000,
    mayCut: false,
    run: ({ primary }) => killed(primary),
  },
  {
    id: 'promotion',
    what: 'the primary is lost, and the replica takes its place',
    silence: 12_000,
    mayCut: false,
    async run({ primary, promote }) {
      process.kill(postmasterPid(primary.dataDir), 'SIGKILL')
      await delay(gone)
      await promote()
    },
  },
]

/** So many may guess at a password from one network, on all servers together (sign-in/guard.server.ts). */
const guesses = 10

async function guess(site: Site, tally: Tally) {
  const { email } = await site.signUp('guessed')
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      patiently(() =>
        site.call(
          'POST',
          '/api/auth/sign-in/email',
          { network: '10.77.0.1' },
          { email, password: `a wrong password ${n}` },
          { server: site.servers[n % site.servers.length]! },
        ),
      ),
    ),
  )
  const tried = answers.filter(({ status }) => status === 401).length
  count(
    tally,
    'doubled',
    `guesses beyond the limit: ${answers.map(({ status }) => status)}`,
    Math.max(0, tried - guesses),
  )
  if (tried < guesses) tally.wrong.push(`only ${tried} guesses were let through`)
}

async function killed(member: Cluster['primary']) {
  process.kill(postmasterPid(member.dataDir), 'SIGKILL')
  await delay(gone)
  await member.stop()
  await member.start()
}

/** What is asked is answered by every server, through the proxy: so often that each had its turn. */
async function untilServed({ site }: Cluster) {
  for (let good = 0; good < 12; ) {
    const answer = await site.call('GET', '/api/BioDataCount', { network: '10.9.9.9' }).catch(() => undefined)
    good = answer?.status === 200 ? good + 1 : 0
    if (!good) await delay(20)
  }
}

/** Every server reads from the replica: or its own changes would be seen whatever it does. */
async function untilReplicaUsed({ site }: Cluster) {
  for (const server of site.servers) {
    const ready = () => site.call('GET', '/readyz', {}, undefined, { server })
    while ((await ready()).body?.replica !== 'used') await delay(20)
  }
}

/** @returns what people saw, and what the books say afterwards */
export async function tryOut(cluster: Cluster, trial: Trial): Promise<Seen & Tally> {
  const { site } = cluster
  const tally = newTally()
  // Without it what was acknowledged last would be lost with the primary (docs/operating.md).
  const isKept = trial.id === 'promotion'
  if (isKept) await waitsForReplica(cluster, `'*'`)
  await untilReplicaUsed(cluster)
  const crowd = await crowdOn(site)
  await delay(1_000)
  await trial.run(cluster, tally)
  await untilServed(cluster)
  await delay(500)
  await crowd.stop()
  const { seen, written, owner } = crowd
  await expectBooksRight(site, tally)
  for (const { writer, said } of written) {
    const { rows } = await site.pool.query('select name from biodata where id = $1', [writer.id])
    count(tally, 'lost', `published ${said}, kept ${rows[0]?.name}`, Number(rows[0]?.name.slice(5) ?? 0) < said ? 1 : 0)
  }
  const { rows } = await site.pool.query('select from contact_requests where id = any($1)', [seen.acknowledged])
  count(tally, 'lost', 'acknowledged requests', seen.acknowledged.length - rows.length)
  await expectNoContact(site, tally, await payerOf(site, owner.number), owner)
  const { failed, cut, stale } = seen
  const wrong = [...tally.wrong, ...seen.wrong]
  if (!trial.mayCut && failed + cut > 0) wrong.push(`${failed} failures and ${cut} answers cut`)
  if (stale > 0) wrong.push(`${stale} own changes not seen`)
  return { ...tally, ...seen, wrong }
}

async function waitsForReplica({ primary }: Cluster, names: string) {
  await primary.ask(`alter system set synchronous_standby_names = ${names}`)
  await primary.ask('select pg_reload_conf()')
}

/** Somebody who has paid for a contact that nobody has approved. */
async function payerOf(site: Site, number: number) {
  const payer = await site.signUp('payer')
  const { clientSecret } = (await patiently(() => site.begin(payer, number))).body
  await site.confirm(clientSecret)
  await patiently(() => site.record(payer, refOf(clientSecret), number))
  return payer
}
