import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type Population, population, type Rows } from './population.ts'

// A thread of its own: people are invented while the database writes those before.

/** Rows as COPY reads them, by table. */
export type Copyable = { [T in keyof Rows]?: { columns: string[]; text: string } }
/** At a time: of more at once the memory is as much work as they are. */
const people = 2_000
/** So many times may lie before it is taken. */
const ahead = 3

/** A value in COPY's text format. */
function asText(value: unknown) {
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(one)).join(',')}}`
  return typeof value === 'string' && special.test(value)
    ? value.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign]!)
    : String(value)
}
const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const copyable = (rows: Rows): Copyable =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([table, all]) => {
      if (all.length === 0) return []
      const columns = Object.keys(all[0]!)
      const lines = all.map((row) => columns.map((name) => asText(row[name as keyof typeof row])).join('\t'))
      return [[table, { columns, text: `${lines.join('\n')}\n` }]]
    }),
  )

async function inventAll(port: NonNullable<typeof parentPort>, asked: Population) {
  const site = population(asked)
  let lying = 0
  async function hand(rows: Rows, made: number) {
    port.postMessage({ rows: copyable(rows), made })
    if (++lying < ahead) return
    await once(port, 'message')
    lying--
  }
  for (let start = 0; start < asked.count; start += people) {
    const end = Math.min(asked.count, start + people)
    await hand(site.people(start, end), end)
  }
  await hand(site.quarrels(), asked.count)
  port.close()
}

if (parentPort) await inventAll(parentPort, workerData)
