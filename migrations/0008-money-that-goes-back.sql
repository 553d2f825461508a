-- A payment that went back at the provider (refunded there, or disputed by the payer's bank) closes the contact it had
-- opened. One live request per person and biodata: after a withdrawn one the contact can be paid for anew.
alter table contact_requests drop constraint contact_requests_status_check;
alter table contact_requests add constraint contact_requests_status_check
  check (status in ('pending', 'approve', 'withdrawn'));
alter table contact_requests drop constraint contact_requests_check;
alter table contact_requests add constraint contact_requests_approved
  check (case status when 'pending' then approved_at is null when 'approve' then approved_at is not null else true end);
alter table contact_requests drop constraint contact_requests_user_id_biodata_id_key;
create unique index contact_requests_live on contact_requests (user_id, biodata_id) where status <> 'withdrawn';

alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('created', 'succeeded', 'canceled', 'mismatch', 'refund_due', 'refunded', 'disputed'));
-- Why money is due to go back; the provider is told, and must be told the truth.
alter table payments add column refund_because text check (refund_because in ('duplicate', 'payer left', 'biodata left'));
-- A refund that the provider refused is asked for again then.
alter table payments add column refund_after timestamptz;
-- Under which name declined cards of the network it was begun from are counted; a hash, gone once it is no longer open.
alter table payments add column declines_key text check (declines_key is null or status = 'created');

-- What an administrator has to look at: what the provider was paid and we do not know, and what went another way than
-- planned. Once per payment and kind.
create table payment_findings (
  id bigint primary key generated always as identity,
  provider text not null,
  provider_ref text not null,
  kind text not null check (kind in ('unknown', 'mismatch', 'refund refused', 'refunded', 'refunded in part', 'disputed')),
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

-- Up to when everything that a provider had to tell was looked at.
create table payment_sweeps (
  provider text primary key,
  swept_until timestamptz not null
);

create or replace function before_user_leaves() returns trigger language plpgsql as $$
begin
  update payments p set status = 'refund_due', refund_because = 'payer left', updated_at = now()
    where user_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');
  update payments set status = 'canceled', declines_key = null, updated_at = now() where user_id = old.id and status = 'created';
  delete from outbox where recipient = old.email;
  return old;
end $$;
create or replace function before_biodata_leaves() returns trigger language plpgsql as $$
begin
  update payments p set status = 'refund_due', refund_because = 'biodata left', updated_at = now()
    where biodata_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');
  return old;
end $$;
