import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { installed, packagesFor } from '#trials/programs.ts'

const run = promisify(execFile)

const release = 'bookworm'

/** Why this machine cannot make a Debian; undefined if it can. */
export function whyNoDebian(): string | undefined {
  if (process.getuid?.() === 0 && installed('debootstrap')) return undefined
  return `needs root and debootstrap (apt-get install ${packagesFor(['debootstrap'])})`
}

/**
 * Fills an empty folder with the smallest Debian there is and some packages: no Node, no browser, no font, no `ps`. The
 * first call downloads it (about 45 s), later ones copy what the first one kept.
 */
export async function bareDebian(folder: string, packages: string[]): Promise<void> {
  const why = whyNoDebian()
  if (why) throw new Error(`A Debian cannot be made here: it ${why}.`)
  const kept = await keptDebian(packages)
  await run('cp', ['-a', '--reflink=auto', `${kept}/.`, folder])
  // Whatever the folder's own mode was, ordinary users live in it.
  await chmod(folder, 0o755)
  // How names are found is the network's matter, and may have changed since.
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) await run('cp', ['--dereference', file, join(folder, file)])
}

async function keptDebian(packages: string[]) {
  const shelf = join(tmpdir(), 'nikhad-kept-debian')
  await mkdir(shelf, { mode: 0o700 }).catch(() => {})
  const { uid, mode } = await lstat(shelf)
  // Root runs what is in it, and everybody may write to the folder for temporary files.
  if (uid !== 0 || (mode & 0o170077) !== 0o040000)
    throw new Error(`${shelf} does not belong to root alone. Remove it, or set another TMPDIR.`)
  const name = [release, ...packages].join('-')
  const kept = join(shelf, name)
  if ((await readdir(shelf)).includes(name)) return kept
  const fresh = await mkdtemp(`${kept}.`)
  try {
    const mirror = await debianMirror()
    await run(
      'debootstrap',
      [
        '--variant=minbase',
        ...(packages.length > 0 ? [`--include=${packages}`] : []),
        release,
        fresh,
        ...(mirror ? [mirror] : []),
      ],
      {
        env: { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin${delimiter}/sbin` },
        maxBuffer: 2 ** 26,
      },
    )
    await rm(join(fresh, 'var/cache/apt/archives'), { recursive: true })
    await rename(fresh, kept)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return kept
}

/** The archive of Debian itself that this machine's apt uses. Undefined if it uses none. */
async function debianMirror() {
  const folder = '/etc/apt/sources.list.d'
  const names = await readdir(folder).catch(() => [])
  const files = ['/etc/apt/sources.list', ...names.sort().map((name) => join(folder, name))]
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '')
    const found = /^(?!#).*\b(https?:\/\/\S+\/debian)\/?(?=\s|$)/m.exec(text)
    if (found) return found[1]
  }
  return undefined
}
