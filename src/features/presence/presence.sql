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
