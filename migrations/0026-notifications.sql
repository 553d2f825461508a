-- What somebody is told, one row per cause: written in the transaction that causes it, whoever else does so at the same time.
-- `about` holds ids and numbers; the words come from the language files when it is read.
create table notifications (
  id bigint primary key generated always as identity,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  cause text not null check (length(cause) between 1 and 200),
  about jsonb not null,
  made_at timestamptz not null default now(),
  -- Since when it is no longer counted: the list was opened; and no longer marked as new.
  seen_at timestamptz,
  read_at timestamptz,
  unique (user_id, kind, cause),
  check (seen_at is not null or read_at is null)
);
create index notifications_listed on notifications (user_id, made_at, id);
create index notifications_unseen on notifications (user_id) where seen_at is null;
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_oldest on notifications (made_at);

-- What somebody has chosen; of a kind without a row holds what the site begins with (notifications/kinds.ts).
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  channel text not null check (channel in ('mail', 'push')),
  wanted boolean not null,
  primary key (user_id, kind, channel)
);

-- Browsers that are woken by something new, each as long as its session lasts: whoever signs out is not told there any more.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's keys, base64url: what is sent is encrypted for them.
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  -- The site's key at that time. With another one it cannot be used any more.
  site_key text not null,
  made_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, made_at);
create index push_subscriptions_session on push_subscriptions (session_id);

-- What wakes browsers waits beside the mails and is sent the same way; its recipient is then a subscription.
-- To whom it goes and which kind of notification it tells; null for what nobody can decline and no night holds up.
alter table outbox
  add column channel text not null default 'mail' check (channel in ('mail', 'push')),
  add column user_id uuid references users on delete cascade,
  add column notice text,
  add check ((user_id is null) = (notice is null));
drop index outbox_due;
create index outbox_due on outbox (channel, due_at) where status in ('waiting', 'sending');
create index outbox_due_at_night on outbox (channel, due_at) where status in ('waiting', 'sending') and notice is null;
create index outbox_user on outbox (user_id) where user_id is not null;

/*
  Tells somebody once per cause, and queues the mail and what wakes their browsers where they want it: `mailed` and `pushed`
  unless they chose, always where it is `locked`. Whoever is being deleted at the same moment is told nothing. False when it was told before.
*/
create function notify_person(
  person uuid, what text, because text, concerning jsonb, mail jsonb, mailed boolean, pushed boolean, locked boolean
) returns boolean language plpgsql as $$
begin
  insert into notifications (user_id, kind, cause, about)
  select id, what, because, concerning from users where id = person for key share
  on conflict (user_id, kind, cause) do nothing;
  if not found then
    return false;
  end if;
  insert into outbox (recipient, language, kind, content, user_id, notice)
  select email, language, mail->>'kind', mail, case when not locked then id end, case when not locked then what end
  from users
  where id = person and mail is not null and (locked or coalesce((
    select wanted from notification_preferences p where p.user_id = person and p.kind = what and p.channel = 'mail'
  ), mailed));
  insert into outbox (channel, recipient, language, kind, content, user_id, notice)
  select 'push', s.id, u.language, 'push', '{"kind": "push"}', case when not locked then u.id end, case when not locked then what end
  from push_subscriptions s join users u on u.id = s.user_id
  where s.user_id = person and (locked or coalesce((
    select wanted from notification_preferences p where p.user_id = person and p.kind = what and p.channel = 'push'
  ), pushed));
  return true;
end $$;

-- As before; who paid is told as of anything else, and may have declined the mail.
create or replace function pay_back_waiting(owner uuid, asker uuid) returns void language plpgsql as $$
declare
  told record;
begin
  perform from payments p where p.id in (
    select payment_id from contact_requests r
    where r.biodata_id = owner and r.status = 'pending' and (asker is null or r.user_id = asker)
  ) order by p.id for update;
  for told in with ended as (
    update contact_requests r set status = 'withdrawn', ended_at = now()
    where r.biodata_id = owner and r.status = 'pending' and (asker is null or r.user_id = asker)
    returning r.id, r.payment_id, r.user_id, r.number
  ), due as (
    update payments p set status = 'refund_due', refund_because = 'hidden', updated_at = now()
    from ended where p.id = ended.payment_id and p.status = 'succeeded'
  )
  select * from ended loop
    perform notify_person(told.user_id, 'fee-returned', told.id::text, jsonb_build_object('number', told.number),
      jsonb_build_object('kind', 'fee-goes-back', 'number', told.number), true, true, false);
  end loop;
end $$;
