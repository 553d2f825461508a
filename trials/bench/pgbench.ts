import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '#src/platform/clock.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { installed, postgresFolders } from '#trials/programs.ts'
import type { Peopled } from './stage.ts'
import { type Statement, statementsOf } from './statements.ts'

/**
 * pgbench with the statements of some requests, taken from the product itself, planned once as there and with bound
 * parameters. What differs between two visitors is another one each time here, too. `isMeant` narrows them down.
 * Undefined where there is no pgbench.
 */
export async function pgbenchOf(database: Peopled, paths: string[], isMeant = (_: Statement) => true) {
  const program = installed('pgbench', postgresFolders())
  if (!program) return undefined
  const now = systemClock()
  const from = async (network: string) => {
    const asked = await statementsOf(database.connection, paths, network, now)
    return asked.map((statements) => statements.filter(isMeant))
  }
  const [one, other] = [await from('10.1.1.1'), await from('10.2.2.2')]
  const asConnected = openDatabase(database.connection).pool.options.options
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-pgbench-'))
  const given: string[] = []
  for (const [i, statements] of one.entries()) {
    const { script, variables } = scriptOf(`r${i}`, statements, other[i]!)
    await writeFile(join(folder, `${i}.sql`), script)
    given.push('-f', join(folder, `${i}.sql`))
    for (const [name, value] of Object.entries(variables)) given.push('-D', `${name}=${value}`)
  }
  return {
    statements: one[0]!.length,
    /** @returns requests a second, each of them all of its statements */
    async run({ clients, seconds }: { clients: number; seconds: number }) {
      const how = ['-n', '-M', 'prepared', '-c', clients, '-j', 1, '-T', seconds, ...given, database.url]
      const { stdout } = await promisify(execFile)(program, how.map(String), {
        env: { ...process.env, PGOPTIONS: asConnected },
      })
      const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
      if (!rate || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench says:\n${stdout}`)
      return Number(rate)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The statements as pgbench takes them. It can bind no null, which is written out. */
function scriptOf(request: string, one: Statement[], other: Statement[]) {
  const variables: Record<string, string> = {}
  const lines: string[] = []
  one.forEach(({ sql, values }, s) => {
    const text = sql.replaceAll(/\$(\d+)/g, (_, place) => {
      const value = values[Number(place) - 1]
      if (value === null || value === undefined) return 'null'
      const name = `${request}_${s}_${place}`
      const isVarying = isText(value) && other[s]?.values[Number(place) - 1] !== value
      if (isVarying && !lines.includes(`\\set ${name} random(1, 1000000000)`))
        lines.push(`\\set ${name} random(1, 1000000000)`)
      else if (!isVarying) variables[name] = asText(value)
      return `:${name}`
    })
    lines.push(`${text};`)
  })
  return { script: `${lines.join('\n')}\n`, variables }
}

const isText = (value: unknown) => typeof value === 'string'
function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(asText).join(',')}}`
  return String(value)
}
