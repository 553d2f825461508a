import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from '#test/program.ts'

const run = promisify(execFile)
const suite = 'bookworm'

/** Why this machine cannot make a Debian; undefined if it can. */
export function whyNoDebian(): string | undefined {
  if (process.platform === 'linux' && process.getuid?.() === 0 && installed('debootstrap')) return undefined
  return 'needs Linux, root and debootstrap (apt-get install debootstrap)'
}

/** Fills an empty folder with the smallest Debian there is. The first call downloads it, later ones copy what it kept. */
export async function bareDebian(folder: string): Promise<void> {
  await run('cp', ['-a', '--reflink=auto', `${await keptDebian()}/.`, folder])
  await chmod(folder, 0o755)
}

async function keptDebian() {
  const shelf = join(tmpdir(), 'nikhad-kept-debian')
  await mkdir(shelf, { mode: 0o700 }).catch(() => {})
  const { uid, mode } = await lstat(shelf)
  // Root runs what is in it, and everybody may write to the folder for temporary files.
  if (uid !== 0 || (mode & 0o170077) !== 0o040000)
    throw new Error(`${shelf} does not belong to root alone. Remove it, or set another TMPDIR.`)
  const kept = join(shelf, `${suite}-`)
  if ((await readdir(shelf)).includes(`${suite}-`)) return kept
  const fresh = await mkdtemp(`${kept}.`)
  try {
    await run('debootstrap', ['--variant=minbase', suite, fresh], {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
      maxBuffer: 2 ** 26,
    })
    await rm(join(fresh, 'var/cache/apt/archives'), { recursive: true })
    await rename(fresh, kept)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return kept
}
