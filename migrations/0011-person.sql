-- What a person decides about being seen, and what an administrator can stop: whoever is hidden is hidden everywhere, at
-- once, by one column.

alter table users add column suspended_at timestamptz;
-- The administrator's words, which the person reads.
alter table users add column suspended_because text;
alter table users add constraint users_suspended check ((suspended_at is null) = (suspended_because is null));

alter table biodata
  -- The person's own word. Taken back is the consent to publish at all.
  add column presence text not null default 'published' check (presence in ('published', 'paused', 'taken back', 'married')),
  add column presence_since timestamptz,
  -- An administrator's.
  add column unpublished boolean not null default false,
  -- Copied from the users by a trigger, as premium is.
  add column suspended boolean not null default false,
  add column published boolean not null generated always as (presence = 'published' and not unpublished and not suspended) stored,
  -- Who may see the contact: whoever paid and was checked (and premium members), or nobody for now.
  add column contact_for text not null default 'checked' check (contact_for in ('checked', 'nobody'));

update biodata set presence_since = created_at;
alter table biodata alter column presence_since set not null, alter column presence_since set default now();

create view published_biodata as select * from biodata where published;

drop index biodata_browse, biodata_browse_gender, biodata_browse_division, biodata_browse_marital_status, biodata_birth,
  biodata_premium;
create index biodata_browse on biodata (gender, division, number desc) include (birth, marital_status) where published;
create index biodata_browse_gender on biodata (gender, number desc) include (birth, marital_status) where published;
create index biodata_browse_division on biodata (division, number desc) include (birth, marital_status) where published;
create index biodata_browse_marital_status on biodata (marital_status, number desc) include (birth, gender, division)
  where published;
create index biodata_birth on biodata (birth, gender, division, marital_status) where published;
create index biodata_premium on biodata (number) where premium and published;
create index biodata_hidden on biodata (number) where not published;

-- Only those who are shown are counted.
create or replace function count_biodata() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into biodata_count as c (gender, division, month, marital_status, n)
    select gender, division, date_trunc('month', birth)::date, marital_status, count(*)
    from new_rows where published group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (gender, division, month, marital_status) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into biodata_count as c (gender, division, month, marital_status, n)
    select gender, division, date_trunc('month', birth)::date, marital_status, -count(*)
    from old_rows where published group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (gender, division, month, marital_status) do update set n = c.n + excluded.n;
  else
    insert into biodata_count as c (gender, division, month, marital_status, n)
    select gender, division, date_trunc('month', birth)::date, marital_status, sum(d)
    from (
      select gender, division, birth, marital_status, 1 as d from new_rows where published
      union all select gender, division, birth, marital_status, -1 from old_rows where published
    ) moved
    group by 1, 2, 3, 4 having sum(d) <> 0 order by 1, 2, 3, 4
    on conflict (gender, division, month, marital_status) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

create or replace function biodata_from_premium() returns trigger language plpgsql as $$
begin
  perform from users where id = new.id for no key update;
  new.premium := exists (select from premium where user_id = new.id and status = 'approve');
  new.suspended := exists (select from users where id = new.id and suspended_at is not null);
  return new;
end $$;

-- Whoever is suspended is out in the same moment: no session is left, and the biodata is hidden.
create function suspend_user() returns trigger language plpgsql as $$
begin
  if new.suspended_at is not null then
    delete from sessions where user_id = new.id;
  end if;
  update biodata set suspended = (new.suspended_at is not null)
    where id = new.id and suspended <> (new.suspended_at is not null);
  return null;
end $$;
create trigger user_suspended after update of suspended_at on users for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function suspend_user();

-- Neither sees the other, whoever began it.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- A request can also end by an administrator's refusal, and by the person's own word.
alter table contact_requests drop constraint contact_requests_status_check;
alter table contact_requests add constraint contact_requests_status_check
  check (status in ('pending', 'approve', 'withdrawn', 'refused'));
alter table contact_requests
  add column ended_at timestamptz,
  add column ended_by uuid references users on delete set null,
  -- The words that the payer reads.
  add column ended_because text check (length(ended_because) between 1 and 500);
drop index contact_requests_live;
create unique index contact_requests_live on contact_requests (user_id, biodata_id) where status in ('pending', 'approve');

alter table payments drop constraint payments_refund_because_check;
alter table payments add constraint payments_refund_because_check check (
  refund_because in ('duplicate', 'payer left', 'biodata left', 'hidden', 'refused', 'taken back'));

-- Ends the requests that wait for somebody's contact, of one asker or of all, and gives the money back. Payments first:
-- in the order in which settling takes them.
create function pay_back_waiting(owner uuid, asker uuid) returns void language plpgsql as $$
begin
  perform from payments p where p.id in (
    select payment_id from contact_requests r
    where r.biodata_id = owner and r.status = 'pending' and (asker is null or r.user_id = asker)
  ) order by p.id for update;
  with ended as (
    update contact_requests r set status = 'withdrawn', ended_at = now()
    where r.biodata_id = owner and r.status = 'pending' and (asker is null or r.user_id = asker)
    returning r.payment_id
  )
  update payments p set status = 'refund_due', refund_because = 'hidden', updated_at = now()
  from ended where p.id = ended.payment_id and p.status = 'succeeded';
end $$;

create function biodata_withdrawn() returns trigger language plpgsql as $$
begin
  perform pay_back_waiting(new.id, null);
  return null;
end $$;
create trigger biodata_hidden after update on biodata for each row
  when ((old.published and not new.published) or (old.contact_for = 'checked' and new.contact_for = 'nobody'))
  execute function biodata_withdrawn();

create function person_blocked() returns trigger language plpgsql as $$
begin
  perform pay_back_waiting(new.blocker_id, new.blocked_id);
  perform pay_back_waiting(new.blocked_id, new.blocker_id);
  return null;
end $$;
create trigger person_blocked after insert on blocks for each row execute function person_blocked();

-- Each time somebody's contact is shown or exported. Ids without references: a line outlives whom it is about, and says
-- no more than an id and a number then.
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

-- Three years: until then nobody can remove a line, whoever asks.
create function refuse_change_of_view() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'who has seen a contact can only be added to';
end $$;
create trigger contact_views_are_final before update or delete on contact_views
  for each row execute function refuse_change_of_view();
create trigger contact_views_stay before truncate on contact_views
  for each statement execute function refuse_change_of_view();
