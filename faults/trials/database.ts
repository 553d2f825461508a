import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { postmasterPid } from '../postgres.ts'
import { openSite, type Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial, untilServed, whileAsked } from '../trial.ts'

/** A member who publishes, and how often that was acknowledged. */
async function writerOn(site: Site) {
  const person = await site.signUp('writer')
  let said = 0
  let tried = 0
  return {
    /** @returns whether it was acknowledged */
    async write() {
      const { status } = await site.publish(person, { name: `Name ${++tried}` }).catch(() => ({ status: 0 }))
      if (status === 200) said = tried
      return status === 200
    },
    async expectKept(tally: Tally) {
      const { rows } = await site.pool.query('select name from biodata where id = $1', [person.id])
      const kept = Number(rows[0]?.name.slice(5) ?? 0)
      count(tally, 'lost', `published ${said}, kept ${kept}`, kept < said ? 1 : 0)
    },
  }
}

async function databaseBesideKilled({ site, postgres, random }: Stage, tally: Tally, rounds: number) {
  const writer = await writerOn(site)
  for (let round = 0; round < rounds; round++) {
    await whileAsked(site, tally, async () => {
      const began = performance.now()
      const moment = random() * 400
      while (performance.now() - began < moment) await writer.write()
      postgres.kill()
      await delay(random() * 500)
      await postgres.restart()
      recovered(tally, await untilServed(site))
    })
    await writer.expectKept(tally)
    tally.rounds++
  }
}

/** On a site of its own, whose servers bring their database with them. */
async function databaseInsideKilled({ random }: Stage, tally: Tally, rounds: number) {
  const site = await openSite({})
  const server = site.servers[0]!
  try {
    site.judge(tally)
    const writer = await writerOn(site)
    for (let round = 0; round < rounds; round++) {
      const before = server.ends
      const moment = performance.now() + random() * 300
      while (performance.now() < moment) await writer.write()
      process.kill(postmasterPid(site.folder), 'SIGKILL')
      const killed = performance.now()
      while (server.ends === before) await delay(5)
      await server.start()
      recovered(tally, performance.now() - killed)
      await writer.expectKept(tally)
      tally.rounds++
    }
  } finally {
    await site.close()
  }
}

async function connectionsInTrouble({ site }: Stage, tally: Tally, rounds: number) {
  const writer = await writerOn(site)
  const line = site.line!
  const troubles: Record<string, () => Promise<void>> = {
    'connections are reset': async () => line.cut(),
    'connections are reset and refused for a second': async () => {
      line.line.isClosed = true
      line.cut()
      await delay(1_000)
      line.line.isClosed = false
    },
    'everything takes 0.2 s longer': async () => {
      line.line.slow = 200
      await delay(2_000)
      line.line.slow = 0
    },
    'everything takes five seconds longer': async () => {
      line.line.slow = 5_000
      await delay(8_000)
      line.line.slow = 0
    },
    'the machine behind is gone, and another answers at its address': async () => line.silence(),
    'the machine is gone for six seconds': async () => {
      line.line.isDead = true
      line.silence()
      await delay(6_000)
      line.line.isDead = false
    },
    'a table is locked for six seconds': async () => {
      const client = await site.pool.connect()
      await client.query('begin; lock table users in access exclusive mode')
      await delay(6_000)
      await client.query('rollback')
      client.release()
    },
  }
  for (let round = 0; round < rounds; round++)
    for (const [what, trouble] of Object.entries(troubles)) {
      await whileAsked(site, tally, async () => {
        await writer.write()
        await trouble()
        const ms = await untilServed(site, ['/', '/api/BioDataCount', '/readyz'])
        recovered(tally, ms)
        if (tally.slowest > 5_000) tally.wrong.push(`${what}: an answer took ${Math.round(tally.slowest)} ms`)
        await writer.write()
      })
      await writer.expectKept(tally)
      tally.rounds++
    }
}

async function secondServerOnOneFolder(_stage: Stage, tally: Tally, rounds: number) {
  const site = await openSite({})
  const server = site.servers[0]!
  try {
    site.judge(tally)
    const writer = await writerOn(site)
    for (let round = 0; round < rounds; round++) {
      await writer.write()
      const { code, says, ms } = await server.startInVain()
      if (code !== 1 || !says.includes(`is used by the Nikhad server with pid ${server.pid()}`))
        tally.wrong.push(`a second server ended with ${code}: ${says}`)
      recovered(tally, ms)
      if (!(await writer.write())) tally.wrong.push('the first server does not answer any more')
      await writer.expectKept(tally)
      tally.rounds++
    }
  } finally {
    await site.close()
  }
}

/** Megabytes: enough for a database, and soon full. */
const small = 220

async function diskFull({ random }: Stage, tally: Tally, rounds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-disk-'))
  const mount = (...given: string[]) => spawnSync('mount', given).status === 0
  if (process.getuid?.() !== 0 || !mount('-t', 'tmpfs', '-o', `size=${small}m,mode=755`, 'tmpfs', folder)) {
    tally.skipped = 'a small disk cannot be mounted here'
    return
  }
  try {
    const site = await openSite({ dataDir: folder })
    const server = site.servers[0]!
    try {
      site.judge(tally)
      const owner = await site.owner()
      const writer = await writerOn(site)
      for (let round = 0; round < rounds; round++) {
        for (let n = 0; n < 5 + random() * 20; n++) await writer.write()
        const filler = join(folder, 'filler')
        await fill(filler, folder)
        // The database may go on for a while in what it has taken before; then it refuses, or ends.
        for (let n = 0; n < 60 && server.ends === 0; n++) await writer.write()
        const { status } = await site.call('GET', `/api/bioData/${owner.id}`, owner).catch(() => ({ status: 0 }))
        if (![0, 200, 503].includes(status)) tally.wrong.push(`reading on a full disk answered ${status}`)
        await rm(filler)
        const freed = performance.now()
        await server.start()
        while (!(await writer.write())) await delay(50)
        recovered(tally, performance.now() - freed)
        await writer.expectKept(tally)
        server.ends = 0
        tally.rounds++
      }

      if (!mount('-o', 'remount,ro', folder)) return void tally.wrong.push('cannot be mounted read-only')
      await writer.write()
      await delay(500)
      if (!mount('-o', `remount,rw,size=${small}m`, folder)) tally.wrong.push('cannot be mounted again')
      await server.start()
      while (!(await writer.write())) await delay(50)
      await writer.expectKept(tally)
      tally.rounds++
    } finally {
      await site.close()
    }
  } finally {
    spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Takes every block that is left. */
async function fill(file: string, folder: string) {
  const handle = await open(file, 'w')
  const block = Buffer.alloc(256 * 1024, 1)
  try {
    while ((await statfs(folder)).bavail > 0) await handle.write(block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}

export const database: Trial[] = [
  {
    id: 'F3',
    title: 'Y3 G3: while the database beside it is killed and started the server says 503, and goes on by itself',
    rounds: { few: 1, many: 20 },
    within: 5_000,
    run: databaseBesideKilled,
  },
  {
    id: 'F3b',
    title: 'Y3: when the database it brings is killed the server ends, and its next start has every acknowledged write',
    rounds: { few: 1, many: 20 },
    within: 20_000,
    run: databaseInsideKilled,
  },
  {
    id: 'F4',
    title: 'Y3 G3: with connections cut, slow, dead or waiting for a lock nothing hangs, and all is well by itself',
    rounds: { few: 0, many: 3 },
    // A connection that hears nothing is given up after twelve seconds.
    within: 15_000,
    run: connectionsInTrouble,
  },
  {
    id: 'F5',
    title: 'X1 Y3: a second server on the folder of another is refused and says who has it',
    rounds: { few: 2, many: 20 },
    within: 5_000,
    run: secondServerOnOneFolder,
  },
  {
    id: 'F7',
    title: 'Y3: on a full or read-only disk nothing acknowledged is lost, and with room again all is well',
    rounds: { few: 0, many: 3 },
    within: 30_000,
    run: diskFull,
  },
]
