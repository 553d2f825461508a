import { getAuthTables } from 'better-auth/db'
import type { SelectType } from 'kysely'
import { expect, expectTypeOf, test } from 'vitest'
import { schemaOf, tableTypesOf } from '#tests/schema.server.ts'
import { testDatabase } from '#tests/world.server.ts'
import type { Tables } from '../../../migrations/tables.ts'
import { migrate, SchemaTooNew } from './migrate.server.ts'
import type { Narrowed, Schema } from './schema.ts'

const { db, pool } = await testDatabase()

test('migrations/schema.sql and tables.ts are what a new database has (`npm run write-schema` writes them)', async () => {
  await expect(await schemaOf(pool)).toMatchFileSnapshot('../../../migrations/schema.sql')
  await expect(await tableTypesOf(pool)).toMatchFileSnapshot('../../../migrations/tables.ts')
})

test('the tables in TypeScript have the columns of the database, null where those may be null', () => {
  type Read<S> = { [T in keyof S]: { [C in keyof S[T]]: SelectType<S[T][C]> } }
  type Nullable<S> = { [T in keyof S]: { [C in keyof S[T]]: null extends S[T][C] ? true : false } }
  type Declared = Read<Omit<Schema, 'publishedBiodata'>>
  // The compiler compares them: `npm run types`.
  expectTypeOf<Declared>().toExtend<Read<Tables>>()
  expectTypeOf<Nullable<Declared>>().toEqualTypeOf<Nullable<Read<Tables>>>()
  type NotInDatabase = { [T in keyof Narrowed]: Exclude<keyof Narrowed[T], keyof Tables[T]> }[keyof Narrowed]
  expectTypeOf<NotInDatabase>().toBeNever()
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
      .map((field) => `${names[model as keyof typeof names]}.${field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`)
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
