import { createDecipheriv, createHash, scrypt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import { type BackupReader, filesFolder, type Manifest, type Member, partOfTable, refusals } from './contents.server.ts'

// Reads what Nikhad wrote before its backups were tar archives, and goes with 0.2: a line, then frames that say how long
// they are, compressed by zstd and encrypted by AES-256-GCM with a passphrase, and the SHA-256 of all before it.

const firstLine = /^nikhad-backup 1(?: ([\w-]{22}))?\n/
const digestBytes = 32
const tagBytes = 16

type Chunks = AsyncIterable<Uint8Array>

const lineIn = (start: Buffer) => firstLine.exec(start.toString('latin1'))
export const isOldFile = (start: Buffer) => lineIn(start) !== null

/** As `openBackupFile`. */
export async function openOldFile(path: string, passphrase: string | undefined): Promise<BackupReader> {
  const bytesOf = (from: number, to: number) => createReadStream(path, { start: from, end: to - 1 })
  const [line, salt] = lineIn(await buffer(bytesOf(0, 64)))!
  const sealed = (await stat(path)).size - digestBytes
  const end = salt ? sealed - tagBytes : sealed
  if (end <= line.length) throw refusals(path).damaged
  const digest = createHash('sha256')
  await pipeline(bytesOf(0, sealed), digest)
  if (!digest.digest().equals(await buffer(bytesOf(sealed, sealed + digestBytes)))) throw refusals(path).damaged
  if (!salt) return readerOf(() => bytesOf(line.length, end))

  if (!passphrase) throw refusals(path).locked
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  const costs = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
  const secret = await derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), 32 + 12, costs)
  const tag = await buffer(bytesOf(end, sealed))
  const decrypted = async function* () {
    const decipher = createDecipheriv('aes-256-gcm', secret.subarray(0, 32), secret.subarray(32))
    decipher.setAAD(Buffer.from(line)).setAuthTag(tag)
    for await (const chunk of bytesOf(line.length, end)) yield decipher.update(chunk)
    yield decipher.final()
  }
  try {
    for await (const _ of decrypted());
  } catch (error) {
    throw refusals(path, error).unopened
  }
  return readerOf(decrypted)
}

const readerOf =
  (compressed: () => Chunks): BackupReader =>
  (use) =>
    pipeline(compressed(), createZstdDecompress(), async (chunks: Chunks) => {
      const frames = framesIn(chunks)
      const manifest: Manifest = JSON.parse(String((await frames.next()).value))
      const members = membersIn(manifest, frames)
      const result = await use(manifest, members)
      for await (const _ of members);
      return result
    })

async function* framesIn(chunks: Chunks): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk)
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const end = 4 + rest.readUInt32BE(0)
      yield rest.subarray(4, end)
      rest = rest.subarray(end)
    }
  }
}

async function* section(frames: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await frames.next()
    if (done) throw new Error('The backup ends too early.')
    if (value.length === 0) return
    yield value
  }
}

/** As in a file of today: its tables had no line with the names of their columns. */
async function* membersIn({ tables }: Manifest, frames: AsyncGenerator<Buffer>): AsyncGenerator<Member> {
  const next = async function* (name: string, before = ''): AsyncGenerator<Member> {
    const rest = section(frames)
    const bytes = async function* () {
      yield Buffer.from(before)
      yield* rest
    }
    yield { name, bytes: bytes() }
    for await (const _ of rest);
  }
  for (const { name, columns } of tables) yield* next(partOfTable(name, 1), `${columns.join('\t')}\n`)
  for await (const about of section(frames)) yield* next(`${filesFolder}${JSON.parse(about.toString()).path}`)
}
