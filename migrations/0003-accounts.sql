-- Links that were sent by mail. Only a hash is kept: whoever reads the database can use none of them.
create table mailed_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  expires_at timestamptz not null
);
create index mailed_links_user on mailed_links (user_id, purpose);

-- How often something was tried lately (src/accounts/throttle.server.ts). Keys are hashes: no addresses here.
create table attempts (
  key text primary key,
  n integer not null,
  last_at timestamptz not null
);
create index attempts_old on attempts (last_at);

-- Somebody leaves: payments stay for bookkeeping without a name. What others paid for stays in their lists as the number
-- alone, which is never given out again.
alter table payments alter column user_id drop not null;
alter table payments drop constraint payments_user_id_fkey;
alter table payments add constraint payments_user_id_fkey foreign key (user_id) references users on delete set null;
create index payments_user on payments (user_id);
-- A payment stays bound to what it was for: without its biodata_id it could buy something else.
alter table payments drop constraint payments_biodata_id_fkey;
create index payments_biodata on payments (biodata_id);

alter table contact_requests add column number integer;
update contact_requests r set number = b.number from biodata b where b.id = r.biodata_id;
alter table contact_requests alter column number set not null;
alter table contact_requests alter column biodata_id drop not null;
alter table contact_requests drop constraint contact_requests_biodata_id_fkey;
alter table contact_requests add constraint contact_requests_biodata_id_fkey
  foreign key (biodata_id) references biodata on delete set null;
create function number_of_request() returns trigger language plpgsql as $$
begin
  new.number := (select number from biodata where id = new.biodata_id);
  return new;
end $$;
create trigger contact_request_number before insert on contact_requests for each row execute function number_of_request();

-- What was paid and has opened no contact goes back. Open payments are closed: several without a person would count as
-- the same one (payments_one_open); should one still be paid, settle() gives the money back.
create function before_user_leaves() returns trigger language plpgsql as $$
begin
  update payments p set status = 'refund_due', updated_at = now() where user_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');
  update payments set status = 'canceled', updated_at = now() where user_id = old.id and status = 'created';
  delete from outbox where recipient = old.email;
  return old;
end $$;
create trigger user_leaves before delete on users for each row execute function before_user_leaves();
create function before_biodata_leaves() returns trigger language plpgsql as $$
begin
  update payments p set status = 'refund_due', updated_at = now() where biodata_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');
  return old;
end $$;
create trigger biodata_leaves before delete on biodata for each row execute function before_biodata_leaves();
