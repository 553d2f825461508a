import type pg from 'pg'

/**
 * Keeps what is in the database now.
 * @returns how to put it back, past triggers and foreign keys, and which tables are not as they were; tries are counted for
 *   the limits and say nothing
 */
export async function keepEverything(pool: pg.Pool) {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1 order by 1`,
  )
  await pool.query(
    `create schema kept; ${tables.map(({ name }) => `create table kept.${name} as table ${name};`).join(' ')}`,
  )
  const { rows: sequences } = await pool.query<{ name: string; next: string }>(
    `select quote_ident(sequencename) as name, coalesce(last_value, 0) + 1 as next from pg_sequences where schemaname = 'public'`,
  )
  const back = tables.map(
    ({ name, columns }) =>
      `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name};`,
  )
  const on = sequences.map(({ name, next }) => `select setval('${name}', ${next}, false);`)
  return {
    async putBack() {
      await pool.query(`begin; set local session_replication_role = replica; ${back.join(' ')} ${on.join(' ')} commit`)
    },
    async movedSince() {
      const compared = tables.map(
        ({ name }) =>
          `select '${name}' as name where exists (select t::text from ${name} t except select t::text from kept.${name} t)`,
      )
      const { rows } = await pool.query<{ name: string }>(compared.join(' union all '))
      return rows.map(({ name }) => name).filter((name) => name !== 'attempts')
    },
  }
}

/** Puts all moments back by more than a day, at another time of the day. */
export async function ageEverything(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string; sets: string }>(
    `select table_name as name, string_agg(format('%1$I = %1$I - interval ''26 hours 31 minutes''', column_name), ', ') as sets
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and data_type = 'timestamp with time zone' group by 1`,
  )
  const aged = rows.map(({ name, sets }) => `update ${name} set ${sets};`)
  await pool.query(`begin; set local session_replication_role = replica; ${aged.join(' ')} commit`)
}
