-- Whom somebody has read lately: full profiles are counted, so that nobody copies everybody. A line counts for a day.
-- Unlogged: what only counts need not survive a crash, and a page must not wait for the disk.
create unlogged table profile_views (
  viewer_id uuid not null references users on delete cascade,
  owner_id uuid not null,
  at timestamptz not null
);
create index profile_views_viewer on profile_views (viewer_id, at);
create index profile_views_at on profile_views (at);

-- Somebody is reported. Of whom is an id without a reference and a number: a report outlives both people, and says no
-- more than that then.
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
create index reports_waiting on reports (reported_id, at) where outcome is null;
create index reports_reporter on reports (reporter_id, at);
create index reports_answered on reports (answered_at) where outcome is not null;

-- Counts a look at a profile and answers 0, or the seconds until one more is free; `most` in any stretch of `within`. One
-- call, because a person's looks wait for each other here, and whoever sends a hundred at once holds as many connections.
create function count_reading(viewer uuid, owner uuid, moment timestamptz, same interval, most integer[], within interval[])
returns integer language plpgsql as $$
declare
  wait interval;
begin
  perform pg_advisory_xact_lock(hashtextextended(viewer::text, 1));
  if exists (select from profile_views where viewer_id = viewer and owner_id = owner and at > moment - same) then
    return 0;
  end if;
  -- While as many lie within the stretch, the oldest of these has to leave it first.
  select max(look.at + l.within - moment) into wait
  from unnest(most, within) l (most, within), lateral (
    select at from profile_views where viewer_id = viewer and at > moment - l.within
    order by at desc offset l.most - 1 limit 1
  ) look;
  if wait is null then
    insert into profile_views (viewer_id, owner_id, at) values (viewer, owner, moment);
    return 0;
  end if;
  return ceil(extract(epoch from wait));
end $$;
