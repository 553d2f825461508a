import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { aboutPackage } from '#src/platform/root.server.ts'
import { type BackupReader, type Manifest, type Member, refusals } from './contents.server.ts'
import { isOldFile, openOldFile } from './old-file.server.ts'

/** Tar, zstd and age read it without us. The checksum of zstd finds damage; only encryption finds an altered file. */
const format = 2
const manifestName = 'manifest.json'
const startOfZstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const startOfAge = Buffer.from('age-encryption.org/v1\n')
/** The header of an encrypted file is shorter. */
const headerBytes = 4096
/** Deriving a key takes 2^17 KB of memory; with the usual 18 it would be 256 MB of a small machine. */
const workFactor = 17

type Chunks = AsyncIterable<Uint8Array>

/** The same class at run time; the types of Node and of browsers differ. */
const streamOf = (chunks: Chunks) => NodeStream.from(chunks) as unknown as ReadableStream<Uint8Array>

/** Loaded when it is needed: no start of a server has to wait for its curves. */
const age = () => import('age-encryption')

/** `path` has it whole or not at all: until it is on the disk it is called `path.part`. Only its owner can read it. */
export async function writeBackupFile(
  path: string,
  passphrase: string | undefined,
  manifest: Manifest,
  content: AsyncIterable<{ name: string; bytes: Uint8Array }>,
) {
  const part = `${path}.part`
  await rm(part, { force: true })
  try {
    await pipeline(
      packed(manifest, content),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      async function* encrypted(chunks: Chunks) {
        if (passphrase === undefined) return yield* chunks
        const { Encrypter } = await age()
        const encrypter = new Encrypter()
        encrypter.setPassphrase(passphrase.normalize('NFC'))
        encrypter.setScryptWorkFactor(workFactor)
        yield* await encrypter.encrypt(streamOf(chunks))
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

async function* packed(manifest: Manifest, content: AsyncIterable<{ name: string; bytes: Uint8Array }>) {
  const { readable, controller } = createTarPacker()
  const add = async (name: string, bytes: Uint8Array) => {
    const header = { name, size: bytes.length, mode: 0o600, mtime: new Date(manifest.at) }
    const writer = controller.add(header).getWriter()
    await writer.write(bytes)
    await writer.close()
  }
  const packing = async () => {
    const { version } = aboutPackage()
    await add(manifestName, Buffer.from(`${JSON.stringify({ format, version, ...manifest }, null, 2)}\n`))
    for await (const { name, bytes } of content) await add(name, bytes)
    controller.finalize()
  }
  packing().catch((error) => controller.error(error))
  yield* readable
}

/** Checks the whole file before anything of it is read. @throws Error that says what is wrong with it */
export async function openBackupFile(path: string, passphrase: string | undefined): Promise<BackupReader> {
  const start = await buffer(createReadStream(path, { end: headerBytes - 1 })).catch((error) => {
    throw error.code === 'ENOENT' ? refusals(path).missing : error
  })
  if (isOldFile(start)) return openOldFile(path, passphrase)
  const begins = (bytes: Buffer) => start.subarray(0, bytes.length).equals(bytes)
  if (!begins(startOfZstd) && !begins(startOfAge)) throw refusals(path).alien

  const read = readerOf(path, begins(startOfAge) ? await fileKeyOf(path, start, passphrase) : undefined)
  const found = await read(async (manifest, members) => {
    for await (const _ of members);
    return manifest.format
  }).catch((error) => {
    throw refusals(path, error).damaged
  })
  if (found === undefined) throw refusals(path).alien
  if (found !== format) throw refusals(path).newer
  return read
}

/** Once for all readings of the file: deriving it takes a second. */
async function fileKeyOf(path: string, header: Buffer, passphrase: string | undefined) {
  if (!passphrase) throw refusals(path).locked
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase.normalize('NFC'))
  return decrypter.decryptHeader(header).catch((error) => {
    throw refusals(path, error).unopened
  })
}

const readerOf =
  (path: string, fileKey: Uint8Array | undefined): BackupReader =>
  (use) => {
    const zstd = createZstdDecompress()
    let bytes = 0
    const decrypted = async function* (chunks: Chunks) {
      for await (const chunk of fileKey ? await decrypt(chunks, fileKey) : chunks) {
        bytes += chunk.length
        yield chunk
      }
    }
    return pipeline(createReadStream(path), decrypted, zstd, async (chunks: Chunks) => {
      const members = membersIn(chunks)
      const { value: first } = await members.next()
      const manifest = first?.name === manifestName ? await json(first.bytes) : {}
      const result = await use(manifest as Manifest, members)
      // A pipeline waits until everything of it was taken, also by a reader who has seen enough.
      for await (const _ of members);
      // Node's zstd takes no offence at it.
      if (zstd.bytesWritten < bytes) throw new Error('There is something behind the archive.')
      return result
    })
  }

async function decrypt(chunks: Chunks, fileKey: Uint8Array) {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addIdentity({ unwrapFileKey: () => fileKey })
  return decrypter.decrypt(streamOf(chunks))
}

async function* membersIn(chunks: Chunks): AsyncGenerator<Member> {
  const entries = streamOf(chunks).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    yield { name: header.name, bytes: body }
    await body.cancel()
  }
}
