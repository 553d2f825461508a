import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { ConfigError } from '#src/platform/config/config.server.ts'

export class DataDirInUse extends ConfigError {
  /** 0 when the holder did not answer. */
  pid: number

  constructor(dataDir: string, pid: number) {
    const holder = pid === 0 ? 'a Nikhad server that is too busy to answer' : `the Nikhad server with pid ${pid}`
    super(`DATA_DIR ${dataDir} is used by ${holder}. Stop it first, or set another DATA_DIR.`)
    this.pid = pid
  }
}

const port = 5432
export const socketName = `.s.PGSQL.${port}`

/** Where the embedded database of a folder listens, for pg.Pool: `host` is the folder of the socket. */
export const embeddedIn = (dataDir: string) => ({
  host: join(dataDir, 'postgres'),
  port,
  user: 'nikhad',
  database: 'nikhad',
})

/**
 * The lock is a socket: the kernel closes it however the process ends. `shortPath` leads to the same folder, short
 * enough for a socket address below it. `id` is the same for every path to it. @throws DataDirInUse while it is held
 */
export async function claimDataDir(dataDir: string) {
  const path = resolve(dataDir)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { dev, ino } = await stat(path, { bigint: true })
  const id = `nikhad-${dev}-${ino}`

  await using undo = new AsyncDisposableStack()
  const shortPath = await shorten(path, undo)
  const file = join(shortPath, 'server.sock')
  // The abstract name cannot go stale, so two starts at once cannot both take it. But it is seen only inside one
  // network namespace: the file also keeps out a second container that mounts the same folder.
  for (const address of process.platform === 'linux' ? [`\0${id}`, file] : [file]) {
    let server = await listen(address)
    if (!server) {
      const holder = await askHolder(address)
      if (holder !== undefined) throw new DataDirInUse(path, holder)
      await rm(file, { force: true })
      server = await listen(address)
      if (!server) throw new DataDirInUse(path, (await askHolder(address)) ?? 0)
    }
    undo.adopt(server, (held) => void held.close())
  }
  const held = undo.move()
  return { path, shortPath, id, release: () => held.disposeAsync() }
}

/** A socket address holds 103 bytes on macOS (107 on Linux); a longer one fails or, worse, is cut. */
export async function shorten(path: string, undo: AsyncDisposableStack): Promise<string> {
  const longest = 103 - join('/postgres', socketName).length
  if (Buffer.byteLength(path) <= longest) return path
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  await symlink(path, join(folder, 'data'))
  return join(folder, 'data')
}

/** Undefined when the address is taken, be it by a living server or by the file of a dead one. */
async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((asker) => {
    asker.on('error', () => {})
    asker.end(String(process.pid))
  })
  try {
    await once(server.listen(address).unref(), 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}

/** The pid of the server behind the address, 0 when it is too busy to say, undefined when there is none. */
async function askHolder(address: string): Promise<number | undefined> {
  const socket = connect(address).setTimeout(1000)
  socket.on('timeout', () => socket.destroy(new Error('no answer')))
  return text(socket).then(Number, ({ code }) => (code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : 0))
}
