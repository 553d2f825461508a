-- How open pages know a person: see `keyOfId` in policy.ts.
create or replace function person_key(person uuid) returns integer language sql stable as $$
  select coalesce((select number from biodata where id = person), ('x' || left(person::text, 7))::bit(28)::integer)
$$;

-- Triggers, so that it holds for every way of taking something back, future ones too.
create or replace function tell_withdrawal() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'biodata' then insert into withdrawals (person) values (new.number);
    -- The biodata is still there.
    when 'users' then insert into withdrawals (person) values (person_key(old.id));
    when 'premium' then insert into withdrawals (person) values (person_key(old.user_id));
    when 'contact_requests' then insert into withdrawals (person) values (old.number);
    when 'blocks' then insert into withdrawals (person) values (person_key(new.blocker_id)), (person_key(new.blocked_id));
  end case;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- The biodata is hidden, the contact closed, or belief removed.
create or replace trigger tell_taken_back after update on biodata for each row
  when ((old.published and not new.published) or (old.contact_for = 'checked' and new.contact_for = 'nobody')
    or (old.religion is not null and new.religion is null) or (old.practice is not null and new.practice is null))
  execute function tell_withdrawal();

create or replace trigger tell_leaving before delete on users for each row execute function tell_withdrawal();

-- Rights that end: an administrator's, a suspended person's, a premium member's, those of an approved request.
create or replace trigger tell_lost_role after update of role, suspended_at on users for each row
  when ((old.role = 'admin' and new.role <> 'admin') or (old.suspended_at is null and new.suspended_at is not null))
  execute function tell_withdrawal();
create or replace trigger tell_lost_premium after update of status or delete on premium for each row
  when (old.status = 'approve') execute function tell_withdrawal();
create or replace trigger tell_closed after update of status on contact_requests for each row
  when (old.status = 'approve' and new.status <> 'approve') execute function tell_withdrawal();

create or replace trigger tell_blocked after insert on blocks for each row execute function tell_withdrawal();

-- Wishes that were shown and are private now.
create or replace function tell_wishes_withdrawn() returns trigger language plpgsql as $$
begin
  if exists (select * from wishes_of(old, true) except select * from wishes_of(new, true)) then
    insert into withdrawals (person) values (new.number);
  end if;
  return null;
end $$;
create or replace trigger tell_wishes_withdrawn after update on biodata for each row
  when ((not old.partner_wishes_private and new.partner_wishes_private) or (old.shows_faith and not new.shows_faith))
  execute function tell_wishes_withdrawn();
