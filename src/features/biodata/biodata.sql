-- Premium, suspension and the consent to show belief are copied to the biodata: cards show them, and a join per card would
-- be paid on every page.
create or replace function biodata_from_premium() returns trigger language plpgsql as $$
begin
  perform from users where id = new.id for no key update;
  new.premium := exists (select from premium where user_id = new.id and status = 'approve');
  new.suspended := exists (select from users where id = new.id and suspended_at is not null);
  new.shows_faith := exists (
    select from consents where user_id = new.id and what = 'faith' and taken_back_at is null
  );
  return new;
end $$;
create or replace trigger biodata_made before insert on biodata for each row execute function biodata_from_premium();

-- Totals of published people. Rows are touched in the order of their key: two transactions that count at once wait for each
-- other and do not lock each other out.
create or replace function count_biodata() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into biodata_count as c (marital_status, period, since, gender, division, n)
    select cell.*, count(*) from new_rows b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
    where published group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (marital_status, period, since, gender, division) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into biodata_count as c (marital_status, period, since, gender, division, n)
    select cell.*, -count(*) from old_rows b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
    where published group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (marital_status, period, since, gender, division) do update set n = c.n + excluded.n;
  else
    insert into biodata_count as c (marital_status, period, since, gender, division, n)
    select cell.*, sum(d)
    from (
      select gender, division, marital_status, birth, 1 as d from new_rows where published
      union all select gender, division, marital_status, birth, -1 from old_rows where published
    ) b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
    group by 1, 2, 3, 4, 5 having sum(d) <> 0 order by 1, 2, 3, 4, 5
    on conflict (marital_status, period, since, gender, division) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger count_inserted after insert on biodata referencing new table as new_rows for each statement execute function count_biodata();
create or replace trigger count_deleted after delete on biodata referencing old table as old_rows for each statement execute function count_biodata();
create or replace trigger count_updated after update on biodata referencing old table as old_rows new table as new_rows for each statement execute function count_biodata();

-- Only what lists show is written anew: a save that changes an address leaves the row as it is.
create or replace function list_biodata() returns trigger language plpgsql as $$
declare
  listed listed_biodata;
  to_list listed_biodata;
begin
  select * into to_list from biodata_to_list where number = new.number;
  if tg_op = 'UPDATE' then
    select * into listed from listed_biodata where number = new.number;
    if listed is not distinct from to_list then return null; end if;
    delete from listed_biodata where number = new.number;
  end if;
  if to_list.number is not null then insert into listed_biodata select to_list.*; end if;
  return null;
end $$;
create or replace trigger listed after insert or update on biodata for each row execute function list_biodata();
