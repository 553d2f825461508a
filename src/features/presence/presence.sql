-- A marriage stays counted after its biodata is deleted. One that is taken back does not.
create or replace function count_marriage() returns trigger language plpgsql as $$
begin
  if new.presence = 'married' then
    insert into day_count_change (what, currency, day, n, amount)
    values ('marriages', '', site_day(new.presence_since), 1, 0);
  else
    insert into day_count_change (what, currency, day, n, amount)
    values ('marriages', '', site_day(old.presence_since), -1, 0);
  end if;
  return null;
end $$;

create or replace trigger marriage_counted after update on biodata for each row
  when ((old.presence = 'married') <> (new.presence = 'married')) execute function count_marriage();

-- Paused because nobody answered whether it is still right, and by nothing else: an answer brings it back.
create or replace function is_paused_unanswered(b biodata) returns boolean stable language plpgsql as $$
begin
  return b.presence = 'paused' and exists (select from confirm_questions where owner_id = b.id and paused_at is not null)
    and not exists (select from put_away where user_id = b.id);
end $$;
