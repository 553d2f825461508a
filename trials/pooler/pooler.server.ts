import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { freePort, isListening } from '#tests/program.ts'
import { findProgram } from '#trials/programs.ts'

/**
 * A real pgbouncer with the documented configuration, before the databases of this name at `primary` and, as
 * `…_replica`, at `replica`.
 */
export async function startPooler(primary: PoolConfig, replica: PoolConfig = primary) {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const at = ({ host, port }: PoolConfig) => `host=${host} port=${port}`
  /** The documented file, with the addresses of here. */
  const write = async (primary: PoolConfig, replica: PoolConfig) => {
    const here = readFileSync('deploy/pgbouncer.ini', 'utf8')
      .replace('host=10.0.0.10 port=5432', at(primary))
      .replace('host=10.0.0.11 port=5432', at(replica))
      .replaceAll('nikhad = ', `${primary.database} = `)
      .replaceAll('nikhad_replica = ', `${primary.database}_replica = `)
      .replaceAll('dbname=nikhad', `dbname=${primary.database}`)
      .replace('listen_addr = 10.0.0.5', 'listen_addr = 127.0.0.1\nunix_socket_dir =')
      .replace('listen_port = 6432', `listen_port = ${port}`)
      .replace('auth_type = scram-sha-256', 'auth_type = trust')
      .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
    await writeFile(file, here)
    await writeFile(join(folder, 'userlist.txt'), '"nikhad" ""\n')
    for (const name of ['pgbouncer.ini', 'userlist.txt']) await chmod(join(folder, name), 0o644)
  }
  await write(primary, replica)
  let child: ChildProcess | undefined
  let said = ''

  async function start() {
    const started = spawn(findProgram('pgbouncer'), ['-q', file], {
      ...(await somebody()),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text) => {
        said += text
      })
    while (!(await isListening(port))) {
      if (started.exitCode !== null) throw new Error(`pgbouncer does not start: ${said}`)
      await delay(10)
    }
  }
  async function end(signal: NodeJS.Signals) {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill(signal)
    await once(ending, 'exit')
  }
  await start()
  return {
    url: `postgres://nikhad@127.0.0.1:${port}/${primary.database}`,
    replicaUrl: `postgres://nikhad@127.0.0.1:${port}/${primary.database}_replica`,
    start,
    kill: () => end('SIGKILL'),
    /** Leads elsewhere from now on, as after a promotion. */
    async repoint(primary: PoolConfig, replica: PoolConfig) {
      await write(primary, replica)
      child?.kill('SIGHUP')
    },
    async [Symbol.asyncDispose]() {
      await end('SIGTERM').catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As whom PostgreSQL and its pooler run, which refuse to be root. */
export async function somebody() {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
