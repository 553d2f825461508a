-- What somebody is told, one row per cause, written in the transaction that causes it. `about` holds ids and numbers; the words
-- come from the texts when it is read.
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
  -- Nobody reads it earlier: an approval can be undone for ten seconds (docs/decisions/020-approvals-and-refusals.md).
  not_before timestamptz,
  unique (user_id, kind, cause),
  check (seen_at is not null or read_at is null)
);
create index notifications_listed on notifications (user_id, made_at, id);
create index notifications_unseen on notifications (user_id) where seen_at is null;
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_oldest on notifications (made_at);

-- What somebody has chosen; a kind without a row has the site's default (notifications/kinds.ts).
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  channel text not null check (channel in ('mail', 'push')),
  wanted boolean not null,
  primary key (user_id, kind, channel)
);

-- Browsers that are woken by news, each as long as its session lasts.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's keys, base64url: what is sent is encrypted for them.
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  -- The site's key at that time. With another one it cannot be used.
  site_key text not null,
  made_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, made_at);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Mails and pushes on their way, written in the transaction that causes them: neither happens without the other.
-- waiting → sending → sent, or back to waiting with a later due_at, or failed. While one is being sent, due_at is when its
-- sender counts as dead. The content holds links that open accounts, so it is blanked with the last step.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  -- An email, or the id of a push subscription.
  recipient text not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  kind text not null,
  content jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz check ((sent_at is not null) = (status = 'sent')),
  channel text not null default 'mail' check (channel in ('mail', 'push')),
  -- To whom, and which kind of notification it tells; null for what nobody can decline and no night holds up.
  user_id uuid references users on delete cascade,
  notice text,
  -- Of a notification that waits: which one, and from when on it may be sent.
  not_before timestamptz,
  notification_id bigint references notifications on delete cascade,
  check (content is not null or status in ('sent', 'failed')),
  check ((user_id is null) = (notice is null))
);
create index outbox_due on outbox (channel, due_at) where status in ('waiting', 'sending');
create index outbox_due_at_night on outbox (channel, due_at) where status in ('waiting', 'sending') and notice is null;
create index outbox_user on outbox (user_id) where user_id is not null;
create index outbox_notification on outbox (notification_id) where notification_id is not null;
create index outbox_settled on outbox (created_at) where status in ('sent', 'failed');
-- Asked at every look at the metrics: what was tried in vain, of perhaps a hundred thousand that wait for the morning.
create index outbox_tried on outbox (channel) where attempts > 0 and status <> 'sent';
-- Asked when somebody takes or deletes what is known of them.
create index outbox_recipient on outbox (recipient);
