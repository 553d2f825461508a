-- What the bureau itself has seen or heard of a person (docs/decisions/020-approvals-and-refusals.md). No picture is kept.
create table attestations (
  id uuid primary key default gen_random_uuid(),
  subject_id uuid not null references biodata on delete cascade,
  kind text not null check (kind in ('phone', 'identity', 'certificate', 'family', 'visit')),
  how text not null check (how in ('call', 'video', 'in person')),
  with_whom text check (with_whom in ('father', 'mother', 'brother', 'sister', 'relative', 'self')),
  at date not null,
  -- Nobody can make one last longer.
  ends_on date not null generated always as ((at + interval '1 year')::date) stored,
  -- For administrators; the person reads it in the export.
  note text check (length(note) between 1 and 500),
  seen_by uuid references users on delete set null,
  noted_at timestamptz not null default now(),
  -- Before its year is over.
  ended_at timestamptz,
  ended_because text check (ended_because in ('changed', 'replaced', 'taken back')),
  -- Of who took it back; the person reads them.
  ended_words text check (length(ended_words) between 1 and 500),
  ended_by uuid references users on delete set null,
  check ((kind = 'family') = (with_whom is not null)),
  check (kind = 'family'
    or how = any (case kind when 'phone' then '{call}' when 'visit' then '{in person}' else '{video,in person}' end::text[])),
  check ((ended_at is null) = (ended_because is null)),
  check ((ended_because is not distinct from 'taken back') = (ended_words is not null))
);
create unique index attestations_one on attestations (subject_id, kind) where ended_at is null;
create index attestations_subject on attestations (subject_id, at);
create index attestations_seen_by on attestations (seen_by);
create index attestations_ended_by on attestations (ended_by);
