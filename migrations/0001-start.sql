-- Who can sign in. better-auth owns the columns up to updated_at (its "user" model); role is ours alone: it never
-- learns of it, so no request that reaches better-auth can set it.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  role text not null default 'user' check (role in ('user', 'admin'))
);
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

-- One way of signing in: a password, or an identity at an OpenID Connect issuer.
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

-- A person's biodata has the person's id (REQUIREMENTS G4); number is the public running number.
create sequence biodata_number as integer;
create table biodata (
  id uuid primary key references users on delete cascade,
  number integer not null unique default nextval('biodata_number'),
  name text not null check (length(name) between 1 and 100),
  gender text not null check (gender in ('Male', 'Female')),
  photo_url text check (length(photo_url) <= 2048 and photo_url like 'https://%'),
  birth date not null check (birth > '1900-01-01'),
  skin_color text not null check (skin_color in ('Fair', 'Medium', 'Brown', 'Dark')),
  -- Inches. The form offers 3 to 11 feet and 1 to 12 inches.
  height smallint not null check (height between 37 and 144),
  -- Kilograms.
  weight smallint not null check (weight between 30 and 85 and weight % 5 = 0),
  occupation text not null check (occupation in ('Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife')),
  father_name text not null check (length(father_name) between 1 and 100),
  mother_name text not null check (length(mother_name) between 1 and 100),
  division text not null check (division in ('Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi')),
  present_division text not null check (present_division in ('Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi')),
  partner_age smallint not null check (partner_age between 18 and 99),
  partner_height smallint not null check (partner_height between 37 and 144),
  partner_weight smallint not null check (partner_weight between 30 and 85 and partner_weight % 5 = 0),
  phone text not null check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  -- Copied from the premium table by a trigger: cards show it, and a join per card would be paid on every page.
  premium boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index biodata_browse on biodata (gender, division, number desc) include (birth);
create index biodata_browse_gender on biodata (gender, number desc) include (birth);
create index biodata_browse_division on biodata (division, number desc) include (birth);
create index biodata_birth on biodata (birth, gender, division);
create index biodata_premium on biodata (number) where premium;

-- Totals without counting rows: one row per gender, division and month of birth, kept by trigger. Rows are touched in
-- key order, so that two writers can never wait for each other.
create table biodata_count (
  gender text not null,
  division text not null,
  month date not null,
  n integer not null,
  primary key (gender, division, month)
);
create function count_biodata() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into biodata_count as c
    select gender, division, date_trunc('month', birth)::date, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (gender, division, month) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into biodata_count as c
    select gender, division, date_trunc('month', birth)::date, -count(*) from old_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (gender, division, month) do update set n = c.n + excluded.n;
  else
    insert into biodata_count as c
    select gender, division, date_trunc('month', birth)::date, sum(d)
    from (select gender, division, birth, 1 as d from new_rows union all select gender, division, birth, -1 from old_rows) moved
    group by 1, 2, 3 having sum(d) <> 0 order by 1, 2, 3
    on conflict (gender, division, month) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger count_inserted after insert on biodata referencing new table as new_rows for each statement execute function count_biodata();
create trigger count_deleted after delete on biodata referencing old table as old_rows for each statement execute function count_biodata();
create trigger count_updated after update on biodata referencing old table as old_rows new table as new_rows for each statement execute function count_biodata();

-- none → pending → approve; an administrator may also go from none to approve. See src/premium/policy.ts.
create table premium (
  user_id uuid primary key references users on delete cascade,
  status text not null check (status in ('pending', 'approve')),
  requested_at timestamptz not null default now(),
  approved_at timestamptz check ((approved_at is null) = (status = 'pending')),
  approved_by uuid references users on delete set null
);
create index premium_pending on premium (requested_at, user_id) where status = 'pending';
create function premium_to_biodata() returns trigger language plpgsql as $$
begin
  -- Whoever comes second waits here, and then sees the first save or approval.
  perform from users where id = new.user_id for no key update;
  update biodata set premium = (new.status = 'approve') where id = new.user_id and premium <> (new.status = 'approve');
  return null;
end $$;
create trigger premium_changed after insert or update on premium for each row execute function premium_to_biodata();
create function biodata_from_premium() returns trigger language plpgsql as $$
begin
  perform from users where id = new.id for no key update;
  new.premium := exists (select from premium where user_id = new.id and status = 'approve');
  return new;
end $$;
create trigger biodata_made before insert on biodata for each row execute function biodata_from_premium();

create table favourites (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  biodata_id uuid not null references biodata on delete cascade,
  created_at timestamptz not null default now(),
  unique (owner_id, biodata_id)
);
create index favourites_biodata on favourites (biodata_id);

-- One attempt to pay the contact request fee, written before the provider is asked. biodata_id is null for clients
-- that send only a price; POST /payments then says whose contact was paid for.
create table payments (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_ref text,
  user_id uuid not null references users,
  biodata_id uuid references biodata on delete set null,
  amount integer not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  status text not null default 'created'
    check (status in ('created', 'succeeded', 'canceled', 'mismatch', 'refund_due', 'refunded')),
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_ref)
);
create unique index payments_one_open on payments (user_id, biodata_id) nulls not distinct where status = 'created';
create index payments_open on payments (updated_at) where status in ('created', 'refund_due');

-- What a provider told us, once per event: it promises to tell at least once.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- pending → approve. One per person and biodata for good: deleting hides it from its owner's list, but nobody is
-- ever charged twice for the same contact.
create table contact_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  biodata_id uuid not null references biodata on delete cascade,
  payment_id uuid not null unique references payments,
  status text not null default 'pending' check (status in ('pending', 'approve')),
  deleted boolean not null default false,
  requested_at timestamptz not null default now(),
  approved_at timestamptz check ((approved_at is null) = (status = 'pending')),
  approved_by uuid references users on delete set null,
  unique (user_id, biodata_id)
);
create index contact_requests_biodata on contact_requests (biodata_id);
create index contact_requests_newest on contact_requests (requested_at desc, id desc);
create index contact_requests_user on contact_requests (user_id, requested_at desc, id desc) where not deleted;

-- What administrators did. It can be added to and read, never changed.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  subject_id uuid
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log can only be added to';
end $$;
create trigger audit_log_is_final before update or delete or truncate on audit_log for each statement execute function refuse_change();

-- One row: which mode this database belongs to. A demo never opens a real site's data, nor the other way round.
create table site (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('demo', 'serve'))
);
