-- When somebody last said that a biodata is right, and the question that asks for it (REQUIREMENTS T1).
-- The clock starts with this migration: nobody is asked earlier than a period after it.
alter table site add column confirming_since timestamptz not null default now();

-- Null: nobody has confirmed it yet. Everybody who saved the form or published has. The moment of biodata from before is
-- that of the last of these. `alter`, because an update would fire the triggers for each row.
alter table biodata add column confirmed_at timestamptz;
alter table biodata alter column confirmed_at type timestamptz
  using greatest(updated_at, case presence when 'published' then presence_since end);
alter table biodata alter column confirmed_at set default now();
-- An administrator wrote these: they have the day on which their people agreed, if that is known.
update biodata set confirmed_at = (
  select imports.agreed_on from imported_people join imports on imports.id = import_id where user_id = biodata.id
) where not exists (select from accounts where user_id = biodata.id) and not exists (select from sessions where user_id = biodata.id);
create index biodata_confirmed on biodata (coalesce(confirmed_at, created_at)) where published;
create or replace view published_biodata as select * from biodata where published;

-- One row while somebody is asked, or paused because of no answer.
create table confirm_questions (
  owner_id uuid primary key references biodata on delete cascade,
  -- Signed into the link of the mail: a link answers its own question only.
  id uuid not null unique default gen_random_uuid(),
  asked_at timestamptz not null,
  -- The mail has left, or the question was seen on a page: from then on there are seven days.
  told_at timestamptz,
  paused_at timestamptz check (told_at is not null or paused_at is null)
);
create index confirm_questions_untold on confirm_questions (asked_at) where told_at is null;
create index confirm_questions_open on confirm_questions (told_at) where paused_at is null;

-- Lists: the day stands in the indexes of members' search and of best match, and its month and year among the facts.
drop index biodata_find, biodata_find_by_age, biodata_facts, biodata_best;
drop function biodata_facts;
alter table listed_biodata add column confirmed_on date;
create or replace view biodata_to_list as
  select number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts,
    site_day(confirmed_at) as confirmed_on
  from (select * from biodata where published) b cross join lateral (
    select partner_age_least, partner_age_most, partner_height_least, partner_height_most, partner_weight_least,
      partner_weight_most, wished, districts_wished, wish_weight, musts
    from wishes_of(b, true)
  ) shown;
truncate listed_biodata;
insert into listed_biodata select * from biodata_to_list order by number;

/*
  What of a biodata is looked for, as `field value`. Of a number also its tens, so that a range is a few facts: 58 to 71 is
  58, 59, 6_, 70 and 71. A confirmation is a month, counted from the year 0, and its year; before 2020 they are one. It
  declares a high cost, so that no plan does this for everybody.
*/
create function biodata_facts(
  number integer, birth date, height smallint, weight smallint, gender text, marital_status text, division text,
  present_division text, occupation text, district text, education text, children text, religion text, practice text,
  confirmed_on date
) returns text[] language plpgsql immutable parallel safe cost 10000 as $$
declare
  place constant integer := number / 10000;
  year constant integer := extract(year from birth);
  confirmed constant date := case when confirmed_on is not null then greatest(confirmed_on, date '2020-01-01') end;
begin
  return array_remove(array[
    'number ' || place, 'number ' || place / 10 || '_',
    'birth ' || year, 'birth ' || year / 10 || '_',
    'height ' || height, 'height ' || height / 10 || '_',
    'weight ' || weight, 'weight ' || weight / 10 || '_',
    'gender ' || gender, 'maritalStatus ' || marital_status, 'division ' || division,
    'presentDivision ' || present_division, 'occupation ' || occupation, 'district ' || district,
    'education ' || education, 'children ' || children, 'religion ' || religion, 'practice ' || practice,
    case when confirmed is null then 'confirmed never' end,
    'confirmed ' || (extract(year from confirmed) * 12 + extract(month from confirmed) - 1)::integer,
    'confirmed ' || extract(year from confirmed)::integer || '_'
  ], null);
end $$;
create index biodata_find on listed_biodata (number desc)
  include (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice, confirmed_on);
create index biodata_find_by_age on listed_biodata ((birth - 0), number)
  include (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice, confirmed_on);
create index biodata_facts on listed_biodata using gin (biodata_facts(
  number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
  children, religion, practice, confirmed_on
)) with (fastupdate = off);
create index biodata_best on listed_biodata (gender, (birth - 0))
  include (birth, number, height, weight, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts,
    marital_status, division, present_division, occupation, district, education, children, religion, practice, confirmed_on);
