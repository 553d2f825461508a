-- Counts of the overview. Each change of a count is a row: one row per count would make everybody who signs up wait for it,
-- and two transactions that change several counts could lock each other out.
create or replace function note_counts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into day_count_change (what, currency, day, n, amount)
    select what, currency, day, -1, -amount from counts_of(old);
  end if;
  if tg_op <> 'DELETE' then
    insert into day_count_change (what, currency, day, n, amount)
    select what, currency, day, 1, amount from counts_of(new);
  end if;
  return null;
end $$;

create or replace trigger counted after insert or delete on users for each row execute function note_counts();
create or replace trigger counted after insert or delete on biodata for each row execute function note_counts();
create or replace trigger counted after insert or delete on premium for each row execute function note_counts();
create or replace trigger counted after insert or delete on contact_requests for each row execute function note_counts();
create or replace trigger counted after insert or delete on payments for each row execute function note_counts();

-- Most updates change no count.
create or replace trigger counted_anew after update on users for each row
  when (old.created_at <> new.created_at) execute function note_counts();
create or replace trigger counted_anew after update on biodata for each row
  when (old.created_at <> new.created_at) execute function note_counts();
create or replace trigger counted_anew after update on premium for each row
  when ((old.status, old.requested_at, old.approved_at) is distinct from (new.status, new.requested_at, new.approved_at))
  execute function note_counts();
create or replace trigger counted_anew after update on contact_requests for each row
  when ((old.status, old.requested_at, old.approved_at, old.biodata_id)
    is distinct from (new.status, new.requested_at, new.approved_at, new.biodata_id))
  execute function note_counts();
create or replace trigger counted_anew after update on payments for each row
  when ((old.status, old.created_at, old.currency, old.amount)
    is distinct from (new.status, new.created_at, new.currency, new.amount))
  execute function note_counts();

-- A job adds the changes up, in the order of the key: two that do it at once wait for each other.
create or replace function add_up_counts() returns void language sql begin atomic
  with taken as (delete from day_count_change returning what, currency, day, n, amount)
  insert into day_count as kept (what, currency, day, n, amount)
  select what, currency, coalesce(day, '-infinity'), sum(n), sum(amount) from taken
  group by grouping sets ((what, currency, day), (what, currency)) having sum(n) <> 0 or sum(amount) <> 0
  order by 1, 2, 3
  on conflict (what, currency, day) do update set n = kept.n + excluded.n, amount = kept.amount + excluded.amount;
end;
