-- Families whose biodata the bureau keeps are asked on the telephone (docs/decisions/020-approvals-and-refusals.md).
create table family_calls (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references contact_requests on delete cascade,
  -- The Bangladeshi day of the call.
  called_on date not null,
  with_whom text check (with_whom in ('father', 'mother', 'brother', 'sister', 'relative', 'self')),
  said text not null check (said in ('yes', 'not now', 'thinking', 'nobody')),
  note text check (length(note) between 1 and 500),
  noted_at timestamptz not null,
  noted_by uuid references users on delete set null,
  check ((said = 'nobody') = (with_whom is null))
);
create index family_calls_request on family_calls (request_id, noted_at);
create index family_calls_noted_by on family_calls (noted_by) where noted_by is not null;
-- One call has answered a request.
create unique index family_calls_answer on family_calls (request_id) where said in ('yes', 'not now');

-- Their time to answer begins once the bureau has reached them.
alter table contact_requests
  drop constraint contact_requests_forwarded,
  add constraint contact_requests_forwarded check (
    (answer_by is null or forwarded_at is not null) and (status <> 'pending' or forwarded_at is null)
    and (status not in ('forwarded', 'declined') or forwarded_at is not null));
create index contact_requests_to_call on contact_requests (forwarded_at, id) where status = 'forwarded' and answer_by is null;
