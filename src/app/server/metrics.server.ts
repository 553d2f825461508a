import { hash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { outboxTrouble } from '#src/features/mail/outbox.server.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Replica } from '#src/platform/db/replica.server.ts'
import { notFound } from '#src/platform/http/problem.ts'
import type { FairLimiter } from '#src/platform/limits/fair-limiter.server.ts'
import { type SecurityEvent, securityEvents } from './security-events.server.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What Prometheus is told. Nothing of it names a person: no address of a page, no id, no text that was sent. */
export function createMetrics({
  db,
  pool,
  replica,
  disk,
  now = Date.now,
}: {
  db: Db
  pool: pg.Pool
  replica?: Pick<Replica, 'isUsed' | 'secondsBehind'> | undefined
  disk?: string | undefined
  now?: () => number
}) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a request was answered, by the pattern of its route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const events = new Counter({
    name: 'nikhad_security_events_total',
    help: 'Security events, by the name that the log has for them',
    labelNames: ['event'],
    registers,
  })
  // One that never happened is 0: an increase from nothing to one could not be seen.
  for (const event of securityEvents) events.inc({ event }, 0)
  const jobs = new Gauge({
    name: 'nikhad_job_last_success_timestamp_seconds',
    help: 'When a job of this server last ended well; its start counts as one',
    // `job` is Prometheus' own: it would call ours otherwise.
    labelNames: ['name'],
    registers,
  })
  const gauge = gaugesIn(registers)
  gauge(
    'nikhad_database_connections',
    'Connections of this server, and requests that wait for one',
    () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    'state',
  )
  gauge(
    'nikhad_replica_used',
    'Whether lists are read from the replica of DATABASE_REPLICA_URL',
    () => replica && Number(replica.isUsed()),
  )
  gauge('nikhad_replica_behind_seconds', 'For how long the replica has lacked what was written', () =>
    replica?.secondsBehind(),
  )
  gauge('nikhad_disk_free_ratio', 'What is free of the disk that holds DATA_DIR, from 0 to 1', () =>
    disk === undefined ? undefined : freeShare(disk),
  )
  /** What waits in the database; undefined when that does not answer. */
  let waiting: Awaited<ReturnType<typeof waitingIn>> | undefined
  const inVain = (what: string) =>
    `How many ${what} were tried in vain and are tried again, and how many were given up in the last month`
  gauge('nikhad_mails', inVain('mails'), () => waiting?.mails, 'status')
  gauge('nikhad_pushes', inVain('pushes'), () => waiting?.pushes, 'status')
  gauge('nikhad_payments_to_look_at', 'Payments that an administrator has to look at', () => waiting?.findings)
  gauge('nikhad_refunds_due', 'Payments that have still to go back', () => waiting?.refunds)
  gauge('nikhad_database_up', 'Whether the database answers', () => Number(waiting !== undefined))
  return {
    contentType: registry.contentType,
    async text() {
      waiting = await waitingIn(db, new Date(now())).catch(() => undefined)
      return registry.metrics()
    },
    happened: (event: SecurityEvent) => events.inc({ event }),
    jobSucceeded: (name: string) => jobs.set({ name }, now() / 1000),
    watch(app: FastifyInstance, queues: Record<'requests' | 'passwords', FairLimiter>) {
      const { requests, passwords } = queues
      gauge('nikhad_requests_in_work', 'Requests that hold a place', () => requests.taken)
      gauge(
        'nikhad_requests_waiting',
        'Requests that wait for a place, and those that wait for their password to be hashed',
        () => ({ requests: requests.waiting, passwords: passwords.waiting }),
        'queue',
      )
      new Counter({
        name: 'nikhad_requests_refused_total',
        help: 'Requests that were refused because every place was taken, or because their network or member had its share',
        labelNames: ['queue', 'because'],
        registers,
        collect() {
          this.reset()
          for (const [queue, { refused }] of Object.entries(queues))
            for (const [because, count] of Object.entries(refused)) this.inc({ queue, because }, count)
        },
      })
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none'
        const status = `${Math.floor(reply.statusCode / 100)}xx`
        seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
      })
    },
  }
}

/** A value, or one for each value of a label. Without any the gauge is not told. */
type Value = number | Record<string, number> | undefined

const gaugesIn =
  (registers: Registry[]) => (name: string, help: string, read: () => Value | Promise<Value>, label?: string) =>
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      async collect() {
        const value = await read()
        this.reset()
        if (value === undefined) this.remove({})
        else if (typeof value === 'number') this.set(value)
        else for (const [key, each] of Object.entries(value)) this.set({ [label!]: key }, each)
      },
    })

async function waitingIn(db: Db, now: Date) {
  const trouble = await outboxTrouble(db, now)
  const { rows } = await sql<{ findings: number; refunds: number }>`
    select (select count(*)::integer from payment_findings where done_at is null) as findings,
      (select count(*)::integer from payments where status = 'refund_due') as refunds`.execute(db)
  return { ...trouble, ...rows[0]! }
}

/** Below it an operator is told: PostgreSQL ends when nothing is left, and starts only once there is room again. */
export const littleFree = 0.05

/** What of the disk of a folder is free for its user, from 0 to 1. */
export async function freeShare(folder: string) {
  const { blocks, bfree, bavail } = await statfs(folder)
  return bavail / (blocks - bfree + bavail)
}

/** At `/metrics` with a token, or on a port of its own, which without a token is open to this machine only. */
export async function serveMetrics(app: FastifyInstance, metrics: Metrics, config: Pick<Config, 'host' | 'metrics'>) {
  const { port, token } = config.metrics ?? {}
  const server = port === undefined ? app : Fastify({ forceCloseConnections: true })
  server.get('/metrics', { config: { access: 'visitor', isExempt: true } }, async ({ headers }, reply) => {
    if (token !== undefined && !isSame(headers.authorization, `Bearer ${token}`)) throw notFound()
    const text = await metrics.text()
    return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text)
  })
  if (port === undefined) return
  const host = token === undefined ? '127.0.0.1' : config.host
  // Fastify does not wait for what is done on listening.
  app.addHook('onReady', async () => void (await server.listen({ port, host })))
  app.addHook('onClose', () => server.close())
}

const digestOf = (text: string) => hash('sha256', text, 'buffer')
const isSame = (given = '', expected: string) => timingSafeEqual(digestOf(given), digestOf(expected))
