-- none → pending → approve; an administrator may also go from none to approve. See src/features/premium/policy.ts.
create table premium (
  user_id uuid primary key references users on delete cascade,
  status text not null check (status in ('pending', 'approve')),
  requested_at timestamptz not null default now(),
  approved_at timestamptz check ((approved_at is null) = (status = 'pending')),
  approved_by uuid references users on delete set null,
  -- Copied by triggers, so that the list is sorted and searched by this table alone: the account, and the biodata if there is
  -- one.
  asker_name text not null,
  asker_email text not null,
  number integer,
  asker_sounds text not null generated always as (name_sounds(asker_name)) stored
);
create index premium_pending on premium (requested_at, user_id) include (asker_name, asker_email, asker_sounds, number)
  where status = 'pending' and number is not null;
create index premium_approved on premium (approved_at) where approved_at is not null;
create index premium_approved_by on premium (approved_by) where approved_by is not null;

-- One attempt to pay the contact request fee, written before the provider is asked. It outlives the person and the biodata,
-- for bookkeeping without a name.
create table payments (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text,
  user_id uuid references users on delete set null,
  -- Null for clients that send only a price; POST /payments then says whose contact was paid for. Without a foreign key: a
  -- payment whose biodata is deleted must not buy another contact.
  biodata_id uuid,
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  status text not null default 'created'
    check (status in ('created', 'succeeded', 'canceled', 'mismatch', 'refund_due', 'refunded', 'disputed')),
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The provider is told why, and must be told the truth.
  refund_because text check (
    refund_because in ('duplicate', 'payer left', 'biodata left', 'hidden', 'refused', 'taken back', 'suspended', 'not named')),
  -- A refund that the provider refused is asked for again then.
  refund_after timestamptz,
  -- Under which name declined cards of the network it was begun from are counted; a hash.
  declines_key text check (declines_key is null or status = 'created'),
  -- A person has given it back another way: the provider is not asked again.
  refunded_by_hand boolean not null default false,
  unique (provider, provider_ref)
);
create unique index payments_one_open on payments (user_id, biodata_id) nulls not distinct where status = 'created';
create index payments_open on payments (updated_at) where status in ('created', 'refund_due');
create index payments_user on payments (user_id);
create index payments_biodata on payments (biodata_id);
create index payments_newest on payments (created_at desc, id desc) where status <> 'canceled';
create index payments_unpaid on payments (updated_at) where status in ('created', 'canceled');
-- A fee that names nobody goes back once it has waited long enough.
create index payments_unnamed on payments (updated_at) where status = 'succeeded' and biodata_id is null;

-- What a provider told us, once per event: it promises to tell at least once.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index provider_events_received on provider_events (received_at);

-- What an administrator has to look at: a payment at the provider that we do not know, and what went another way than planned.
-- Once per payment and kind.
create table payment_findings (
  id bigint primary key generated always as identity,
  provider text not null,
  provider_ref text not null,
  kind text not null check (
    kind in ('unknown', 'mismatch', 'refund refused', 'refund failed', 'refunded', 'refunded in part', 'disputed')),
  amount integer not null,
  currency text not null,
  -- The provider's own word for it.
  detail text,
  found_at timestamptz not null default now(),
  -- When an administrator said that it is dealt with.
  done_at timestamptz,
  unique (provider, provider_ref, kind)
);
create index payment_findings_open on payment_findings (id) where done_at is null;
create index payment_findings_done on payment_findings (done_at) where done_at is not null;

-- Up to when everything that a provider had to tell was looked at.
create table payment_sweeps (
  provider text primary key,
  swept_until timestamptz not null
);

-- pending → approve, or ended. An ended one may be paid for anew; a live one is never charged twice, and deleting only hides it
-- from its owner's list.
create table contact_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  biodata_id uuid references biodata on delete set null,
  payment_id uuid not null unique references payments,
  status text not null default 'pending',
  deleted boolean not null default false,
  requested_at timestamptz not null default now(),
  approved_at timestamptz,
  approved_by uuid references users on delete set null,
  -- All that is left of a deleted biodata; it is never given out again.
  number integer not null,
  -- Withdrawn or refused, by which administrator, and the words that the payer reads.
  ended_at timestamptz,
  ended_by uuid references users on delete set null,
  ended_because text check (length(ended_because) between 1 and 500),
  -- Copied by triggers, as in premium.
  asker_name text not null,
  asker_email text not null,
  asker_sounds text not null generated always as (name_sounds(asker_name)) stored,
  constraint contact_requests_status_check check (status in ('pending', 'approve', 'withdrawn', 'refused')),
  constraint contact_requests_approved
    check (case status when 'pending' then approved_at is null when 'approve' then approved_at is not null else true end),
  constraint contact_requests_refused
    check (status <> 'refused' or (approved_at is null and ended_at is not null and ended_because is not null))
);
create unique index contact_requests_live on contact_requests (user_id, biodata_id) where status in ('pending', 'approve');
create index contact_requests_biodata on contact_requests (biodata_id);
create index contact_requests_newest on contact_requests (requested_at desc, id desc);
create index contact_requests_user on contact_requests (user_id, requested_at desc, id desc) where not deleted;
create index contact_requests_asker on contact_requests (user_id, requested_at desc);
-- How long requests waited is read from an index alone.
create index contact_requests_approved on contact_requests (approved_at) include (requested_at) where approved_at is not null;
create index contact_requests_refused on contact_requests (ended_at) include (requested_at) where status = 'refused';
create index contact_requests_approved_by on contact_requests (approved_by) where approved_by is not null;
create index contact_requests_ended_by on contact_requests (ended_by) where ended_by is not null;
create index contact_requests_ended on contact_requests (ended_at) where ended_at is not null;
-- Waiting requests are few and read whole, in every order. The others have one index per order.
create index contact_requests_pending on contact_requests (requested_at, id)
  include (asker_name, asker_email, asker_sounds, number) where status = 'pending' and biodata_id is not null;
create index contact_requests_listed on contact_requests (requested_at, id)
  include (asker_name, asker_email, asker_sounds, status) where biodata_id is not null;
create index contact_requests_by_name on contact_requests (lower(asker_name), id)
  include (asker_name, asker_email, asker_sounds, status) where biodata_id is not null;
create index contact_requests_by_email on contact_requests (asker_email, id)
  include (asker_name, asker_sounds, status) where biodata_id is not null;
create index contact_requests_by_number on contact_requests (number, id)
  include (asker_name, asker_email, asker_sounds, status) where biodata_id is not null;
create index contact_requests_words on contact_requests using gin (user_words(asker_name, asker_email, asker_sounds))
  with (fastupdate = off);
