import type * as z from 'zod/mini'
import type { NotedSchema } from './schemas.browser.ts'
import * as zod from './zod-parts.ts'

/** Checks a value by a schema of a contract, in the browser too. It brings zod along: not for pages that visitors see first. */
export function check<S extends z.core.$ZodType>(schema: S, value: unknown) {
  const isNoted = 'make' in schema
  return zod.safeParse(isNoted ? ((schema as unknown as NotedSchema).make(zod) as S) : schema, value)
}
