-- "Nobody answers this number" (REQUIREMENTS T3, docs/decisions/020-approvals-and-refusals.md).
create table unanswered_reports (
  -- One per request.
  request_id uuid primary key references contact_requests on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  owner_id uuid not null references biodata on delete cascade,
  -- The number that is shown when it is reported, kept until it is decided; and whether it is a guardian's.
  phone text check (length(phone) between 1 and 30),
  is_guardians boolean not null,
  note text check (length(note) between 1 and 500),
  reported_at timestamptz not null,
  -- `ended`: nobody had decided when the request ended, or one of the two blocked the other.
  outcome text check (outcome in ('unanswered', 'answers', 'ended')),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  check ((outcome is null) = (decided_at is null)),
  check ((outcome is null) = (phone is not null))
);
-- Nobody reports the same person twice.
create unique index unanswered_reports_pair on unanswered_reports (reporter_id, owner_id);
create index unanswered_reports_owner on unanswered_reports (owner_id);
create index unanswered_reports_open on unanswered_reports (reported_at, request_id) where outcome is null;
create index unanswered_reports_decided on unanswered_reports (decided_at, request_id) where outcome is not null;
create index unanswered_reports_decided_by on unanswered_reports (decided_by) where decided_by is not null;

alter table payments drop constraint payments_refund_because_check;
alter table payments add constraint payments_refund_because_check check (
  refund_because in (
    'duplicate', 'payer left', 'biodata left', 'hidden', 'refused', 'taken back', 'suspended', 'not named', 'another amount',
    'declined', 'asker withdrew', 'unanswered'));

alter table attestations drop constraint attestations_ended_because_check;
alter table attestations add constraint attestations_ended_because_check
  check (ended_because in ('changed', 'replaced', 'taken back', 'unanswered'));
