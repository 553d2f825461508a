import { AsyncLocalStorage } from 'node:async_hooks'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { overloaded } from '#src/platform/http/problem.ts'
import { currentAsker, FairLimiter, leavePlace } from '#src/platform/limits/fair-limiter.server.ts'

const derive = promisify(argon2)
/** What one try at a password costs: KiB of memory, and how often they are gone through. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}
/** OWASP's recommended argon2id setting: 19 MiB, two passes, one lane. */
const recommended: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** A queue of its own: hashing takes a core for some 30 ms. One core and one of libuv's four threads stay free. */
export const hashing = new FairLimiter({
  places: Math.min(3, Math.max(1, availableParallelism() - 1)),
  waitMs: 3_500,
  standingWaitMs: 3_500,
  mostWaiting: 128,
  mostWaitingPerNetwork: 64,
})

/** @throws Problem 503 when too many passwords wait */
async function hash(password: string, nonce: Buffer, { memory, passes, parallelism }: PasswordCost) {
  leavePlace()
  const { path, leftMs } = currentAsker()
  // What is left after the wait is for hashing and the rest of the request.
  const turn = hashing.enter(path, Math.max(0, leftMs - 500))
  if (!(await turn.granted)) throw overloaded()
  try {
    const message = password.normalize('NFKC')
    return await derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength: 32 })
  } finally {
    turn.leave()
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A password as a PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string, cost = recommended): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await hash(password, nonce, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Checks with the cost the string names, so that old hashes stay valid when the cost is raised. */
export async function verifyPassword({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] =
    stored.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/) ?? []
  if (!salt || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await hash(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const made = new AsyncLocalStorage<{ password: string; hash: string }>()

/** Hashes before better-auth's transaction: waiting for a turn inside it would keep a database connection. */
export async function withHash<T>(password: string, cost: PasswordCost | undefined, work: () => Promise<T>) {
  return made.run({ password, hash: await hashPassword(password, cost) }, work)
}

export function madeHash(password: string) {
  const before = made.getStore()
  return before?.password === password ? before.hash : undefined
}
