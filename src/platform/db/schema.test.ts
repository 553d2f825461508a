import { globSync, readFileSync } from 'node:fs'
import { getAuthTables } from 'better-auth/db'
import { expect, test } from 'vitest'
import { choiceFilters, type FieldName, fieldNames, fields } from '#src/features/biodata/fields.ts'
import { numberWishes, wishInputs } from '#src/features/biodata/wishes.ts'
import { findFields } from '#src/features/search/contract.ts'
import { testDatabase } from '#test/world.server.ts'
import { migrate, SchemaTooNew } from './migrate.server.ts'

const { db, pool } = await testDatabase()

const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

const fieldColumn = (name: FieldName) => `${snake(name)}${fields[name].isOptional ? ' null' : ''}`
/** What tables.ts of biodata takes from the tables of fields and wishes. */
const made: Record<string, string[]> = {
  biodata: [...fieldNames.map(fieldColumn), ...wishInputs.map((name) => `${snake(name)} null`)],
  listed_biodata: [
    ...findFields.map(fieldColumn),
    ...numberWishes.flatMap((wish) => [`${snake(wish)}_least`, `${snake(wish)}_most`]),
  ],
  biodata_count: choiceFilters.map(snake),
}

/** The interface of each table, read out of schema.ts and what features add to it. */
function declared() {
  const sources = ['src/platform/db/schema.ts', ...globSync('src/features/*/tables.ts')].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const bodies = sources.map((source) =>
    source
      .slice(source.indexOf('interface Schema'))
      // In a feature's file the interface stands inside a module.
      .replace(/^ {2}(?= )/gm, source.includes('declare module') ? '' : '  '),
  )
  return Object.fromEntries(
    [...bodies.join('\n').matchAll(/^ {2}(\w+): \{([\s\S]*?)(?:^ {2}\}|\}$)/gm)].map(([, table, columns]) => [
      snake(table!),
      [...columns!.matchAll(/(?:^|[;{\n])\s*(\w+): ([^;\n]+)/g)]
        .map(([, column, type]) => `${snake(column!)}${/\| null/.test(type!) ? ' null' : ''}`)
        .concat(made[snake(table!)] ?? [])
        .sort(),
    ]),
  )
}

test('schema.ts says what the migrated database has', async () => {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(`
    select c.table_name as table, array_agg(c.column_name || case when is_nullable = 'YES' then ' null' else '' end) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%' group by 1`)
  expect(declared()).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns.sort()])))
})

test('R3: what is published shows every column of a biodata, new ones too', async () => {
  const { rows } = await pool.query<{ columns: string[] }>(`
    select array_agg(column_name::text order by column_name) as columns from information_schema.columns
    where table_name in ('biodata', 'published_biodata') group by table_name`)
  expect(rows[0]!.columns).toEqual(rows[1]!.columns)
})

test('W5: what lists are looked through by is written column by column as it is read', async () => {
  const { rows } = await pool.query<{ columns: string[] }>(`
    select array_agg(column_name || ' ' || data_type order by ordinal_position) as columns from information_schema.columns
    where table_name in ('listed_biodata', 'biodata_to_list') group by table_name`)
  expect(rows[0]!.columns).toEqual(rows[1]!.columns)
})

test('Z2: whatever is deleted finds in an index what refers to it, instead of reading a table whole', async () => {
  const { rows } = await pool.query<{ column: string }>(`
    select conrelid::regclass || '.' || attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
    order by 1`)
  expect(rows.map(({ column }) => column)).toEqual([])
})

test('better-auth finds every column it needs', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns`,
  )
  const present = new Set(rows.map(({ name }) => name))
  const names = { user: 'users', session: 'sessions', account: 'accounts', verification: 'verifications' }
  const missing = Object.entries(getAuthTables({})).flatMap(([model, { fields }]) =>
    Object.keys(fields)
      .map((field) => `${names[model as keyof typeof names]}.${snake(field)}`)
      .filter((name) => !present.has(name)),
  )
  expect(missing).toEqual([])
})

test('X1: a second start migrates nothing; an older program refuses a newer database', async () => {
  expect(await migrate(db)).toEqual([])
  await pool.query(`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`)
  await expect(migrate(db)).rejects.toThrow(SchemaTooNew)
})

test('M4: a line of the audit log cannot be changed or removed', async () => {
  await pool.query(`insert into audit_log (action) values ('made admin')`)
  await expect(pool.query(`update audit_log set action = 'nothing'`)).rejects.toThrow('only be added to')
  await expect(pool.query('delete from audit_log')).rejects.toThrow('only be added to')
})
