-- What administrators did.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  subject_id uuid
);
-- Few are administrators, so a plan takes everybody for one who has done a good part of all there is, and looks for their lines
-- from the end of the log: of a member there are none.
alter table audit_log alter column actor_id set (n_distinct = -0.1);
-- Looking at a contact again within an hour is one line (src/platform/db/audit.server.ts).
create index audit_log_contacts on audit_log (actor_id, subject_id, at) where action = 'viewed contact';
create index audit_log_oldest on audit_log (at);
create index audit_log_subject on audit_log (subject_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
-- Totals and weeks of the overview, which then reads as much at a million people as at ten thousand. Triggers write changes,
-- and a job adds them up (src/features/administration/administration.sql).
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
      -- A deleted biodata has sent the fee back: nothing to decide.
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
