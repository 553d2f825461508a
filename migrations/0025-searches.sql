-- What members look for again and again, and are told of when somebody new fits (src/biodata/searches).
create table saved_searches (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  -- One of the places a member has, see `mostSearches`.
  place smallint not null check (place between 1 and 10),
  name text not null check (char_length(name) between 1 and 80),
  -- The query of the page's address that finds these people.
  search text not null check (char_length(search) <= 4000),
  how_often text not null default 'weekly' check (how_often in ('at once', 'daily', 'weekly', 'never')),
  created_at timestamptz not null default now(),
  -- Everybody up to this number was there when it was saved, or was looked at since.
  told_up_to integer not null,
  told_at timestamptz,
  -- When it is looked for next.
  due_at timestamptz,
  check ((how_often in ('daily', 'weekly')) = (due_at is not null)),
  unique (owner_id, place)
);
create unique index saved_searches_once on saved_searches (owner_id, md5(search));
create index saved_searches_due on saved_searches (due_at) where due_at is not null;
create index saved_searches_at_once on saved_searches (told_up_to) where how_often = 'at once';

-- Since when somebody is new to a member. A look at lists after a long pause begins another visit (src/biodata/visit.server.ts).
create table visits (
  user_id uuid primary key references users on delete cascade,
  -- The last look that was written down, and the newest number then.
  looked_at timestamptz not null,
  looked_up_to integer not null,
  -- The same of the visit before; nothing in the first one.
  since timestamptz,
  since_number integer,
  check ((since is null) = (since_number is null))
);
