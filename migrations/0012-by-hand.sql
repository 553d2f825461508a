-- Money sent by hand: what payers say they have sent, and what an administrator reads in the wallet's statement
-- (docs/decisions/019-payments-settle-once.md).

-- `claimed`: its payer says that the money is sent.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (
  status in ('created', 'claimed', 'review', 'succeeded', 'canceled', 'mismatch', 'refund_due', 'refunded', 'disputed'));
drop index payments_one_open;
create unique index payments_one_open on payments (user_id, biodata_id, provider) nulls not distinct
  where status in ('created', 'claimed', 'review');
alter table payments drop constraint payments_refund_because_check;
alter table payments add constraint payments_refund_because_check check (
  refund_because in (
    'duplicate', 'payer left', 'biodata left', 'hidden', 'refused', 'taken back', 'suspended', 'not named', 'another amount'));

create table transfer_claims (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments,
  wallet text not null check (wallet in ('bkash', 'nagad', 'rocket', 'bank')),
  -- In capitals and without blanks, as statements have it.
  transaction_id text not null check (transaction_id ~ '^[A-Z0-9]{6,35}$'),
  -- Letters that look like digits are the same: who takes one for the other pays once all the same.
  looks_like text not null generated always as (translate(transaction_id, 'OIL', '011')) stored,
  -- Of the number that the money was sent from; removed once nobody needs it.
  last_digits text check (last_digits ~ '^[0-9]{4}$'),
  -- `corrected`: the payer has named another transaction since.
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'corrected')),
  claimed_at timestamptz not null default now(),
  -- What an administrator reads in the statement; above a configured sum a second one confirms it.
  read_by uuid references users on delete set null,
  read_amount integer check (read_amount > 0),
  read_at timestamptz,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  check (state <> 'confirmed' or (read_amount is not null and read_at is not null))
);
create unique index transfer_claims_one_waiting on transfer_claims (payment_id) where state = 'waiting';
-- One transaction buys once.
create unique index transfer_claims_confirmed on transfer_claims (looks_like) where state = 'confirmed';
create index transfer_claims_transaction on transfer_claims (looks_like);
create index transfer_claims_waiting on transfer_claims (claimed_at, id) where state = 'waiting';
create index transfer_claims_payment on transfer_claims (payment_id);
create index transfer_claims_read_by on transfer_claims (read_by);
create index transfer_claims_decided_by on transfer_claims (decided_by);

alter table payment_findings drop constraint payment_findings_kind_check;
alter table payment_findings add constraint payment_findings_kind_check check (kind in (
  'unknown', 'mismatch', 'risky', 'receipt used', 'claimed twice', 'refund refused', 'refund failed', 'refunded', 'refunded in part', 'disputed'));
