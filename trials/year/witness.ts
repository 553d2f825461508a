import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { type Db, openDatabase } from '#src/platform/db/open.server.ts'

// What stands beside the product in its database and judges it: a clock that the trial sets, and triggers that note in the
// same transaction what happens. None of it changes what the product does.

/** Makes `now()` of this database a clock, for every connection: those that are open are ended, and opened anew. */
export async function installWitness(connection: PoolConfig) {
  const { db } = openDatabase({ ...connection, max: 1 })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql.raw(`alter database ${connection.database} set search_path = ${path}`).execute(db)
  await sql.raw(boundAnew).execute(db)
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  await db.destroy()
  // Pools hear of it, and throw those connections away.
  await delay(200)
}

const path = 'witness, public, pg_catalog'

/** What a table writes by default was bound to the real clock when the table was made. */
const boundAnew = `do $$ declare d record; begin
  perform set_config('search_path', '${path}', true);
  for d in select attrelid::regclass as t, attname from pg_attrdef
      join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) in ('now()', 'pg_catalog.now()') loop
    execute format('alter table %s alter column %I set default now()', d.t, d.attname);
  end loop; end $$`

export const setClock = (db: Db, now: Date) => sql`update witness.clock set at = ${now}`.execute(db)

const statements = [
  'create schema witness',
  'create table witness.clock (at timestamptz not null)',
  "insert into witness.clock values ('2000-01-01')",
  "create function witness.now() returns timestamptz stable language sql as 'select at from witness.clock'",

  // `done`: it happened before; kept when the product forgets its row.
  `create table witness.wrong (what text not null, about text, at timestamptz not null default witness.now())`,
  'create table witness.seen (payment_id uuid primary key)',
  'create table witness.moves (request_id uuid, move text, at timestamptz not null default witness.now())',
  'create table witness.told (id bigint primary key, user_id uuid, kind text, cause text, about jsonb)',
  'create table witness.mails (id uuid primary key, user_id uuid, notice text)',

  /* Every change of a request, against the table of states (REQUIREMENTS O6). */
  `create function witness.note_request() returns trigger language plpgsql as $$
  declare
    mode text := (select contact_for from biodata where id = new.biodata_id);
    move text := old.status || ' to ' || new.status;
    problem text;
  begin
    if old.first_seen_at is null and new.first_seen_at is not null then
      if new.payment_id is not null then insert into witness.seen values (new.payment_id) on conflict do nothing; end if;
      if new.status <> 'approve' then problem := 'seen while ' || new.status; end if;
    elsif old.first_seen_at is distinct from new.first_seen_at then problem := 'a first look changed'; end if;
    if old.status <> new.status then
      insert into witness.moves values (new.id, move);
      problem := case move
        when 'pending to approve' then case when mode <> 'checked' then 'opened without a yes under ' || mode
          when new.payment_id is null then 'opened without a fee and without a yes' end
        when 'pending to forwarded' then case when mode = 'nobody' then 'forwarded for nobody'
          when mode = 'checked' and new.payment_id is not null then 'forwarded though nobody is to be asked' end
        when 'forwarded to approve' then case when new.answer is distinct from 'yes' or old.answer is not null
          or old.answer_by <= witness.now() then 'opened without a yes in time' end
        when 'forwarded to declined' then case when new.answer is null then 'declined without an answer'
          when new.answer = 'over' and new.answer_by > witness.now() then 'over before its time' end
        when 'approve to withdrawn' then case when new.answer = 'taken back' and old.first_seen_at is not null
          then 'a yes was taken back that was seen' end
        when 'approve to pending' then case when new.answer is not null then 'undone after a yes' end
        when 'forwarded to pending' then null
        when 'pending to refused' then null
        when 'pending to withdrawn' then null
        when 'forwarded to withdrawn' then null
        else 'no such way: ' || move end;
    end if;
    if problem is not null then insert into witness.wrong values (problem, new.id); end if;
    if new.answer is distinct from old.answer and new.answer <> 'over' and new.answered_by is distinct from new.biodata_id
      and not exists (select from guardianships g where g.ward_id = new.biodata_id and g.guardian_id = new.answered_by
        and g.may_answer and g.ended_at is null and g.accepted_at <= new.forwarded_at) then
      insert into witness.wrong values ('answered by somebody without the right', new.id);
    end if;
    return null;
  end $$`,
  `create trigger witness after update on contact_requests for each row execute function witness.note_request()`,

  `create function witness.note_asked() returns trigger language plpgsql as $$
  begin
    insert into witness.moves values (new.id, case when new.payment_id is null then 'asked without a fee' else 'asked' end);
    insert into witness.wrong select 'asked again within 90 days', new.id where exists (
      select from contact_requests r where r.user_id = new.user_id and r.biodata_id = new.biodata_id
        and r.answer <> 'yes' and r.answered_at > witness.now() - interval '90 days');
    insert into witness.wrong select 'asked though hidden, closed, blocked or suspended', new.id where exists (
        select from biodata where id = new.biodata_id and (not published or contact_for = 'nobody'))
      or exists (select from users where id = new.user_id and suspended_at is not null)
      or exists (select from blocks where new.user_id in (blocker_id, blocked_id) and new.biodata_id in (blocker_id, blocked_id));
    return null;
  end $$`,
  `create trigger witness_asked after insert on contact_requests for each row execute function witness.note_asked()`,

  /* Every line of the ledger of contacts, with what gives the right to it at this moment. */
  `create function witness.note_view() returns trigger language plpgsql as $$
  begin
    insert into witness.wrong select 'a contact was shown by ' || new.by_right || ' without a right to it',
      new.viewer_id || ' looked at ' || new.owner_id where not case new.by_right
      when 'request' then exists (
        select from contact_requests r where r.user_id = new.viewer_id and r.biodata_id = new.owner_id and r.status = 'approve'
          and r.first_seen_at is not null and (r.answer = 'yes' or r.forwarded_at is null and r.payment_id is not null
            and exists (select from witness.moves m where m.request_id = r.id and m.move = 'pending to approve')))
      when 'answer' then exists (
        select from contact_requests r where r.user_id = new.owner_id and r.status = 'approve' and r.answer = 'yes'
          and r.shares_contact and (r.biodata_id = new.viewer_id or exists (
            select from guardianships g where g.ward_id = r.biodata_id and g.guardian_id = new.viewer_id
              and g.may_answer and g.ended_at is null and g.accepted_at <= r.forwarded_at)))
      when 'premium' then exists (select from biodata where id = new.owner_id and contact_for = 'checked' and published)
        and exists (select from premium where user_id = new.viewer_id and status = 'approve')
      else true end;
    return null;
  end $$`,
  `create trigger witness after insert on contact_views for each row execute function witness.note_view()`,

  /* What people are told, but for what is taken back before anybody reads it. */
  `create function witness.note_told() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then insert into witness.told values (new.id, new.user_id, new.kind, new.cause, new.about);
    elsif old.not_before > witness.now() then delete from witness.told where id = old.id; end if;
    return null;
  end $$`,
  `create trigger witness after insert or delete on notifications for each row execute function witness.note_told()`,
  `create function witness.note_mail() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.user_id is not null then insert into witness.mails values (new.id, new.user_id, new.notice); end if;
    elsif old.not_before > witness.now() then delete from witness.mails where id = old.id; end if;
    return null;
  end $$`,
  `create trigger witness after insert or delete on outbox for each row execute function witness.note_mail()`,

  /* Where each payment's money is. One that bought something is with its request, or has been earned by a look. */
  `create view witness.books as
  select p.id, p.provider, p.status, p.amount, sums.paid, sums.back, sums.due, r.status as request,
    sums.paid - sums.back - sums.due as kept,
    case when r.status in ('pending', 'forwarded') or r.status = 'approve' and r.first_seen_at is null then 'waiting'
      when exists (select from witness.seen where payment_id = p.id) then 'earned' end as place
  from payments p left join contact_requests r on r.payment_id = p.id, lateral (
    select (select coalesce(sum(amount), 0)::int from payment_receipts where payment_id = p.id) as paid,
      (select coalesce(sum(amount), 0)::int from refunds where payment_id = p.id and state = 'refunded') as back,
      (select coalesce(sum(amount), 0)::int from refunds where payment_id = p.id and state in ('due', 'asked', 'on its way')) as due
  ) sums`,
]

/** What is wrong at this moment; empty where all holds. */
export const findWrong = async (db: Db) =>
  (
    await sql<{ what: string; about: string | null }>`
      select what, about from witness.wrong
      union all
      select 'money in no place, or in two', concat_ws(' ', id, provider, status, request, 'paid', paid, 'back', back, 'due', due, place)
        from witness.books where paid > 0 and (
          kept not in (0, amount) or kept > 0 and place is null or place = 'waiting' and (kept <> amount or status <> 'succeeded'))
      union all
      select 'a request without its money', id::text from witness.books where place = 'waiting' and paid = 0
      union all
      select 'two live requests of a pair', user_id || ' ' || biodata_id from contact_requests
        where status in ('pending', 'forwarded', 'approve') and biodata_id is not null
        group by user_id, biodata_id having count(*) > 1
      union all
      select 'a contact is open without a yes', id::text from contact_requests
        where status = 'approve' and forwarded_at is not null and answer is distinct from 'yes'
      union all
      select 'a guardian stays who has no ward, or is blocked', g.id::text from guardianships g join blocks b
        on g.ward_id in (b.blocker_id, b.blocked_id) and g.guardian_id in (b.blocker_id, b.blocked_id) where g.ended_at is null
      union all
      select 'ask guardian without a guardian', b.id::text from biodata b where b.contact_for = 'ask guardian' and not exists (
        select from guardianships g where g.ward_id = b.id and g.accepted_at is not null and g.ended_at is null and g.may_answer)
    `.execute(db)
  ).rows

/** Who was told of the same twice: of one end, of one yes, or by two mails for one line of the list. */
export const findToldTwice = async (db: Db) =>
  (
    await sql<{ what: string; about: string | null }>`
      select 'told of an end twice' as what, user_id || ' ' || split_part(cause, ' ', 1) as about from witness.told
        where kind = 'fee-returned'
          or kind = 'request-answered' and about->>'answer' in ('not now', 'over', 'ended', 'refused', 'withdrawn')
        group by 2, user_id having count(*) > 1
      union all
      select 'told of a yes twice', user_id || ' ' || split_part(cause, ' ', 1) from witness.told
        where kind = 'request-answered' and about->>'answer' = 'approved' group by 2, user_id having count(*) > 1
      union all
      select 'asked twice for one request', user_id || ' ' || cause from witness.told
        where kind = 'asked' group by user_id, cause having count(*) > 1
      union all
      select 'more mails than lines in the list', user_id || ' ' || notice from witness.mails m group by user_id, notice
        having count(*) > (select count(*) from witness.told t where t.user_id = m.user_id and t.kind = m.notice)
    `.execute(db)
  ).rows
