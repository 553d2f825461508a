import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { root } from '#src/platform/root.server.ts'
import type { Db } from './open.server.ts'

/** The present text of each database function and trigger, beside its feature: `create or replace` alone. */
async function readFunctions() {
  const files = globSync('src/**/*.sql', { cwd: root }).sort()
  // Without triggers a site would work, and lose what they do.
  if (files.length === 0) throw new Error('The database functions are missing from this installation.')
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })))
}

/** Call it in the migrations' transaction. The hash is a comment on their table: in no backup, gone with the schema. */
export async function makeFunctions(trx: Db, isDue: boolean) {
  const files = await readFunctions()
  const hash = createHash('sha256')
    .update(files.map(({ text }) => text).join('\0'))
    .digest('hex')
  const { rows } = await sql<{ made: string | null }>`
    select obj_description('kysely_migration'::regclass, 'pg_class') as made`.execute(trx)
  if (rows[0]!.made === hash && !isDue) return
  for (const { file, text } of files)
    try {
      await sql.raw(text).execute(trx)
    } catch (error) {
      if (error instanceof Error) error.message = `${file}: ${error.message}`
      throw error
    }
  await sql`comment on table kysely_migration is ${sql.lit(hash)}`.execute(trx)
}
