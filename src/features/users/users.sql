-- A suspended person is out at once: no session, a hidden biodata, and their own requests end, since nobody can answer them.
create or replace function suspend_user() returns trigger language plpgsql as $$
begin
  if new.suspended_at is not null then
    delete from sessions where user_id = new.id;
    perform end_waiting(array(
      select id from contact_requests r
      where user_id = new.id and status in ('pending', 'forwarded', 'approve') and is_unearned(r)
    ), 'suspended');
  end if;
  update biodata set suspended = (new.suspended_at is not null)
    where id = new.id and suspended <> (new.suspended_at is not null);
  return null;
end $$;
create or replace trigger user_suspended after update of suspended_at on users for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function suspend_user();

-- A restore of an older backup deletes these people again.
create or replace function remember_erasure() returns trigger language plpgsql as $$
begin
  insert into erasures (id) values (old.id) on conflict do nothing;
  return null;
end $$;
create or replace trigger user_left after delete on users for each row execute function remember_erasure();

-- False for somebody whom an administrator entered and who was never here: the bureau speaks with that family itself.
create or replace function has_signed_in(person uuid) returns boolean language sql stable as $$
  select exists (select from accounts where user_id = person) or exists (select from sessions where user_id = person)
$$;
