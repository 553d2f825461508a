-- Totals and weeks of the overview, so that it reads as much at a million people as at ten thousand. A change of a count
-- is a row of its own: a count of today's accounts would be one row that everybody who signs up waits for, and two who
-- change several counts could lock each other out. A job adds the changes up (`addUpCounts`), and until then whoever asks
-- adds them.
create table day_count (
  what text not null,
  -- Of money.
  currency text not null default '',
  -- By the site's calendar; '-infinity' is all days together.
  day date not null,
  n bigint not null,
  amount bigint not null,
  -- With the numbers, so that a sum reads the index alone.
  primary key (what, currency, day) include (n, amount)
) with (autovacuum_vacuum_scale_factor = 0.02);
create table day_count_change (
  what text not null,
  currency text not null,
  day date not null,
  n bigint not null,
  amount bigint not null
);
create view counted_by_day as
  select what, currency, day, n, amount from day_count
  union all select what, currency, day, n, amount from day_count_change
  union all select what, currency, '-infinity', n, amount from day_count_change;

/* The site's calendar, as in src/platform/clock.ts. */
create function site_day(moment timestamptz) returns date language sql immutable
  return (moment at time zone 'Asia/Dhaka')::date;

/* As what one row is counted, and on which day. */
create function counts_of(u users) returns table (what text, currency text, day date, amount integer)
  language sql stable as $$ select 'accounts', '', site_day(u.created_at), 0 $$;
create function counts_of(b biodata) returns table (what text, currency text, day date, amount integer)
  language sql stable as $$ select 'biodata', '', site_day(b.created_at), 0 $$;
create function counts_of(p premium) returns table (what text, currency text, day date, amount integer)
  language sql stable as $$
    select what, '', site_day(at), 0
    from (values
      ('premium requests waiting', case when p.status = 'pending' then p.requested_at end),
      ('approvals', p.approved_at)
    ) kinds (what, at)
    where at is not null
  $$;
create function counts_of(r contact_requests) returns table (what text, currency text, day date, amount integer)
  language sql stable as $$
    select what, '', site_day(at), 0
    from (values
      ('contact requests', r.requested_at),
      -- Whose biodata is deleted has got the money back: nothing to decide.
      ('contact requests waiting', case when r.status = 'pending' and r.biodata_id is not null then r.requested_at end),
      ('approvals', r.approved_at)
    ) kinds (what, at)
    where at is not null
  $$;
create function counts_of(p payments) returns table (what text, currency text, day date, amount integer)
  language sql stable as $$
    select what, p.currency, site_day(p.created_at), p.amount
    from (values
      ('paid', array['succeeded', 'refund_due', 'refunded', 'disputed']),
      ('kept', array['succeeded']),
      ('went back', array['refunded', 'disputed'])
    ) kinds (what, statuses)
    where p.status = any(statuses)
  $$;

create function note_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into day_count_change (what, currency, day, n, amount)
    select what, currency, day, -1, -amount from counts_of(old);
  end if;
  if tg_op <> 'DELETE' then
    insert into day_count_change (what, currency, day, n, amount)
    select what, currency, day, 1, amount from counts_of(new);
  end if;
  return null;
end $$;
create trigger counted after insert or delete on users for each row execute function note_counts();
create trigger counted after insert or delete on biodata for each row execute function note_counts();
create trigger counted after insert or delete on premium for each row execute function note_counts();
create trigger counted after insert or delete on contact_requests for each row execute function note_counts();
create trigger counted after insert or delete on payments for each row execute function note_counts();
-- Not for changes that are counted nowhere, which are most.
create trigger counted_anew after update on users for each row
  when (old.created_at <> new.created_at) execute function note_counts();
create trigger counted_anew after update on biodata for each row
  when (old.created_at <> new.created_at) execute function note_counts();
create trigger counted_anew after update on premium for each row
  when ((old.status, old.requested_at, old.approved_at) is distinct from (new.status, new.requested_at, new.approved_at))
  execute function note_counts();
create trigger counted_anew after update on contact_requests for each row
  when ((old.status, old.requested_at, old.approved_at, old.biodata_id)
    is distinct from (new.status, new.requested_at, new.approved_at, new.biodata_id))
  execute function note_counts();
create trigger counted_anew after update on payments for each row
  when ((old.status, old.created_at, old.currency, old.amount)
    is distinct from (new.status, new.created_at, new.currency, new.amount))
  execute function note_counts();

/* Adds the changes up. In the order of the key, so that two who do it at once wait for each other. */
create function add_up_counts() returns void language sql begin atomic
  with taken as (delete from day_count_change returning what, currency, day, n, amount)
  insert into day_count as kept (what, currency, day, n, amount)
  select what, currency, coalesce(day, '-infinity'), sum(n), sum(amount) from taken
  group by grouping sets ((what, currency, day), (what, currency)) having sum(n) <> 0 or sum(amount) <> 0
  order by 1, 2, 3
  on conflict (what, currency, day) do update set n = kept.n + excluded.n, amount = kept.amount + excluded.amount;
end;

-- The triggers keep others from writing meanwhile.
insert into day_count_change (what, currency, day, n, amount)
select c.what, c.currency, c.day, count(*), sum(c.amount) from users u, counts_of(u) c group by 1, 2, 3;
insert into day_count_change (what, currency, day, n, amount)
select c.what, c.currency, c.day, count(*), sum(c.amount) from biodata b, counts_of(b) c group by 1, 2, 3;
insert into day_count_change (what, currency, day, n, amount)
select c.what, c.currency, c.day, count(*), sum(c.amount) from premium p, counts_of(p) c group by 1, 2, 3;
insert into day_count_change (what, currency, day, n, amount)
select c.what, c.currency, c.day, count(*), sum(c.amount) from contact_requests r, counts_of(r) c group by 1, 2, 3;
insert into day_count_change (what, currency, day, n, amount)
select c.what, c.currency, c.day, count(*), sum(c.amount) from payments p, counts_of(p) c group by 1, 2, 3;
select add_up_counts();

-- Only counting used them.
drop index biodata_newest, payments_paid;

-- Lists of the administrator are walked in an index that holds what a search looks at, in every order.
drop index users_name, users_newest;
create index users_name on users (lower(name), id) include (name, email);
create index users_newest on users (created_at, id) include (name, email);
alter table users drop constraint users_email_key;
create unique index users_email_key on users (email) include (id, name);

-- Who asks is copied to what is asked for, so that a list of requests is sorted and searched by it alone.
alter table contact_requests add column asker_name text, add column asker_email text;
alter table premium add column asker_name text, add column asker_email text, add column number integer;
update contact_requests r set asker_name = u.name, asker_email = u.email from users u where u.id = r.user_id;
update premium p set asker_name = u.name, asker_email = u.email, number = (select number from biodata b where b.id = u.id)
  from users u where u.id = p.user_id;
alter table contact_requests alter column asker_name set not null, alter column asker_email set not null;
alter table premium alter column asker_name set not null, alter column asker_email set not null;

-- Whoever changes the account at this moment is waited for, or waits.
create or replace function number_of_request() returns trigger language plpgsql as $$
begin
  new.number := (select number from biodata where id = new.biodata_id);
  select name, email into new.asker_name, new.asker_email from users where id = new.user_id for share;
  return new;
end $$;
create function asker_of_premium() returns trigger language plpgsql as $$
begin
  select name, email into new.asker_name, new.asker_email from users where id = new.user_id for no key update;
  new.number := (select number from biodata where id = new.user_id);
  return new;
end $$;
create trigger premium_made before insert on premium for each row execute function asker_of_premium();
create function rename_asker() returns trigger language plpgsql as $$
begin
  update contact_requests set asker_name = new.name, asker_email = new.email where user_id = new.id;
  update premium set asker_name = new.name, asker_email = new.email where user_id = new.id;
  return null;
end $$;
create trigger user_renamed after update on users for each row
  when ((old.name, old.email) is distinct from (new.name, new.email)) execute function rename_asker();
create function number_premium() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update premium set number = new.number where user_id = new.id;
  else
    update premium set number = null where user_id = old.id;
  end if;
  return null;
end $$;
create trigger premium_number after insert or delete on biodata for each row execute function number_premium();

-- What waits is read whole, which is little, in whatever order.
drop index premium_pending, contact_requests_pending;
create index premium_pending on premium (requested_at, user_id) include (asker_name, asker_email, number)
  where status = 'pending' and number is not null;
create index contact_requests_pending on contact_requests (requested_at, id)
  include (asker_name, asker_email, number) where status = 'pending' and biodata_id is not null;
create index contact_requests_listed on contact_requests (requested_at, id)
  include (asker_name, asker_email, status) where biodata_id is not null;
create index contact_requests_by_name on contact_requests (lower(asker_name), id)
  include (asker_name, asker_email, status) where biodata_id is not null;
create index contact_requests_by_email on contact_requests (asker_email, id)
  include (asker_name, status) where biodata_id is not null;
create index contact_requests_by_number on contact_requests (number, id)
  include (asker_name, asker_email, status) where biodata_id is not null;
create index contact_requests_words on contact_requests using gin (user_words(asker_name, asker_email))
  with (fastupdate = off);

-- Few are administrators, so a plan for anybody takes everybody for one, who has done a good part of all there is, and looks
-- for their lines from the end of the log on: of a member there are none.
alter table audit_log alter column actor_id set (n_distinct = -0.1);
