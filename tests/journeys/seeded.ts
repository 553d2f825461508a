import { join } from 'node:path'
import { Client } from 'pg'

/** The demo's world as it was before the first test, kept in a schema of its own, and brought back before each. */

const keep = `
do $$
declare name text;
begin
  create schema seeded;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table seeded.%1$I as table public.%1$I', name);
  end loop;
  create table seeded.sequences as
    select sequencename, last_value from pg_sequences where schemaname = 'public';
end $$`

// As a replica the database runs no triggers: what they would change is brought back too. Sessions stay, because the
// tests of a worker share them, and so do the provider's events, which the provider remembers too.
const bringBack = `
do $$
declare name text; columns text; is_changed boolean;
begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'seeded' and tablename not in ('sequences', 'sessions', 'provider_events')
  loop
    -- Most tests change little: to write everything anew costs more than all else that a small one does.
    execute format('select exists ((table public.%1$I except table seeded.%1$I) union all (table seeded.%1$I except table public.%1$I))', name)
      into is_changed;
    continue when not is_changed;
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('delete from public.%I', name);
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from seeded.%1$I', name, columns);
  end loop;
  delete from sessions where user_id not in (select id from users);
  -- As if the tests before had taken no time.
  update sessions set confirmed_at = now();
  perform setval(sequencename::regclass, coalesce(last_value, 1), last_value is not null) from seeded.sequences;
end $$`

export async function withDatabase<T>(dataDir: string, use: (client: Client) => Promise<T>) {
  const client = new Client({ host: join(dataDir, 'postgres'), port: 5432, user: 'nikhad', database: 'nikhad' })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

export const keepAsSeeded = (dataDir: string) => withDatabase(dataDir, (client) => client.query(keep))
export const bringBackAsSeeded = (dataDir: string) => withDatabase(dataDir, (client) => client.query(bringBack))
