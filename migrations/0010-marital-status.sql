-- Optional: whoever does not state it is found by no choice of the filter.
alter table biodata add column marital_status text check (marital_status in ('Never married', 'Divorced', 'Widowed'));

-- The list finds its ids by an index-only scan, whatever is chosen together.
drop index biodata_browse, biodata_browse_gender, biodata_browse_division, biodata_birth;
create index biodata_browse on biodata (gender, division, number desc) include (birth, marital_status);
create index biodata_browse_gender on biodata (gender, number desc) include (birth, marital_status);
create index biodata_browse_division on biodata (division, number desc) include (birth, marital_status);
create index biodata_browse_marital_status on biodata (marital_status, number desc) include (birth, gender, division);
create index biodata_birth on biodata (birth, gender, division, marital_status);

-- The totals have it as a dimension. Those that are there count people who have not stated it.
alter table biodata_count drop constraint biodata_count_pkey;
alter table biodata_count add column marital_status text;
alter table biodata_count add unique nulls not distinct (gender, division, month, marital_status);
create or replace function count_biodata() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into biodata_count as c (gender, division, month, marital_status, n)
    select gender, division, date_trunc('month', birth)::date, marital_status, count(*)
    from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (gender, division, month, marital_status) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into biodata_count as c (gender, division, month, marital_status, n)
    select gender, division, date_trunc('month', birth)::date, marital_status, -count(*)
    from old_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (gender, division, month, marital_status) do update set n = c.n + excluded.n;
  else
    insert into biodata_count as c (gender, division, month, marital_status, n)
    select gender, division, date_trunc('month', birth)::date, marital_status, sum(d)
    from (
      select gender, division, birth, marital_status, 1 as d from new_rows
      union all select gender, division, birth, marital_status, -1 from old_rows
    ) moved
    group by 1, 2, 3, 4 having sum(d) <> 0 order by 1, 2, 3, 4
    on conflict (gender, division, month, marital_status) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
