import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { to } from '#src/platform/navigation/addresses.ts'
import { freePort } from '#tests/program.ts'
import { type Line, notTried } from './report.ts'
import type { Sizes } from './sizes.ts'
import { productionSettings, startProgram } from './stage.ts'

/** Milliseconds; installing takes long on a slow line. */
const timeoutMs = 900_000

/** From the command until a page with data is there. */
export async function* measureStart({ rounds }: Sizes, say: (what: string) => void): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-start-'))
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const timeOf = async (script: 'start' | 'serve', data: string, cwd = process.cwd()) => {
    const port = await freePort()
    const env = { ...(script === 'serve' ? productionSettings(port) : {}), DATA_DIR: join(folder, data) }
    const running = await startProgram('npm', ['run', script], { port, readyPath: to.home, env, cwd, timeoutMs })
    await running.stop()
    return running.startedIn / 1000
  }

  say('start: the first time')
  yield { what: 'npm start, installed, first start', unit: 's', rounds: [await timeOf('start', 'demo')] }
  yield { what: 'npm run serve, installed, first start', unit: 's', rounds: [await timeOf('serve', 'site')] }
  const demo: number[] = []
  const site: number[] = []
  for (let round = 0; round < rounds; round++) {
    say(`start: again, round ${round + 1} of ${rounds}`)
    demo.push(await timeOf('start', 'demo'))
    site.push(await timeOf('serve', 'site'))
  }
  yield { what: 'npm start, later', unit: 's', rounds: demo, target: { atMost: 5 } }
  yield { what: 'npm run serve, later', unit: 's', rounds: site, target: { atMost: 5 } }

  say('start: a fresh copy, with installing and building')
  const fresh = await freshCopy(join(folder, 'copy'))
  const what = 'npm start in a fresh copy, to a page with data'
  if (fresh) yield { what, unit: 's', rounds: [await timeOf('start', 'fresh', fresh)], target: { atMost: 60 } }
  else yield notTried(what, 'this is no git repository')
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
