import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './open.server.ts'

export const all = (conditions: RawBuilder<unknown>[]) =>
  sql<SqlBool>`${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`

/** Stands in a statement for a value that each execution brings. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Shapes that are kept composed. Each takes kilobytes, and a stranger may ask for thousands. */
const mostShapes = 500

type Placeholders<Values> = { readonly [Name in keyof Values]-?: Values[Name] }

/** Composing takes longer than running (docs/decisions/017-plans-and-replica.md). `compose` reads only the shape. */
export function compiledStatement<Shape extends object, Values extends object, Row>(
  compose: (shape: Shape, values: Placeholders<Values>) => RawBuilder<Row>,
) {
  const compiled = new Map<string, CompiledQuery<Row>>()
  const placeholders = new Proxy({} as Placeholders<Values>, { get: (_, name) => new Placeholder(String(name)) })
  return async (db: Db, shape: Shape, values: Values): Promise<Row[]> => {
    const key = JSON.stringify(shape)
    let query = compiled.get(key)
    if (!query) {
      query = compose(shape, placeholders).compile(db)
      if (compiled.size >= mostShapes) compiled.clear()
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
