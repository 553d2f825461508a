-- Receipts and refunds as rows of their own (docs/decisions/019-payments-settle-once.md).

-- `review`: the provider calls the money risky. It opens nothing until somebody has looked.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (
  status in ('created', 'review', 'succeeded', 'canceled', 'mismatch', 'refund_due', 'refunded', 'disputed'));
-- Until when one server alone completes it: a provider that moves the money when we say so is told once.
alter table payments add column completing_until timestamptz;
-- When a provider without a list of its news is asked about it next.
alter table payments add column ask_after timestamptz;
alter table payments add column times_asked smallint not null default 0;
create index payments_ask_after on payments (ask_after) where status in ('created', 'review', 'canceled') and ask_after is not null;
-- Several ways to pay have one open payment each.
drop index payments_one_open;
create unique index payments_one_open on payments (user_id, biodata_id, provider) nulls not distinct
  where status in ('created', 'review');

-- One receipt buys once, over all payments ever made.
create table payment_receipts (
  provider text not null,
  -- The provider's id of the money that arrived; Stripe's is the payment's own, because an intent is paid at most once.
  id text not null,
  payment_id uuid not null references payments,
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  received_at timestamptz not null,
  -- Arrived although the payment was paid already: it buys nothing and goes back.
  is_surplus boolean not null default false,
  noted_at timestamptz not null default now(),
  primary key (provider, id)
);
create index payment_receipts_payment on payment_receipts (payment_id);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments,
  provider text not null,
  receipt_id text not null,
  -- The provider's id of the refund, once it has answered.
  provider_ref text,
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- `asked`: sent to a provider that must not be sent it twice; it is asked for the state from then on.
  state text not null check (state in ('due', 'asked', 'on its way', 'refunded', 'failed')),
  -- Not ours: the holder of the account gave it back at the provider.
  is_ours boolean not null default true,
  -- One that is refused, has come back or has not arrived yet is looked at again then.
  ask_after timestamptz,
  made_at timestamptz not null default now(),
  done_at timestamptz check (done_at is null or state = 'refunded'),
  foreign key (provider, receipt_id) references payment_receipts,
  unique (provider, provider_ref)
);
create unique index refunds_one_open on refunds (provider, receipt_id)
  where is_ours and state in ('due', 'asked', 'on its way');
create index refunds_open on refunds (made_at) where state in ('due', 'asked', 'on its way');
create index refunds_payment on refunds (payment_id);
create index refunds_receipt on refunds (provider, receipt_id);

-- What was paid and given back before: Stripe's receipt is the payment's id there.
insert into payment_receipts (provider, id, payment_id, amount, currency, received_at)
select provider, provider_ref, id, amount, currency, created_at from payments
where provider_ref is not null and status in ('succeeded', 'mismatch', 'refund_due', 'refunded', 'disputed');
insert into refunds (payment_id, provider, receipt_id, amount, currency, state, ask_after, made_at, done_at)
select id, provider, provider_ref, amount, currency,
  case status when 'refunded' then 'refunded' else 'due' end, case status when 'refund_due' then refund_after end,
  updated_at, case status when 'refunded' then updated_at end
from payments where provider_ref is not null and status in ('refund_due', 'refunded');
alter table payments drop column refund_after;
drop trigger if exists refund_arrived on payments;

alter table payment_findings drop constraint payment_findings_kind_check;
alter table payment_findings add constraint payment_findings_kind_check check (kind in (
  'unknown', 'mismatch', 'risky', 'receipt used', 'refund refused', 'refund failed', 'refunded', 'refunded in part', 'disputed'));
