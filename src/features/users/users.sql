-- A suspended person is out at once: no session, a hidden biodata, and their own requests end, since nobody can answer them.
create or replace function suspend_user() returns trigger language plpgsql as $$
begin
  if new.suspended_at is not null then
    delete from sessions where user_id = new.id;
    perform end_waiting(array(select id from contact_requests where user_id = new.id and status = 'pending'), 'suspended');
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

-- Whether an account has a biodata, and what its person is called there. Who writes or deletes one holds the account's row.
create or replace function note_biodata() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.id, old.id);
begin
  update users set (has_biodata, also_called) = (kept.has_biodata, kept.also_called)
  from (
    select biodata.id is not null as has_biodata,
      nullif(concat_ws(' ', nullif(biodata.name, users.name), name_in_other_script), '') as also_called
    from users left join biodata using (id) where id = person
  ) kept
  where id = person
    and (users.has_biodata, users.also_called) is distinct from (kept.has_biodata, kept.also_called);
  return null;
end $$;
create or replace trigger biodata_noted after insert or delete or update of name, name_in_other_script on biodata
  for each row execute function note_biodata();
create or replace trigger user_called_anew after update of name on users for each row
  when (old.name <> new.name) execute function note_biodata();
