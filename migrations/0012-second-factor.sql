-- A second factor: an app that shows codes, with backup codes for a lost device (better-auth's "twoFactor" model, both
-- encrypted with AUTH_SECRET). It counts once it is verified; users.two_factor_enabled says the same where a sign-in is decided.
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
alter table users add column two_factor_enabled boolean not null default false;

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

-- When the person behind a session last gave the password, or signed in.
alter table sessions add column confirmed_at timestamptz not null default now();
update sessions set confirmed_at = created_at;
