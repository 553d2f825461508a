/*
  The wishes of a biodata beside the specification's numbers, and what all of its wishes are packed to (as in
  src/features/biodata/wishes.ts): all of them, or only those that are shown. A private wish counts as absent.
*/
create function wishes_of(b biodata, only_shown boolean) returns table (
  partner_age_from smallint, partner_age_to smallint, partner_height_from smallint, partner_height_to smallint,
  partner_weight_from smallint, partner_weight_to smallint, partner_division text[], partner_district text[],
  partner_occupation text[], partner_marital_status text[], partner_children text[], partner_education text[],
  partner_religion text[], partner_practice text[], partner_age_matters text, partner_height_matters text,
  partner_weight_matters text, partner_division_matters text, partner_district_matters text,
  partner_occupation_matters text, partner_marital_status_matters text, partner_children_matters text,
  partner_education_matters text, partner_religion_matters text, partner_practice_matters text,
  partner_age_least smallint, partner_age_most smallint, partner_height_least smallint, partner_height_most smallint,
  partner_weight_least smallint, partner_weight_most smallint, wished bigint, districts_wished bigint,
  wish_weight smallint, musts smallint
) language sql immutable parallel safe as $$
  select w.*,
    (case when w.partner_age_matters = 'any' then 0
      else least(b.partner_age, coalesce(w.partner_age_from, b.partner_age - 3)) end)::smallint,
    (case when w.partner_age_matters = 'any' then 1000
      else greatest(b.partner_age, coalesce(w.partner_age_to, b.partner_age + 3)) end)::smallint,
    (case when w.partner_height_matters = 'any' then 0
      else least(b.partner_height, coalesce(w.partner_height_from, b.partner_height - 3)) end)::smallint,
    (case when w.partner_height_matters = 'any' then 1000
      else greatest(b.partner_height, coalesce(w.partner_height_to, b.partner_height + 3)) end)::smallint,
    (case when w.partner_weight_matters = 'any' then 0
      else least(b.partner_weight, coalesce(w.partner_weight_from, b.partner_weight - 10)) end)::smallint,
    (case when w.partner_weight_matters = 'any' then 1000
      else greatest(b.partner_weight, coalesce(w.partner_weight_to, b.partner_weight + 10)) end)::smallint,
    case when w.partner_division is null or w.partner_division_matters = 'any' then 0 else option_bits(w.partner_division) end
    | case when w.partner_occupation is null or w.partner_occupation_matters = 'any' then 0 else option_bits(w.partner_occupation) end
    | case when w.partner_marital_status is null or w.partner_marital_status_matters = 'any' then 0 else option_bits(w.partner_marital_status) end
    | case when w.partner_children is null or w.partner_children_matters = 'any' then 0 else option_bits(w.partner_children) end
    | case when w.partner_education is null or w.partner_education_matters = 'any' then 0 else option_bits(w.partner_education) end
    | case when w.partner_religion is null or w.partner_religion_matters = 'any' then 0 else option_bits(w.partner_religion) end
    | case when w.partner_practice is null or w.partner_practice_matters = 'any' then 0 else option_bits(w.partner_practice) end,
    case when w.partner_district is null or w.partner_district_matters = 'any' then 0 else district_bits(w.partner_district) end,
    -- How much a person's wishes count together.
    (case when w.partner_age_matters is distinct from 'any' then 4 else 0 end
    + case when w.partner_height_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_weight_matters is distinct from 'any' then 1 else 0 end
    + case when w.partner_division is not null and w.partner_division_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_district is not null and w.partner_district_matters is distinct from 'any' then 3 else 0 end
    + case when w.partner_occupation is not null and w.partner_occupation_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_marital_status is not null and w.partner_marital_status_matters is distinct from 'any' then 3 else 0 end
    + case when w.partner_children is not null and w.partner_children_matters is distinct from 'any' then 3 else 0 end
    + case when w.partner_education is not null and w.partner_education_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_religion is not null and w.partner_religion_matters is distinct from 'any' then 4 else 0 end
    + case when w.partner_practice is not null and w.partner_practice_matters is distinct from 'any' then 2 else 0 end)::smallint,
    (case when w.partner_age_matters = 'must' then 1 else 0 end
    | case when w.partner_height_matters = 'must' then 2 else 0 end
    | case when w.partner_weight_matters = 'must' then 4 else 0 end
    | case when w.partner_division is not null and w.partner_division_matters = 'must' then 8 else 0 end
    | case when w.partner_district is not null and w.partner_district_matters = 'must' then 16 else 0 end
    | case when w.partner_occupation is not null and w.partner_occupation_matters = 'must' then 32 else 0 end
    | case when w.partner_marital_status is not null and w.partner_marital_status_matters = 'must' then 64 else 0 end
    | case when w.partner_children is not null and w.partner_children_matters = 'must' then 128 else 0 end
    | case when w.partner_education is not null and w.partner_education_matters = 'must' then 256 else 0 end
    | case when w.partner_religion is not null and w.partner_religion_matters = 'must' then 512 else 0 end
    | case when w.partner_practice is not null and w.partner_practice_matters = 'must' then 1024 else 0 end)::smallint
  from (
    select
      case when not is_hidden then b.partner_age_from end as partner_age_from,
      case when not is_hidden then b.partner_age_to end as partner_age_to,
      case when not is_hidden then b.partner_height_from end as partner_height_from,
      case when not is_hidden then b.partner_height_to end as partner_height_to,
      case when not is_hidden then b.partner_weight_from end as partner_weight_from,
      case when not is_hidden then b.partner_weight_to end as partner_weight_to,
      case when not is_hidden then b.partner_division end as partner_division,
      case when not is_hidden then b.partner_district end as partner_district,
      case when not is_hidden then b.partner_occupation end as partner_occupation,
      case when not is_hidden then b.partner_marital_status end as partner_marital_status,
      case when not is_hidden then b.partner_children end as partner_children,
      case when not is_hidden then b.partner_education end as partner_education,
      case when not is_faith_hidden then b.partner_religion end as partner_religion,
      case when not is_faith_hidden then b.partner_practice end as partner_practice,
      case when not is_hidden then b.partner_age_matters end as partner_age_matters,
      case when not is_hidden then b.partner_height_matters end as partner_height_matters,
      case when not is_hidden then b.partner_weight_matters end as partner_weight_matters,
      case when not is_hidden then b.partner_division_matters end as partner_division_matters,
      case when not is_hidden then b.partner_district_matters end as partner_district_matters,
      case when not is_hidden then b.partner_occupation_matters end as partner_occupation_matters,
      case when not is_hidden then b.partner_marital_status_matters end as partner_marital_status_matters,
      case when not is_hidden then b.partner_children_matters end as partner_children_matters,
      case when not is_hidden then b.partner_education_matters end as partner_education_matters,
      case when not is_faith_hidden then b.partner_religion_matters end as partner_religion_matters,
      case when not is_faith_hidden then b.partner_practice_matters end as partner_practice_matters
    from (
      select only_shown and b.partner_wishes_private as is_hidden,
        only_shown and (b.partner_wishes_private or not b.shows_faith) as is_faith_hidden
    ) hidden
  ) w
$$;

/*
  What of a biodata is looked for, as `field value`. Of a number also its tens, so that a range is a few facts: 58 to 71 is
  58, 59, 6_, 70 and 71. It declares a high cost, so that no plan does this for everybody.
*/
create function biodata_facts(
  number integer, birth date, height smallint, weight smallint, gender text, marital_status text, division text,
  present_division text, occupation text, district text, education text, children text, religion text, practice text
) returns text[] language plpgsql immutable parallel safe cost 10000 as $$
declare
  place constant integer := number / 10000;
  year constant integer := extract(year from birth);
begin
  return array_remove(array[
    'number ' || place, 'number ' || place / 10 || '_',
    'birth ' || year, 'birth ' || year / 10 || '_',
    'height ' || height, 'height ' || height / 10 || '_',
    'weight ' || weight, 'weight ' || weight / 10 || '_',
    'gender ' || gender, 'maritalStatus ' || marital_status, 'division ' || division,
    'presentDivision ' || present_division, 'occupation ' || occupation, 'district ' || district,
    'education ' || education, 'children ' || children, 'religion ' || religion, 'practice ' || practice
  ], null);
end $$;

-- What lists need of a published biodata (docs/decisions/015-lists-at-any-size.md). Lists read indexes alone, and for each
-- entry PostgreSQL asks the visibility map. The map of this small table fits one page up to 1.6 million people.
create table listed_biodata (
  number integer primary key references biodata (number) on update cascade on delete cascade,
  birth date not null,
  height smallint not null,
  weight smallint not null,
  gender text not null,
  marital_status text,
  division text not null,
  present_division text not null,
  occupation text not null,
  district text,
  education text,
  children text,
  religion text,
  practice text,
  partner_age_least smallint not null,
  partner_age_most smallint not null,
  partner_height_least smallint not null,
  partner_height_most smallint not null,
  partner_weight_least smallint not null,
  partner_weight_most smallint not null,
  facts bigint not null,
  district_fact bigint not null,
  wished bigint not null,
  districts_wished bigint not null,
  wish_weight smallint not null,
  musts smallint not null
  -- Vacuumed early, which is quick: a row that was not vacuumed since it was written is read in the table after all.
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
/* What stands in it, column by column. */
create view biodata_to_list as
  select number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts
  from (select * from biodata where published) b cross join lateral (
    select partner_age_least, partner_age_most, partner_height_least, partner_height_most, partner_weight_least,
      partner_weight_most, wished, districts_wished, wish_weight, musts
    from wishes_of(b, true)
  ) shown;

-- Browse: the list finds its numbers by an index alone, whatever is chosen together.
create index biodata_browse on listed_biodata (gender, division, number desc) include (birth, marital_status);
create index biodata_browse_gender on listed_biodata (gender, number desc) include (birth, marital_status);
create index biodata_browse_division on listed_biodata (division, number desc) include (birth, marital_status);
create index biodata_browse_marital_status on listed_biodata (marital_status, number desc) include (birth, gender, division);
create index biodata_browse_all on listed_biodata (number desc) include (birth, gender, division, marital_status);
-- Rare matches are read by their birth dates.
create index biodata_browse_birth on listed_biodata (gender, division, birth) include (marital_status, number);
create index biodata_browse_status_birth on listed_biodata (marital_status, gender, division, birth) include (number)
  where marital_status is not null;
-- Days of a broken month are counted in this one.
create index biodata_birth on listed_biodata (birth) include (gender, division, marital_status);

-- Search of members: many match, then the top of the list is read in an index that holds all that is asked for; few match,
-- then their facts find them. By age: `oldest` forwards, `youngest` backwards. `birth - 0`, because plans of browse would
-- take an index on `birth`, which is wider than their own.
create index biodata_find on listed_biodata (number desc)
  include (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice);
create index biodata_find_by_age on listed_biodata ((birth - 0), number)
  include (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice);
create index biodata_facts on listed_biodata using gin (biodata_facts(
  number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
  children, religion, practice
)) with (fastupdate = off);
-- Best match reads people of the wished age, with all that is compared.
create index biodata_best on listed_biodata (gender, (birth - 0))
  include (birth, number, height, weight, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts,
    marital_status, division, present_division, occupation, district, education, children, religion, practice);

-- Totals of published people: a range of birth dates is the sum of its whole years, of the whole months beside them, and of the
-- days beside those. People who have not stated a marital status count as `any` only, the others as both.
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

create table favourites (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  biodata_id uuid not null references biodata on delete cascade,
  created_at timestamptz not null default now(),
  unique (owner_id, biodata_id)
);
create index favourites_biodata on favourites (biodata_id);

-- Favourites that their owner removed a moment ago: putting one back is no new look at a profile. Unlogged, because a count
-- need not survive a crash, and a page must not wait for the disk.
create unlogged table removed_favourites (
  owner_id uuid not null references users on delete cascade,
  biodata_id uuid not null,
  at timestamptz not null,
  primary key (owner_id, biodata_id)
);

-- What members look for again and again, and are told of when somebody new fits.
create table saved_searches (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  -- One of the places a member has, see `mostSearches`.
  place smallint not null check (place between 1 and 10),
  name text not null check (char_length(name) between 1 and 80),
  -- The query of the page's address that finds these people.
  search text not null check (char_length(search) <= 4000),
  how_often text not null default 'weekly' check (how_often in ('at once', 'daily', 'weekly', 'never')),
  created_at timestamptz not null default now(),
  -- Everybody up to this number was there when it was saved, or was looked at since.
  told_up_to integer not null,
  told_at timestamptz,
  -- When it is looked for next.
  due_at timestamptz,
  check ((how_often in ('daily', 'weekly')) = (due_at is not null)),
  unique (owner_id, place)
);
create unique index saved_searches_once on saved_searches (owner_id, md5(search));
create index saved_searches_due on saved_searches (due_at) where due_at is not null;
create index saved_searches_at_once on saved_searches (told_up_to) where how_often = 'at once';

-- Since when somebody is new to a member. A look at lists after a long pause begins another visit.
create table visits (
  user_id uuid primary key references users on delete cascade,
  -- The last look that was written down, and the newest number then.
  looked_at timestamptz not null,
  looked_up_to integer not null,
  -- The same of the visit before; nothing in the first one.
  since timestamptz,
  since_number integer,
  -- The first of the member's wishes that best match does not let others miss: people who miss it, or a later one, were left
  -- out. Null where nobody was.
  left_out text check (left_out in (
    'partnerAge', 'partnerHeight', 'partnerWeight', 'partnerDivision', 'partnerDistrict', 'partnerOccupation',
    'partnerMaritalStatus', 'partnerChildren', 'partnerEducation', 'partnerReligion', 'partnerPractice'
  )),
  check ((since is null) = (since_number is null))
);
create index visits_looked_at on visits (looked_at);
