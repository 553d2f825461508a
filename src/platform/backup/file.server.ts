import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/**
 * The file of a backup: a line that says what it is, then frames, compressed and encrypted if a passphrase is given, and
 * at last the SHA-256 of everything before it. The digest finds damage; only the encryption finds an altered file whose
 * digest was made anew.
 */
const magic = 'nikhad-backup'
const format = '1'
const firstLine = new RegExp(`^${magic} (\\d+)(?: ([\\w-]{22}))?\\n`)
const digestLength = 32
const tagLength = 16

type Chunks = AsyncIterable<Uint8Array>

/** A key and its nonce: both are of this file alone, because its salt is. (RFC 7914; memory: 128 MB.) */
async function cipherKey(passphrase: string, salt: Buffer) {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  const made = await derive(passphrase.normalize('NFC'), salt, 32 + 12, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })
  return { key: made.subarray(0, 32), nonce: made.subarray(32) }
}

/**
 * Writes `content` to `path`, which has it whole or not at all: until it is complete and on the disk it is called
 * `path.part`. Only its owner can read it.
 */
export async function writeBackupFile(path: string, passphrase: string | undefined, content: Chunks) {
  const part = `${path}.part`
  const salt = passphrase === undefined ? undefined : randomBytes(16)
  const line = Buffer.from(`${magic} ${format}${salt ? ` ${salt.toString('base64url')}` : ''}\n`)
  const secret = salt && (await cipherKey(passphrase!, salt))
  await rm(part, { force: true })
  try {
    await pipeline(
      content,
      createZstdCompress(),
      async function* encrypted(chunks: Chunks) {
        if (!secret) return yield* chunks
        const cipher = createCipheriv('aes-256-gcm', secret.key, secret.nonce).setAAD(line)
        for await (const chunk of chunks) yield cipher.update(chunk)
        yield cipher.final()
        yield cipher.getAuthTag()
      },
      async function* sealed(chunks: Chunks) {
        const digest = createHash('sha256').update(line)
        yield line
        for await (const chunk of chunks) {
          digest.update(chunk)
          yield chunk
        }
        yield digest.digest()
      },
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await using folder = await open(dirname(resolve(path)))
  await folder.sync()
}

/**
 * Checks a whole file, and only then lets anything of it be read. Throws an Error that says what is wrong: that there is
 * none, that it is no backup, damaged, cut off, encrypted, or encrypted with another passphrase.
 * @returns reads the content, as often as called
 */
export async function openBackupFile(path: string, passphrase: string | undefined) {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`${path}: there is no such file.`) : error
  })
  const { size } = await file.stat()
  const start = await file.read(Buffer.alloc(64), 0, 64, 0)
  const digest = await file.read(Buffer.alloc(digestLength), 0, digestLength, Math.max(0, size - digestLength))
  await file.close()

  const [line, version, salt] = firstLine.exec(start.buffer.subarray(0, start.bytesRead).toString('latin1')) ?? []
  if (line === undefined) throw new Error(`${path} is no backup of Nikhad.`)
  if (version !== format) throw new Error(`${path} was made by a newer version of Nikhad. Install that version.`)
  const damaged = new Error(`${path} is damaged or cut off. Nothing of it is used.`)
  const end = size - digestLength
  if (end < line.length + (salt ? tagLength : 0)) throw damaged
  const hash = createHash('sha256')
  for await (const chunk of bytesOf(path, 0, end)) hash.update(chunk)
  if (!hash.digest().equals(digest.buffer)) throw damaged

  if (!salt) return readerOf(() => bytesOf(path, line.length, end))
  if (!passphrase) throw new Error(`${path} is encrypted. Set BACKUP_PASSPHRASE to what it was encrypted with.`)
  const secret = await cipherKey(passphrase, Buffer.from(salt, 'base64url'))
  const ends = end - tagLength
  const tag = await buffer(bytesOf(path, ends, end))
  const decrypted = async function* () {
    const decipher = createDecipheriv('aes-256-gcm', secret.key, secret.nonce)
    decipher.setAAD(Buffer.from(line)).setAuthTag(tag)
    for await (const chunk of bytesOf(path, line.length, ends)) yield decipher.update(chunk)
    yield decipher.final()
  }
  try {
    for await (const _ of decrypted());
  } catch {
    throw new Error(`${path} was encrypted with another passphrase than BACKUP_PASSPHRASE, or was altered.`)
  }
  return readerOf(decrypted)
}

/** From one byte up to another one, without it. */
async function* bytesOf(path: string, from: number, to: number): AsyncGenerator<Buffer> {
  if (to > from) yield* createReadStream(path, { start: from, end: to - 1 })
}

const readerOf =
  (compressed: () => Chunks) =>
  <Result>(use: (frames: AsyncGenerator<Buffer>) => Promise<Result>): Promise<Result> =>
    pipeline(compressed(), createZstdDecompress(), async (chunks: Chunks) => {
      const frames = framesIn(chunks)
      const result = await use(frames)
      // A pipeline waits until everything of it was taken, also by who has seen enough.
      for await (const _ of frames);
      return result
    })

/** A piece of the content, as long as it says. */
export function frame(bytes: Uint8Array) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

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

/** The frames up to the next empty one. */
export async function* section(frames: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await frames.next()
    if (done) throw new Error('The backup ends too early.')
    if (value.length === 0) return
    yield value
  }
}
