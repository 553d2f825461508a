-- Of whom something was taken back lately, so that pages that are open drop it (docs/decisions/082-open-pages.md). `person`
-- is the number of the biodata, or made of the id of who has none: it is looked for in what a page holds, and says neither
-- what was taken back nor from whom. By the clock and not by the transaction, which may have begun long before it ends.
create table withdrawals (
  person integer not null,
  at timestamptz not null default clock_timestamp()
);
create index withdrawals_at on withdrawals (at);

-- By what open pages know somebody: see `keyOfId` in src/safety/withdrawals/policy.ts.
create function person_key(person uuid) returns integer language sql stable as $$
  select coalesce((select number from biodata where id = person), ('x' || left(person::text, 7))::bit(28)::integer)
$$;

-- Triggers, so that it holds for every way of taking back there will be, as what follows from hiding does.
create function tell_withdrawal() returns trigger language plpgsql as $$
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
-- Hidden, the contact closed, or the consent to religion and practice taken back.
create trigger tell_taken_back after update on biodata for each row
  when ((old.published and not new.published) or (old.contact_for = 'checked' and new.contact_for = 'nobody')
    or (old.religion is not null and new.religion is null) or (old.practice is not null and new.practice is null))
  execute function tell_withdrawal();
create trigger tell_leaving before delete on users for each row execute function tell_withdrawal();
-- Rights that end: an administrator's, those of whoever is suspended, a premium member's, those of an approved request.
create trigger tell_lost_role after update of role, suspended_at on users for each row
  when ((old.role = 'admin' and new.role <> 'admin') or (old.suspended_at is null and new.suspended_at is not null))
  execute function tell_withdrawal();
create trigger tell_lost_premium after update of status or delete on premium for each row
  when (old.status = 'approve') execute function tell_withdrawal();
create trigger tell_closed after update of status on contact_requests for each row
  when (old.status = 'approve' and new.status <> 'approve') execute function tell_withdrawal();
create trigger tell_blocked after insert on blocks for each row execute function tell_withdrawal();
