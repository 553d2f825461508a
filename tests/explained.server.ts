import type pg from 'pg'
import { openDatabase } from '#src/platform/db/open.server.ts'

/** Ways of PostgreSQL to plan a prepared statement: for its values, for any values, or as it finds better. */
export const planModes = ['force_custom_plan', 'force_generic_plan', 'auto'] as const
export type PlanMode = (typeof planModes)[number]

/** So often PostgreSQL plans a statement for its values before it compares that with a plan for any (plancache.c). */
const untilChosen = 5

/** What one statement read: blocks of 8 KB, found in memory or not, and rows that its steps handed on, as often as they did. */
export interface Cost {
  sql: string
  buffers: number
  rows: number
}

interface Step {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Step[]
}
const rowsOf = (step: Step): number =>
  step['Actual Rows'] * step['Actual Loops'] + (step.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0)

/**
 * A database that explains every statement before it answers it, each prepared once and with `auto` executed until it has
 * chosen, as in a server that has been running. Writes happen each time.
 */
export function openExplained(connection: pg.PoolConfig, mode: PlanMode) {
  const costs: Cost[] = []
  const { db, pool } = openDatabase({ ...connection, max: 1 })
  pool.on('connect', (client) => explainFirst(client, mode, costs))
  return { db, costs }
}

function explainFirst(client: pg.PoolClient, mode: PlanMode, costs: Cost[]) {
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  const original = client.query
  const prepared = new Map<string, string>()
  async function explain(sql: string, values: unknown[]) {
    if (prepared.size === 0) await query(`set plan_cache_mode = ${mode}`)
    const name = prepared.get(sql) ?? `measured_${prepared.size}`
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
    if (!prepared.has(sql)) {
      await query(`prepare ${name} as ${sql}`)
      for (let times = mode === 'auto' ? untilChosen : 0; times > 0; times--) await query(`execute ${name}${given}`)
    }
    prepared.set(sql, name)
    const { rows } = await query(`explain (analyze, buffers, format json) execute ${name}${given}`)
    const top = rows[0]['QUERY PLAN'][0].Plan
    costs.push({ sql, buffers: top['Shared Hit Blocks'] + top['Shared Read Blocks'], rows: rowsOf(top) })
  }
  client.query = ((...given: unknown[]) => {
    const [what, values] = given as [string | { text?: string; values?: unknown[] }, unknown]
    const sql = typeof what === 'string' ? what : (what.text ?? '')
    const named = typeof what === 'string' ? values : (what.values ?? values)
    const answer = () => Reflect.apply(original, client, given)
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(sql)) return answer()
    const explained = explain(sql, Array.isArray(named) ? named : []).then(answer)
    // A function that was given is called there.
    return typeof given.at(-1) === 'function' ? void explained : explained
  }) as typeof client.query
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return `'${asText(value).replaceAll("'", "''")}'`
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(asText(one))).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
