import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { to } from '#src/platform/addresses.ts'
import { type Line, notTried } from './report.ts'
import type { Sizes } from './sizes.ts'
import { freePort, productionSettings, startProgram } from './stage.ts'

/** From the command until a page with data is there. */
export async function* measureStart({ rounds }: Sizes, say: (what: string) => void): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-start-'))
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const timesOf = async (script: 'start' | 'serve', cwd = process.cwd()) => {
    const port = await freePort()
    const env = { ...(script === 'serve' ? productionSettings(port) : {}), DATA_DIR: join(folder, script) }
    const running = await startProgram('npm', ['run', script], {
      port,
      readyPath: to.home,
      env,
      cwd,
      patience: 300_000,
    })
    await running.stop()
    return running.startedIn / 1000
  }

  say('start: a fresh copy, with installing and building')
  const fresh = await freshCopy(join(folder, 'copy'))
  const what = 'npm start in a fresh copy, to a page with data'
  if (fresh) yield { what, unit: 's', rounds: [await timesOf('start', fresh)], target: { atMost: 60 } }
  else yield notTried(what, 'this is no git repository')
  say('start: again')
  const demo: number[] = []
  const site: number[] = []
  yield { what: 'npm run serve, first start', unit: 's', rounds: [await timesOf('serve')] }
  if (!fresh) await timesOf('start')
  for (let round = 0; round < rounds; round++) {
    demo.push(await timesOf('start'))
    site.push(await timesOf('serve'))
  }
  yield { what: 'npm start, later', unit: 's', rounds: demo, target: { atMost: 5 } }
  yield { what: 'npm run serve, later', unit: 's', rounds: site, target: { atMost: 5 } }
}

/** What was last committed, as somebody gets it who clones it. Undefined where there is no git. */
async function freshCopy(folder: string) {
  const run = promisify(execFile)
  await mkdir(folder)
  const archive = join(folder, '..', 'copy.tar')
  try {
    await run('git', ['archive', '--output', archive, 'HEAD'])
  } catch {
    return undefined
  }
  await run('tar', ['-xf', archive, '-C', folder])
  return folder
}
