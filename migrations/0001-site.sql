-- These eight files are the baseline (docs/decisions/029-squashed-migrations.md). Triggers, and functions whose results are
-- not stored, stand beside their features in `src`.

-- One row: which mode this database belongs to. A demo never opens a real site's data, nor the other way round.
create table site (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('demo', 'serve'))
);

-- Rate limits (src/platform/limits/throttle.server.ts), each as the moment at which everything is free again. Keys are hashes:
-- no addresses here.
create table attempts (
  key text primary key,
  full_at timestamptz not null
);
create index attempts_full on attempts (full_at);

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
