-- These seven files are the baseline (docs/decisions/029-squashed-migrations.md). Triggers, and functions whose results are
-- not stored, stand beside their features in `src`.

-- One row: which mode this database belongs to. A demo never opens a real site's data, nor the other way round.
create table site (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('demo', 'serve'))
);

/*
  The words of a name or email. Full text search without its dictionaries and its parser: those split by the server's locale,
  and pg_trgm is not on every server. Bodies by RETURN are bound to what they name now: a restored dump builds the index
  with no schema in its search path.
*/
create function words_of(phrase text) returns text[] language sql immutable parallel safe
  return array_remove(regexp_split_to_array(lower(phrase), '[[:space:].,@_+''\\-]+'), '');

/*
  How a word of a name sounds, in either script: its consonants, those alike as one, and whether it begins with a vowel. An
  administrator finds রহমান by Rahman and the other way round (docs/decisions/016-names.md). Two spellings of a name give the
  same, and so do some different names.
*/
create function sound_of(word text) returns text language sql immutable parallel safe
  return lower(translate(
    regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(translate(
      regexp_replace(replace(replace(replace(replace(
        regexp_replace(regexp_replace(regexp_replace(normalize(lower(word), nfc),
          -- As everybody shortens Mohammad and Mosammat.
          '^(md|মো(হা)?ঃ?)$', 'mohammad'),
          '^(mst|মো[ছস]াঃ?)$', 'mosammat'),
          '^x', 'j'),
        -- The dot is a letter of its own. A য under another letter is not heard, nor is a ব.
        'য়', ''), 'ড়', 'র'), 'ঢ়', 'র'), '্য', ''),
        '([শষসদধতজ])্ব', '\1', 'g'),
      -- H is হ, which is always heard: a Latin h mostly belongs to the letter before it. The last sign only joins letters.
      'অআইঈউঊএঐওঔািীুূেৈোৌঃকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরঋৃলশষসহৎংঁcqzvs্',
      'aaaaaaaaaaaaaaaaaaaakkggnSSjjnttddnttddnpfbbmjrrrlSSSHtnnCkjbS'),
      '^[aeiouyw]', 'A'),
      'ph', 'f'), 'Ch', 'S'), 'x', 'kS'),
      '(?<=[kgtdbjS])h|(?<=n)g|[aeiouyw]', '', 'g'),
      '(.)\1+', '\1', 'g'),
    'C', 'k'));

/* The script of a word as a sign that no word holds, because words are cut there. */
create function script_of(word text) returns text language sql immutable parallel safe
  return case when word ~ '[ঀ-৿]' then '+' else '-' end;

/* How the words of a name sound, each with its script. */
create function name_sounds(name text) returns text language sql immutable parallel safe
  return (
    select coalesce(string_agg(script_of(word) || sound, ' '), '')
    from unnest(words_of(left(name, 200))) word, sound_of(word) sound where sound <> ''
  );

/* What a search finds a person by. A word of more than 2 KB would be refused by the index, and with it the sign-up. */
create function user_words(name text, email text, sounds text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(words_of(left(name, 200) || ' ' || left(email, 254)) || string_to_array(sounds, ' '));

-- Accounts. better-auth owns the columns up to updated_at (its "user" model) and two_factor_enabled. It does not know the
-- role, so no request that reaches better-auth can set it.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  role text not null default 'user' check (role in ('user', 'admin')),
  -- In which a person reads, and mails are written.
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  suspended_at timestamptz,
  -- The administrator's words, which the person reads.
  suspended_because text,
  -- Whether second_factors has a verified one.
  two_factor_enabled boolean not null default false,
  -- Stored, because a name costs ten times as much to hear as to cut into words, and a search reads a thousand of them.
  sounds text not null generated always as (name_sounds(name)) stored,
  -- Browsers in which a person signed in are known to the guard of passwords. A first proof of the email and a reset raise
  -- this, and none of before is known then.
  browsers_known integer not null default 0,
  constraint users_suspended check ((suspended_at is null) = (suspended_because is null)),
  -- The role has to end first, so that nobody can shut out the administrators.
  constraint users_suspended_is_no_admin check (role <> 'admin' or suspended_at is null)
);
-- One index per order of the administrator's list, with what a search reads.
create unique index users_email_key on users (email) include (id, name, sounds);
create index users_name on users (lower(name), id) include (name, email, sounds);
create index users_newest on users (created_at, id) include (name, email, sounds);
-- Without the list of entries still to be sorted in, which every search would have to read.
create index users_words on users using gin (user_words(name, email, sounds)) with (fastupdate = off);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the person last gave the password, or signed in.
  confirmed_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_ended on sessions (expires_at);

-- One way of signing in: a password, or an identity at an OpenID Connect issuer. Tokens of issuers are not kept.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
create index verifications_ended on verifications (expires_at);

-- An app that shows codes, with backup codes for a lost device (better-auth's "twoFactor" model, both encrypted with
-- AUTH_SECRET). It counts once it is verified.
create table second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- Ours: the step of thirty seconds whose code was used last (RFC 6238, 5.2). No code opens anything twice.
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);

-- Keys that a device or a password manager holds (better-auth's "passkey" model). Only the public half is here.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text check (length(name) <= 100),
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create index passkeys_user on passkeys (user_id);

-- Links that were sent by mail. Only a hash is kept, so that nobody who reads the database can use one.
create table mailed_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  expires_at timestamptz not null
);
create index mailed_links_user on mailed_links (user_id, purpose);
create index mailed_links_ended on mailed_links (expires_at);

-- What an account wrote before its email was proved, until the owner of the address says "This is mine", or until its time is
-- over (docs/decisions/005-unproved-email.md). The biodata stays where it is, and is paused meanwhile.
create table put_away (
  user_id uuid primary key references users on delete cascade,
  at timestamptz not null default now(),
  name text not null,
  image text,
  had_biodata boolean not null,
  was_published boolean not null,
  -- Rows as they were.
  searches jsonb not null default '[]',
  push jsonb not null default '[]',
  -- When premium was asked for, if nobody had decided yet.
  premium_asked_at timestamptz,
  -- Consents that stood then: their giver had not proved to be the owner.
  consents bigint[] not null default '{}'
);
create index put_away_oldest on put_away (at);

-- What a person has agreed to, each on its own, and in which version of the words. Imported people, and people whose client
-- knows the specification only, were never asked and have no row.
create table consents (
  id bigint primary key generated always as identity,
  user_id uuid not null references users on delete cascade,
  -- Belief is sensitive, so a person who states it agrees to it by itself.
  what text not null check (what in ('publish', 'contact', 'faith')),
  version integer not null check (version > 0),
  given_at timestamptz not null default now(),
  taken_back_at timestamptz check (taken_back_at >= given_at)
);
create unique index consents_standing on consents (user_id, what) where taken_back_at is null;
create index consents_user on consents (user_id);

-- Of a deleted person the id alone is kept: a restore of an older backup deletes them again by it (REQUIREMENTS R6).
create table erasures (
  id uuid primary key,
  at timestamptz not null default now()
);
