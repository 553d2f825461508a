-- Rate limits (src/platform/limits/throttle.server.ts), each as the moment at which everything is free again. Keys are hashes:
-- no addresses here.
create table attempts (
  key text primary key,
  full_at timestamptz not null
);
create index attempts_full on attempts (full_at);

-- Neither sees the other, in whichever direction.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- The reported person is an id without a reference and a number: a report outlives both people, and then says nothing
-- else about them.
create table reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid references users on delete set null,
  reported_id uuid not null,
  -- The number of the reported person's biodata, if there was one.
  number integer,
  reason text not null check (reason in ('taken', 'untrue', 'rude', 'money', 'other')),
  words text check (length(words) between 1 and 2000),
  at timestamptz not null default now(),
  -- What an administrator decided, and the words that the reporter reads.
  outcome text check (outcome in ('resolved', 'dismissed')),
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  answered_by uuid references users on delete set null,
  check (reporter_id <> reported_id),
  check ((outcome is null) = (answer is null) and (outcome is null) = (answered_at is null))
);
create unique index reports_open on reports (reporter_id, reported_id) where outcome is null;
create index reports_reporter on reports (reporter_id, at);
create index reports_answered_by on reports (answered_by) where answered_by is not null;
-- Reported people are found in the order of their first open, or last answered, report, and counted by who reports them.
create index reports_waiting on reports (reported_id, at) where outcome is null;
create index reports_waiting_longest on reports (at, reported_id) where outcome is null;
create index reports_answered on reports (answered_at, reported_id) where outcome is not null;
create index reports_answered_about on reports (reported_id, answered_at, id) where outcome is not null;
create index reports_about on reports (reported_id, reporter_id);

-- Each time somebody's contact is shown or exported. Ids without references: a line outlives both people, and then is
-- an id and a number.
create table contact_views (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  -- Whose contact.
  owner_id uuid not null,
  viewer_id uuid not null,
  -- The number of the viewer's biodata.
  viewer_number integer,
  by_right text not null check (by_right in ('owner', 'premium', 'request', 'administrator')),
  -- In a list that was saved as a file.
  in_file boolean not null default false,
  -- What an administrator gave as the reason; the owner reads it.
  reason text check (length(reason) between 1 and 300)
);
create index contact_views_owner on contact_views (owner_id, at);
create index contact_views_viewer on contact_views (viewer_id, owner_id, at);
create index contact_views_oldest on contact_views (at);

-- Whose full profile somebody has read lately, so that nobody copies everybody. A line counts for a day. Unlogged, as
-- removed_favourites is.
create unlogged table profile_views (
  viewer_id uuid not null references users on delete cascade,
  owner_id uuid not null,
  at timestamptz not null
);
create index profile_views_viewer on profile_views (viewer_id, at);
create index profile_views_at on profile_views (at);

-- Full profiles that accounts with an unconfirmed email read, for each network they come from, which is a hash.
create unlogged table network_views (
  network text not null,
  at timestamptz not null
);
create index network_views_network on network_views (network, at);

-- Whom searches of members have shown: numbers of biodata, and below zero the questions of how many there are. Each once a day,
-- so that going back to a list adds nothing. No index by time: every search would pay for it, and the job that forgets them
-- pays once an hour.
create unlogged table card_views (
  viewer_id uuid not null references users on delete cascade,
  at timestamptz not null,
  shown integer[] not null
);
create index card_views_viewer on card_views (viewer_id, at);

-- From whom something was taken back lately, so that open pages drop it (docs/decisions/011-open-pages.md). `person` is as
-- person_key has it: pages look for it in what they hold, and learn neither what was taken back nor from whom.
create table withdrawals (
  person integer not null,
  -- The transaction may have begun long before it ends, so it is the clock's time.
  at timestamptz not null default clock_timestamp(),
  -- Tells two withdrawals of the same millisecond apart.
  tag text not null default left(replace(gen_random_uuid()::text, '-', ''), 12)
);
create index withdrawals_at on withdrawals (at);

-- Texts and names that may say how their writer is reached, for administrators (docs/decisions/009-contacts.md). The text stays
-- where it is: `field` is a field of the biodata, `account` for the name of the account, `several` for a number in pieces. A
-- row that an administrator found fine stays, so that the same text is not listed again.
create table suspicious_texts (
  -- Another text is another row to decide on.
  id uuid not null unique default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  field text not null check (field ~ '^[a-zA-Z]{1,40}$'),
  text_hash text not null,
  found_at timestamptz not null default now(),
  fine_at timestamptz,
  fine_by uuid references users (id) on delete set null,
  primary key (user_id, field)
);
create index suspicious_texts_open on suspicious_texts (found_at, id) where fine_at is null;
create index suspicious_texts_fine_by on suspicious_texts (fine_by) where fine_by is not null;
