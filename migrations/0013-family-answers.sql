-- The family is asked before a contact is shown (docs/decisions/020-approvals-and-refusals.md).

alter table biodata drop constraint biodata_contact_for_check;
alter table biodata add constraint biodata_contact_for_check check (contact_for in ('checked', 'ask', 'ask guardian', 'nobody'));

-- What somebody says of themselves to the family they are about to ask; copied to the request when it is paid for.
create table introductions (
  user_id uuid not null references users on delete cascade,
  biodata_id uuid not null references biodata on delete cascade,
  words text not null check (length(words) between 1 and 500),
  written_at timestamptz not null,
  primary key (user_id, biodata_id)
);
create index introductions_biodata on introductions (biodata_id);
create index introductions_oldest on introductions (written_at);

-- pending → approve, or pending → forwarded → approve or declined. What has not ended is live.
alter table contact_requests
  -- Null: a premium member asked without a fee.
  alter column payment_id drop not null,
  add column introduction text check (length(introduction) between 1 and 500),
  -- An administrator has approved it, and the family has until `answer_by`.
  add column forwarded_at timestamptz,
  add column forwarded_by uuid references users on delete set null,
  add column answer_by timestamptz,
  add column reminded_at timestamptz,
  -- `over`: nobody answered in time. `taken back`: it was a yes until then.
  add column answer text check (answer in ('yes', 'not now', 'over', 'taken back')),
  add column answered_at timestamptz,
  add column answered_by uuid references users on delete set null,
  -- From then on the fee is earned.
  add column first_seen_at timestamptz,
  -- The asker agreed, where they asked, that the family sees their contact too at a yes.
  add column shares_contact boolean not null default false,
  -- The phone that is shown is a guardian's: should it be no longer there, the person's own does not take its place.
  add column by_guardian boolean not null default false,
  drop constraint contact_requests_status_check,
  add constraint contact_requests_status_check
    check (status in ('pending', 'forwarded', 'approve', 'declined', 'withdrawn', 'refused')),
  drop constraint contact_requests_approved,
  add constraint contact_requests_approved check (
    case when status in ('pending', 'forwarded', 'declined') then approved_at is null
      when status = 'approve' then approved_at is not null else true end),
  add constraint contact_requests_forwarded check (
    (forwarded_at is null) = (answer_by is null) and (status <> 'pending' or forwarded_at is null)
    and (status not in ('forwarded', 'declined') or forwarded_at is not null)),
  add constraint contact_requests_answered check (
    (answer is null) = (answered_at is null) and (answer is null or forwarded_at is not null)
    and (status not in ('pending', 'forwarded') or answer is null)
    and (status = 'declined') = (answer is not null and answer in ('not now', 'over'))
    and (status <> 'declined' or ended_at is not null)
    -- Of what was forwarded only a yes opens a contact.
    and (status <> 'approve' or forwarded_at is null or answer = 'yes'));

update contact_requests r set first_seen_at = (
  select min(at) from contact_views seen
  where seen.owner_id = r.biodata_id and seen.viewer_id = r.user_id and seen.by_right = 'request' and seen.at > r.requested_at - interval '1 hour'
) where approved_at is not null;

drop index contact_requests_live;
create unique index contact_requests_live on contact_requests (user_id, biodata_id)
  where status in ('pending', 'forwarded', 'approve');
create index contact_requests_forwarded on contact_requests (answer_by, id) where status = 'forwarded';
create index contact_requests_asked on contact_requests (biodata_id, forwarded_at desc, id desc) where forwarded_at is not null;
create index contact_requests_forwarded_by on contact_requests (forwarded_by) where forwarded_by is not null;
create index contact_requests_answered_by on contact_requests (answered_by) where answered_by is not null;
create index contact_requests_free on contact_requests (user_id, requested_at) where payment_id is null;

alter table contact_views drop constraint contact_views_by_right_check;
alter table contact_views add constraint contact_views_by_right_check
  check (by_right in ('owner', 'premium', 'request', 'answer', 'administrator'));

alter table payments drop constraint payments_refund_because_check;
alter table payments add constraint payments_refund_because_check check (
  refund_because in (
    'duplicate', 'payer left', 'biodata left', 'hidden', 'refused', 'taken back', 'suspended', 'not named', 'another amount',
    'declined', 'asker withdrew'));
