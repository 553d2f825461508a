-- Texts and names that may say how their writer is reached, for administrators (docs/decisions/100-contacts-in-texts.md).
-- The text stays where it is, here is only which one: `field` is a field of the biodata, `account` for the name of the
-- account, `several` for a number in pieces. Once an administrator has said that it is fine, the row stays, so that the same text is not listed
-- again.
create table suspicious_texts (
  -- Another text is another row to decide on.
  id uuid not null unique default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  field text not null check (field ~ '^[a-zA-Z]{1,40}$'),
  text_hash text not null,
  found_at timestamptz not null default now(),
  fine_at timestamptz,
  fine_by uuid references users (id) on delete set null,
  primary key (user_id, field)
);
create index suspicious_texts_open on suspicious_texts (found_at, id) where fine_at is null;
create index suspicious_texts_fine_by on suspicious_texts (fine_by) where fine_by is not null;

-- The account may outlive its biodata.
create function forget_suspicious_texts() returns trigger language plpgsql as $$
begin
  delete from suspicious_texts where user_id = old.id and field <> 'account';
  return null;
end $$;
create trigger biodata_texts_gone after delete on biodata for each row execute function forget_suspicious_texts();

-- Browsers in which somebody has signed in are known to the guard of passwords. A first proof of the email and a reset
-- raise this, and none of before is known any more.
alter table users add column browsers_known integer not null default 0;

-- What tells a withdrawal from others of its crowd. The time did that before, and two crowds with the same millisecond
-- were the two sides of a block.
alter table withdrawals add column tag text not null default left(replace(gen_random_uuid()::text, '-', ''), 12);
