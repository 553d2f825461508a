create or replace function premium_to_biodata() returns trigger language plpgsql as $$
begin
  -- The second of two transactions waits here, and then sees the save or approval of the first.
  perform from users where id = new.user_id for no key update;
  update biodata set premium = (new.status = 'approve') where id = new.user_id and premium <> (new.status = 'approve');
  return null;
end $$;
create or replace trigger premium_changed after insert or update on premium for each row execute function premium_to_biodata();

-- A membership that ends leaves no row.
create or replace function premium_ended() returns trigger language plpgsql as $$
begin
  perform from users where id = old.user_id for no key update;
  update biodata set premium = false where id = old.user_id and premium;
  return null;
end $$;
create or replace trigger premium_ended after delete on premium for each row execute function premium_ended();

-- Name, email and number are copied, as in contact-requests.sql, which also renames.
create or replace function asker_of_premium() returns trigger language plpgsql as $$
begin
  select name, email into new.asker_name, new.asker_email from users where id = new.user_id for no key update;
  new.number := (select number from biodata where id = new.user_id);
  return new;
end $$;
create or replace trigger premium_made before insert on premium for each row execute function asker_of_premium();

create or replace function number_premium() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update premium set number = new.number where user_id = new.id;
  else
    update premium set number = null where user_id = old.id;
  end if;
  return null;
end $$;
create or replace trigger premium_number after insert or delete on biodata for each row execute function number_premium();
