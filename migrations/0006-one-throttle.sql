-- All limits on how often something may be tried are counted in one place (src/platform/throttle.server.ts), as the
-- moment at which everything is free again. What was counted before is forgotten.
drop table contact_form_use;
drop table attempts;
create table attempts (
  key text primary key,
  full_at timestamptz not null
);
create index attempts_full on attempts (full_at);
