-- Imports in the browser (docs/decisions/031-imports.md). A draft is a biodata whose person has not agreed to publish yet.
alter table biodata drop constraint biodata_presence_check;
alter table biodata add constraint biodata_presence_check
  check (presence in ('published', 'paused', 'taken back', 'married', 'draft'));
create index biodata_phone on biodata (phone);

create table imports (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid references users on delete set null,
  file_name text not null check (length(file_name) between 1 and 200),
  bytes integer not null check (bytes between 1 and 10485760),
  status text not null default 'uploading'
    check (status in ('uploading', 'reading', 'refused', 'ready', 'running', 'done', 'undoing', 'undone')),
  -- Why the file is refused as a whole.
  trouble text,
  trouble_columns text[] not null default '{}',
  -- Of the file, in its order, each with what it is read as.
  headings jsonb not null default '[]',
  read integer not null default 0,
  good integer not null default 0,
  added integer not null default 0,
  stayed integer not null default 0,
  -- How and when these people agreed to be published, in the administrator's words; without it they are drafts.
  agreed_how text check (length(agreed_how) between 1 and 500),
  agreed_on date,
  at_work_until timestamptz,
  made_at timestamptz not null default now(),
  done_at timestamptz,
  check ((agreed_how is null) = (agreed_on is null)),
  check ((done_at is not null) = (status in ('done', 'undoing', 'undone')))
);
create index imports_actor on imports (actor_id) where actor_id is not null;
create index imports_newest on imports (made_at desc);
create index imports_at_work on imports (made_at) where status in ('reading', 'running', 'undoing');

create table import_pieces (
  import_id uuid not null references imports on delete cascade,
  place smallint not null check (place >= 0),
  bytes bytea not null check (length(bytes) between 1 and 131072),
  primary key (import_id, place)
);

-- Until they are taken in. `line` is what a row says, `problems` why it is not taken in.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  row integer not null,
  line jsonb not null,
  email text,
  phone text,
  problems jsonb,
  primary key (import_id, row)
);
create index import_rows_good on import_rows (import_id, row) where problems is null;

create table imported_people (
  user_id uuid primary key references users on delete cascade,
  import_id uuid not null references imports on delete cascade
);
create index imported_people_import on imported_people (import_id);
