-- Guardians: somebody of the family who helps a member decide, with an account of their own
-- (docs/decisions/012-consent.md). A ward has a biodata, and so is of legal age.
create table guardianships (
  id uuid primary key default gen_random_uuid(),
  ward_id uuid not null references biodata on delete cascade,
  -- Null until somebody accepts.
  guardian_id uuid references users on delete cascade,
  relation text not null check (relation in ('father', 'mother', 'brother', 'sister', 'uncle', 'other')),
  -- Whom the ward means to invite, and where the invitation was mailed to; the guardian's account has a name of its own.
  name text not null check (length(name) between 1 and 100),
  email text check (length(email) between 3 and 254),
  -- Its mail in the outbox, which forgets it sooner.
  mail_id uuid,
  token_hash bytea not null unique,
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at),
  accepted_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('ward', 'guardian')),
  may_answer boolean not null,
  is_contact boolean not null,
  may_confirm boolean not null,
  may_edit boolean not null,
  -- The guardian's own, as they confirmed it.
  phone text check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  check (guardian_id <> ward_id),
  check ((accepted_at is null) = (guardian_id is null)),
  check ((phone is null) = (accepted_at is null or ended_at is not null)),
  check ((ended_at is null) = (ended_by is null))
);
create unique index guardianships_pair on guardianships (ward_id, guardian_id) where ended_at is null;
create unique index guardianships_contact on guardianships (ward_id) where is_contact and ended_at is null;
create index guardianships_ward on guardianships (ward_id, invited_at);
create index guardianships_guardian on guardianships (guardian_id) where guardian_id is not null;
create index guardianships_ended on guardianships (ended_at) where ended_at is not null;
create index guardianships_expired on guardianships (expires_at) where accepted_at is null;

-- A guardian agrees to that their number may be shown, and says that they are of age.
alter table consents drop constraint consents_what_check;
alter table consents add constraint consents_what_check check (what in ('publish', 'contact', 'faith', 'guardian'));

-- Who keeps the biodata, as its reader is told (REQUIREMENTS U6); null for the person themselves, and before it is said.
alter table users
  add column kept_by text check (kept_by in ('father', 'mother', 'brother', 'sister', 'uncle', 'other'));
