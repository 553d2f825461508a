import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openSite } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial } from '../trial.ts'
import { writerOn } from '../writer.ts'

/** `backup` or `restore`, as the operator gives it, beside a server that is running. */
const command = (name: 'backup' | 'restore', dataDir: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, ['dist/server/nikhad.js', name, ...given], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })

async function movedByBackup(_stage: Stage, tally: Tally, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    await using undo = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'nikhad-copies-'))
    undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const [file, newer, there] = ['site.backup', 'newer.backup', 'there'].map((name) => join(folder, name))
    const here = undo.use(await openSite({}))
    here.judge(tally)
    const [writer, leaver] = [await writerOn(here), await here.owner()]
    let isWriting = true
    const writing = (async () => {
      while (isWriting) await writer.write()
    })()
    while (writer.said() < 5) await delay(10)
    const said = writer.said()
    await command('backup', here.folder, file!)
    isWriting = false
    await writing
    const left = await here.call('POST', '/api/me/deletion', leaver, { confirmation: 'a good password' })
    if (left.status !== 200) tally.wrong.push(`leaving answered ${left.status} ${left.text}`)
    await command('backup', here.folder, newer!)

    const began = performance.now()
    await command('restore', there!, file!, '--erased', newer!)
    const moved = undo.use(await openSite({ dataDir: there! }))
    recovered(tally, performance.now() - began)
    moved.judge(tally)
    const { rows } = await moved.pool.query('select name from biodata where id = $1', [writer.person.id])
    const kept = Number(rows[0]?.name.slice(5) ?? 0)
    count(tally, 'lost', `published ${said} before the backup, came back ${kept}`, kept < said ? 1 : 0)
    const { email, network } = writer.person
    const signedIn = await moved.call(
      'POST',
      '/api/auth/sign-in/email',
      { network },
      { email, password: 'a good password' },
    )
    if (signedIn.status !== 200) tally.wrong.push(`signing in answered ${signedIn.status} ${signedIn.text}`)
    const back = await moved.pool.query('select from users where id = $1', [leaver.id])
    count(tally, 'leaked', 'who had left is back', back.rowCount!)
    tally.rounds++
  }
}

export const copies: Trial[] = [
  {
    id: 'B1',
    title:
      'X9 Y2 R6: a backup made while the site is written to moves it to an empty folder, without who has left since (B2)',
    rounds: { few: 0, many: 3 },
    within: 5 * 60_000,
    run: movedByBackup,
  },
]
