import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, chown, copyFile, cp, mkdir, readFile, realpath, symlink } from 'node:fs/promises'
import { delimiter, dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { bareDebian } from './debian.ts'

const run = promisify(execFile)

export interface User {
  name: string
  uid: number
  home: string
}

export const users = {
  mina: { name: 'mina', uid: 4711, home: '/home/mina' },
  root: { name: 'root', uid: 0, home: '/root' },
} satisfies Record<string, User>

/** What the README asks of a machine, beside Node and npm. */
const packages = ['ca-certificates', 'git', 'libatomic1']

export interface Machine {
  /** Where its files are, seen from here. */
  root: string
  user: User
  /** The umask of its user, as a shell reads it. */
  umask: string
  /** What its user's environment has beside HOME, USER and PATH. */
  env: Record<string, string>
}

/** A Debian in `root`, an empty folder, with this machine's Node and npm, and npm's registry. */
export async function makeMachine(machine: Machine): Promise<void> {
  const { root, user } = machine
  await bareDebian(root, packages)
  await bringNode(root)
  const { name, uid, home } = user
  if (uid !== 0) {
    await appendFile(join(root, 'etc/passwd'), `${name}:x:${uid}:${uid}::${home}:/bin/bash\n`)
    await appendFile(join(root, 'etc/group'), `${name}:x:${uid}:\n`)
    await mkdir(join(root, home))
    await chown(join(root, home), uid, uid)
  }
  await bringRegistry(root, user)
}

/** The Node and npm of this machine, which are not those that the lockfile brings. */
async function bringNode(root: string) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.split(sep).includes('node_modules'))
  const find = async (name: string) => {
    const found = path.map((folder) => join(folder, name)).find((file) => existsSync(file))
    if (!found) throw new Error(`There is no ${name} on the path.`)
    return realpath(found)
  }
  const local = join(root, 'usr/local')
  await copyFile(await find('node'), join(local, 'bin/node'))
  await chmod(join(local, 'bin/node'), 0o755)
  await cp(dirname(dirname(await find('npm'))), join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
}

/** Where npm gets packages from, as this machine is told. */
async function bringRegistry(root: string, { uid, home }: User) {
  const config = async (name: string) => (await run('npm', ['config', 'get', name], { cwd: '/' })).stdout.trim()
  const texts = await Promise.all(
    ['globalconfig', 'userconfig'].map(async (name) => readFile(await config(name), 'utf8').catch(() => '')),
  )
  const file = join(root, home, '.npmrc')
  await appendFile(file, texts.join('\n'), { mode: 0o600 })
  await chown(file, uid, uid)
  const authority = await config('cafile')
  if (!existsSync(authority)) return
  await mkdir(dirname(join(root, authority)), { recursive: true })
  await copyFile(authority, join(root, authority))
}

/**
 * Runs a line of shell as the machine's user, in a process group of its own that holds nothing else that heeds a signal.
 * `ended` gives the exit code; 99 when a process of it was left.
 */
export function runInside({ root, user, umask, env }: Machine, command: string, undo: AsyncDisposableStack) {
  const given = {
    HOME: user.home,
    USER: user.name,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...proxies(),
    ...env,
  }
  const child: ChildProcess = spawn(
    'unshare',
    [
      ...['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child=SIGKILL', '--', 'bash'],
      ...[join(import.meta.dirname, 'inside.sh'), root, String(user.uid), umask, command],
      ...Object.entries(given).map(([name, value]) => `${name}=${value}`),
    ],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  undo.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended }
}

const proxies = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name)))

/** The committed state of this repository, cloned by the machine's user into a folder of any name below their home. */
export async function cloneInto(machine: Machine, repository: string, folder: string, undo: AsyncDisposableStack) {
  const { root, user } = machine
  const origin = join(root, 'srv/nikhad.git')
  await run('git', ['clone', '--quiet', '--bare', '--no-local', repository, origin])
  await run('chown', ['-R', `${user.uid}:${user.uid}`, origin])
  const { child, ended } = runInside(machine, `git clone --quiet /srv/nikhad.git "$HOME/${folder}"`, undo)
  child.stderr?.pipe(process.stderr)
  const code = await ended
  if (code !== 0) throw new Error(`git clone ended with ${code}.`)
}
