import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { here } from '#trials/copy.ts'
import { type Mutation, partsOf } from './mutation.ts'

export type Outcome = 'noticed' | 'equivalent' | 'UNNOTICED' | 'NOT TRIED'
export interface Result {
  outcome: Outcome
  /** The test that noticed it, or what kept it from being tried. */
  why: string
}
type Line = Result & { key: string; at: string }

/** The same while nothing has changed of the mutation, the file that it changes, and the files of its tests. */
async function keyOf(mutation: Mutation) {
  const files = [mutation.file, ...mutation.noticedBy.map((test) => partsOf(test).file)]
  const texts = await Promise.all(files.map((file) => readFile(join(here, file), 'utf8')))
  return createHash('sha256')
    .update(JSON.stringify([mutation, texts]))
    .digest('hex')
}

/** What became of mutations, in a file that the next run reads. So a run that was interrupted goes on. */
export async function resultsIn(path: string) {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter(Boolean)
  const earlier = new Map(lines.map((line) => JSON.parse(line) as Line).map((line) => [line.key, line]))
  const keys = new Map<Mutation, string>()
  return {
    /** The result of an earlier run; what was not settled there is tried again. */
    async find(mutation: Mutation): Promise<Result | undefined> {
      const key = await keyOf(mutation)
      // A file that is changed during the run was not the one that was tried.
      keys.set(mutation, key)
      const found = earlier.get(key)
      return found?.outcome === 'noticed' || found?.outcome === 'equivalent' ? found : undefined
    },
    async add(mutation: Mutation, result: Result) {
      const line: Line = { key: keys.get(mutation)!, at: new Date().toISOString(), ...result }
      await appendFile(path, `${JSON.stringify(line)}\n`)
    },
  }
}

/** `migrations`, or the folder below `src`. */
const subjectOf = ({ file }: Mutation) => dirname(file).replace(/^src\//, '')

/** A line for each subject and one for all: how many were put in, and what became of them. */
export function summaryOf(results: ReadonlyMap<Mutation, Result>) {
  const lineOf = (name: string, those: readonly (readonly [Mutation, Result])[]) => {
    const counts = Map.groupBy(those, ([, { outcome }]) => outcome)
    const each = (['noticed', 'equivalent', 'UNNOTICED', 'NOT TRIED'] as const)
      .map((outcome) => [counts.get(outcome)?.length ?? 0, outcome] as const)
      .filter(([count, outcome]) => count > 0 || outcome === 'noticed' || outcome === 'equivalent')
      .map(([count, outcome]) => `${String(count).padStart(3)} ${outcome}`)
    return [name.padEnd(26), `${String(those.length).padStart(3)} put in`, ...each].join('  ')
  }
  const subjects = [...Map.groupBy(results, ([mutation]) => subjectOf(mutation))]
  return [...subjects.map(([name, those]) => lineOf(name, those)), lineOf('all', [...results])].join('\n')
}
