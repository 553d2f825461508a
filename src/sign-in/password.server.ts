import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
/** What one try at a password costs: KiB of memory, and how often they are gone through. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}
/** OWASP's recommended argon2id setting: 19 MiB, two passes, one lane. */
const recommended: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

const hash = (password: string, nonce: Buffer, { memory, passes, parallelism }: PasswordCost) =>
  derive('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength: 32 })

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
