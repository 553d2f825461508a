import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { PoolConfig } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { buildApp, type Parts } from '#src/app/server/app.server.ts'
import type { Division, Gender } from '#src/features/biodata/fields.ts'
import type { Clock } from '#src/platform/clock.ts'
import { type Config, readConfig } from '#src/platform/config/config.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { cursorSeal } from '#src/platform/http/cursor-seal.server.ts'
import { cursor } from '#src/platform/http/paging.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { copyCluster, templateName } from './global-setup.server.ts'

export const testConfig = (more: Partial<Config> = {}): Config => ({
  ...readConfig('serve', {
    PUBLIC_URL: 'http://127.0.0.1:3000',
    AUTH_SECRET: 'a secret only for tests, long enough',
    DATA_DIR: tmpdir(),
  }),
  erasuresFile: undefined,
  ...more,
})

/** When a test happens that names no time of its own: a Friday in Dhaka. */
export const noon = new Date('2026-11-20T12:00:00+06:00')

/** The cursor of a place in the list of this path, whether there is such a place or not. */
export const cursorOf = (path: string, ...keys: unknown[]) =>
  cursorSeal(testConfig().secret).seal(`GET ${path}`, cursor.pack(...(keys as string[])))

/** A database of its own, copied from the migrated template. */
export const testDatabase = () => newDatabase(templateName)

/** One in which nothing was ever made. */
export const emptyDatabase = () => newDatabase('template0')

/** Gives a server that will start in this folder a cluster, so that it need not make one. */
export const giveCluster = (dataDir: string) => copyCluster(inject('cluster'), join(dataDir, 'postgres'))

async function newDatabase(template: string) {
  const connection = inject('database')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase({ ...connection, max: 1 })
  await admin.pool.query(`create database ${name} template ${template}`)
  await admin.db.destroy()
  return { ...openDatabase({ ...connection, database: name }), connection: { ...connection, database: name } }
}

/** A valid biodata as a client sends it, with the specification's names. */
export const biodataOnTheWire = (more: Record<string, unknown> = {}) => ({
  name: 'Sadia Rahman',
  gander: 'Female',
  photoUrl: 'https://photos.example/sadia.jpg',
  birth: '2000-03-14',
  age: 24,
  skinColor: 'Medium',
  feet: 5,
  inch: 4,
  weight: '55kg',
  occupation: 'Doctor',
  fatherName: 'Mizanur Rahman',
  matherName: 'Shirin Akter',
  perDivision: 'Dhaka',
  presentDivision: 'Dhaka',
  partnerAge: 29,
  PartnerFeet: 5,
  PartnerInch: 8,
  partnerWeight: '70kg',
  phoneNumber: '01712345678',
  ...more,
})

/** Somebody who is signed in, for policies. */
export const member = (more: Partial<Member> = {}): Member => ({
  kind: 'member',
  userId: 'somebody',
  sessionId: 'a session',
  isVerified: true,
  language: 'en',
  email: 'a@b.c',
  name: 'A',
  isAdmin: false,
  needsSecondFactor: false,
  isConfirmed: true,
  isPremium: false,
  isPaused: false,
  question: null,
  isPutAway: false,
  hasBiodata: false,
  isGuardian: false,
  blocked: [],
  news: 0,
  ...more,
})

export interface Person {
  email: string
  cookie: string
  id: string
  /** Where they call from; from one network all of them would be too fast. */
  network?: string
}

/** The whole server on a database of its own, and people who use it through HTTP. */
export async function testWorld({
  reach,
  ...parts
}: Partial<Omit<Parts, 'db'>> & {
  clock?: Clock
  /** By which way the database is reached, where it is not the straight one. */
  reach?: (connection: PoolConfig) => Promise<ReturnType<typeof openDatabase>>
} = {}) {
  const { connection, ...straight } = await testDatabase()
  const { db, pool } = reach ? await reach(connection) : straight
  if (reach) await straight.db.destroy()
  // Races need room; that there is not always room is tested by itself (overload.test.ts).
  const places = Number.POSITIVE_INFINITY
  // A machine that others use too is slow, not wrong.
  const timeoutMs = 60_000
  // Tests change the database beside the server, and look at once.
  const cachesResponses = false
  // Most of what a sign-up takes; every test file has dozens. What it is elsewhere is held by a test of its own.
  const passwordCost = { memory: 8, passes: 1, parallelism: 1 }
  const usual = { config: testConfig(), logLevel: 'silent', places, timeoutMs, cachesResponses, passwordCost }
  const app = await buildApp({ ...usual, ...parts, db })

  async function call(
    method: InjectOptions['method'],
    url: string,
    by?: Person,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const response = await app.inject({
      method: method!,
      url,
      headers: { ...(by ? { cookie: by.cookie } : {}), ...headers },
      ...(by?.network ? { remoteAddress: by.network } : {}),
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson && response.body ? response.json() : undefined,
    }
  }

  let signUps = 0
  async function signUp(email: string, name = email.split('@')[0]!): Promise<Person> {
    const network = `10.0.${signUps >> 8}.${signUps++ & 255}`
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      remoteAddress: network,
      headers: { origin: 'http://127.0.0.1:3000' },
      payload: { name, email, password: 'a good password', image: 'https://photos.example/me.jpg' },
    })
    if (response.statusCode !== 200) throw new Error(`sign-up of ${email}: ${response.statusCode} ${response.body}`)
    const cookie = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    return { email: email.toLowerCase(), cookie, id: response.json().user.id, network }
  }

  async function publish(
    person: Person,
    more: { gander?: Gender; perDivision?: Division; [field: string]: unknown } = {},
  ) {
    const { status, text } = await call(
      'PATCH',
      '/api/bioData',
      person,
      biodataOnTheWire({ email: person.email, ...more }),
    )
    if (status !== 200) throw new Error(`biodata of ${person.email}: ${status} ${text}`)
    const { number } = await db
      .selectFrom('biodata')
      .select('number')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    return number
  }

  return {
    app,
    db,
    pool,
    connection,
    call,
    signUp,
    publish,
    async makeAdmin(person: Person) {
      await db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.id).execute()
      return person
    },
    async makePremium(person: Person) {
      await db.insertInto('premium').values({ userId: person.id, status: 'approve', approvedAt: new Date() }).execute()
      return person
    },
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}

export type World = Awaited<ReturnType<typeof testWorld>>

/** For a world that one test needs alone. */
export async function worldForThisTest(parts: Parameters<typeof testWorld>[0] = {}) {
  const world = await testWorld(parts)
  onTestFinished(() => world.close())
  return world
}
