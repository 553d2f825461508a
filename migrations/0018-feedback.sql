-- What an asker says of a contact that they have seen, for the bureau only (REQUIREMENTS T4). A row is a question.
create table contact_feedback (
  request_id uuid primary key references contact_requests on delete cascade,
  asked_at timestamptz not null,
  -- Answered, or declined without an answer.
  closed_at timestamptz,
  did_answer boolean,
  was_right text check (was_right in ('yes', 'partly', 'no')),
  note text check (length(note) between 1 and 500),
  check (did_answer is null or closed_at is not null),
  -- A family that was not reached has said nothing to compare.
  check ((was_right is not null) = (did_answer is true)),
  check (note is null or did_answer is not null)
);
create index contact_feedback_oldest on contact_feedback (asked_at);
create index contact_requests_seen on contact_requests (first_seen_at) where status = 'approve';

-- What the married say of whether they found each other here. The figure of the home page counts these rows (marriage.sql).
create table marriage_answers (
  id uuid primary key default gen_random_uuid(),
  -- Null once the biodata is gone: what is left is a marriage in a month, and nobody.
  owner_id uuid unique references biodata on delete set null,
  gender text not null check (gender in ('Female', 'Male')),
  found_here text not null check (found_here in ('yes', 'no', 'unsaid')),
  partner_id uuid references biodata on delete set null,
  -- They named each other's biodata, which may be gone since.
  is_named boolean not null,
  said_at timestamptz not null,
  check (found_here = 'yes' or owner_id is not null and not is_named),
  check (is_named or partner_id is null)
);
create index marriage_answers_partner on marriage_answers (partner_id);

-- Until now everybody was counted who had married, anywhere.
drop trigger if exists marriage_counted on biodata;
drop function if exists count_marriage();
delete from day_count where what = 'marriages';
delete from day_count_change where what = 'marriages';
