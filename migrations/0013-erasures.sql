-- Whoever left stays away when an older backup comes back (REQUIREMENTS R6): of a person who was deleted the id alone is
-- kept. A restore deletes them again by it.
create table erasures (
  id uuid primary key,
  at timestamptz not null default now()
);
create function remember_erasure() returns trigger language plpgsql as $$
begin
  insert into erasures (id) values (old.id) on conflict do nothing;
  return null;
end $$;
create trigger user_left after delete on users for each row execute function remember_erasure();
