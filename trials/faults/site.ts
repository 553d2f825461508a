import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripeSandbox } from '#sandbox/stripe/server.ts'
import { joinDatabase } from '#src/platform/db/connect.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { freePort } from '#tests/program.ts'
import { mailServer } from '#tests/smtp.server.ts'
import { biodataOnTheWire } from '#tests/world.server.ts'
import { patiently } from './patiently.ts'
import type { OwnPostgres } from './postgres.ts'
import { type ServerProcess, serverProcess } from './process.ts'
import { proxyTo } from './proxy.ts'
import { count, type Tally } from './tally.ts'

export interface Person {
  email: string
  cookie: string
  id: string
  /** Where they call from: limits are per network. */
  network: string
}

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_faults',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_faults',
  STRIPE_WEBHOOK_SECRET: 'whsec_faults',
}

/** Stripe's card for tests that is declined. */
export const declined = '4000000000000002'

/** Words of the inside that no answer may hold. */
const inside = /ECONN|ENOENT|EROFS|ENOSPC|\bat .*\.[jt]s|node_modules|postgres|relation "|syntax error/i

/**
 * A real site on this machine: server processes in production mode, their database, a payment provider that speaks
 * Stripe's protocol, a mail server, and people. With `postgres` the database stands beside the servers, behind a line
 * that can be cut, and is `database` or a new one; without it the one server brings its own, in `dataDir`. All servers are
 * started at once. `settings` are of their environment; `program` is the folder of another version. `front` begins what stands before the servers of these ports, and
 * through which everything is asked then.
 */
export async function openSite({
  postgres,
  database,
  dataDir,
  servers: many = 1,
  settings = {},
  program,
  front,
}: {
  postgres?: Pick<OwnPostgres, 'socket' | 'createDatabase' | 'connectionTo'>
  database?: string
  dataDir?: string
  servers?: number
  settings?: Record<string, string>
  program?: string
  front?: (ports: number[]) => Promise<{ origin: string }>
}) {
  await using undo = new AsyncDisposableStack()
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'nikhad-site-')))
  if (!dataDir) undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const mail = await mailServer()
  undo.defer(() => mail.stop())
  const line = postgres && (await proxyTo(postgres.socket))
  if (line) undo.defer(line.close)
  const connection = postgres?.connectionTo(database ?? (await postgres.createDatabase()))

  const webhook = { url: '', secret: keys.STRIPE_WEBHOOK_SECRET }
  const [secretKey, publishableKey] = [keys.STRIPE_SECRET_KEY, keys.STRIPE_PUBLISHABLE_KEY]
  const sandbox = stripeSandbox({ secretKey, publishableKey, webhook })
  const provider = { ...(await sandbox.listen()) }
  undo.defer(() => provider.close())

  const ports: number[] = []
  for (let i = 0; i < many; i++) ports.push(await freePort())
  const before = await front?.(ports)
  const servers: ServerProcess[] = []
  for (const port of ports) {
    servers.push(
      serverProcess(
        {
          ...keys,
          PORT: String(port),
          PUBLIC_URL: before?.origin ?? `http://127.0.0.1:${port}`,
          AUTH_SECRET: 'c2VjcmV0IG9mIHRoZSBmYXVsdHMsIGxvbmcgZW5vdWdo',
          DATA_DIR: folder,
          TRUST_PROXY: '127.0.0.1',
          STRIPE_SANDBOX: provider.url,
          SMTP_URL: mail.url,
          MAIL_FROM: 'site@faults.example',
          FEE_BDT: '500',
          SEND_MONEY_BKASH: '01700-000000, Faults',
          ...(connection ? { DATABASE_URL: `postgres://nikhad@127.0.0.1:${line!.port}/${connection.database}` } : {}),
          ...settings,
        },
        program,
      ),
    )
  }
  // One that is killed would leave its database running.
  const ending = connection ? 'SIGKILL' : 'SIGTERM'
  for (const server of servers) undo.defer(async () => void (await server.end(ending)))
  /** Where people come in. */
  const first: Pick<ServerProcess, 'origin' | 'lines'> = before ? { ...before, lines: [] } : servers[0]!
  webhook.url = `${first.origin}/api/webhooks/stripe`
  await Promise.all(servers.map((server) => server.start()))

  /** Looks into the database without the servers. */
  const { db, pool } = connection ? openDatabase(connection) : await joinDatabase(folder)
  undo.defer(() => db.destroy())

  let tally: Tally | undefined
  let people = 0
  let accounts = 0
  const networkOfNext = () => `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people++ & 255}`

  /** Asks as a browser does, on a new connection unless it `isKept`. @throws when no answer came */
  async function call(
    method: string,
    path: string,
    by?: Partial<Person>,
    body?: unknown,
    { server = first, timeoutMs = 20_000, isKept = false } = {},
  ) {
    const began = performance.now()
    const response = await fetch(server.origin + path, {
      method,
      headers: {
        origin: before?.origin ?? server.origin,
        ...(isKept ? {} : { connection: 'close' }),
        ...(by?.cookie ? { cookie: by.cookie } : {}),
        ...(by?.network ? { 'x-forwarded-for': by.network } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(({ message, cause }: Error) => {
      throw new Error(`${method} ${path}: ${message}`, { cause })
    })
    const text = await response.text()
    const ms = performance.now() - began
    if (tally) {
      if (ms > tally.slowest) Object.assign(tally, { slowest: ms, slowestOf: `${method} ${path}: ${response.status}` })
      const isFault = response.status >= 500
      if (isFault && inside.test(text)) count(tally, 'leaked', `${method} ${path}: ${text.slice(0, 300)}`)
      if (isFault && response.status !== 503) {
        const logged = server.lines.findLast((line) => line.includes('"err"'))
        tally.wrong.push(`${method} ${path} answered ${response.status}: ${text} ${logged}`)
      }
    }
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
      ms,
    }
  }

  async function signUp(name: string): Promise<Person> {
    const network = networkOfNext()
    const account = { name, password: 'a good password', image: `${first.origin}/portrait.svg` }
    let email = ''
    const answer = await patiently(() => {
      // Another one each time: what was answered too late may have been done.
      email = `${name}-${++accounts}@faults.example`
      return call('POST', '/api/auth/sign-up/email', { network }, { ...account, email })
    })
    if (answer.status !== 200) throw new Error(`sign-up of ${email}: ${answer.status} ${answer.text}`)
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    return { email, cookie, network, id: answer.body.user.id }
  }

  const publish = (by: Person, more: Record<string, unknown> = {}, how: { isKept?: boolean } = {}) =>
    call('PATCH', '/api/bioData', by, biodataOnTheWire({ email: by.email, ...more }), how)

  const disposed = undo.move()
  return {
    db,
    pool,
    servers,
    line,
    folder,
    connection,
    mail,
    sandbox,
    webhook,
    call,
    signUp,
    publish,

    /** Whose answers are looked at from now on. */
    judge(next: Tally | undefined) {
      tally = next
    },

    async owner() {
      const owner = await signUp('owner')
      await patiently(() => publish(owner))
      const own = await patiently(() => call('GET', '/api/viewBioData', owner))
      return { ...owner, number: own.body.bioDataId as number }
    },

    async admin() {
      const admin = await signUp('admin')
      await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
      return admin
    },

    begin: (by: Person, bioDataId?: number, server = first) =>
      call('POST', '/api/create-payment-intent', by, { price: 5, bioDataId }, { server }),
    record: (by: Person, transactionId: string, bioDataId?: number, server = first) =>
      call('POST', '/api/payments', by, { transactionId, bioDataId }, { server }),

    /** What Stripe.js does with a card and a client secret. */
    async confirm(clientSecret: string, card = '4242424242424242') {
      const response = await fetch(`${provider.url}/v1/payment_intents/${refOf(clientSecret)}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': card,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '40',
          'payment_method_data[card][cvc]': '123',
        }),
      })
      await response.body?.cancel()
      return response.status
    },

    /** The provider goes away, and comes back at the same address when the answer is called. */
    async providerDown() {
      await provider.close()
      return async () => {
        Object.assign(provider, await sandbox.listen(Number(new URL(provider.url).port)))
      }
    },
    providerUrl: provider.url,
    [Symbol.asyncDispose]: () => disposed.disposeAsync(),
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>

/** The intent's id is the part of a client secret before `_secret_`. */
export const refOf = (clientSecret: string) => clientSecret.replace(/_secret_.*/, '')
