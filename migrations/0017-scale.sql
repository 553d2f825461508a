-- Totals: a range of birth dates is the sum of its whole years, of the whole months beside them, and of the days beside
-- those. Whoever has not stated a marital status is counted as `any` only, and whoever has as both.
drop table biodata_count;
create table biodata_count (
  marital_status text not null,
  period text not null check (period in ('year', 'month')),
  since date not null,
  gender text not null,
  division text not null,
  n integer not null,
  -- With the number, so that a sum reads the index alone.
  primary key (marital_status, period, since, gender, division) include (n)
) with (autovacuum_vacuum_scale_factor = 0.02);

/* In how many ways one biodata is counted. */
create function biodata_cells(gender text, division text, marital_status text, birth date)
  returns table (marital_status text, period text, since date, gender text, division text)
  language sql immutable as $$
    select status, period, date_trunc(period, $4::timestamp)::date, $1, $2
    from (values ('any'), ($3)) statuses (status), (values ('year'), ('month')) periods (period)
    where status is not null
  $$;

-- In the order of their key, so that two who count at once wait for each other and do not lock each other out.
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

insert into biodata_count (marital_status, period, since, gender, division, n)
select cell.*, count(*)
from biodata b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
where published group by 1, 2, 3, 4, 5;

-- Rare matches are read by their birth dates, whatever is chosen beside them; the others in the order of the list, which
-- without a gender and a division had no index of its own.
create index biodata_browse_birth on biodata (gender, division, birth) include (marital_status, number) where published;
create index biodata_browse_status_birth on biodata (marital_status, gender, division, birth) include (number)
  where published and marital_status is not null;
create index biodata_browse_all on biodata (number desc) include (birth, gender, division, marital_status) where published;

-- Days of a broken month are counted in this one; nothing else is to be found by it, so it begins with nothing else.
drop index biodata_birth;
create index biodata_birth on biodata (birth) include (gender, division, marital_status) where published;
