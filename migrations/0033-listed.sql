-- Lists are looked through in indexes alone, and of each entry PostgreSQL asks whether its page may be read without the table.
-- One page of the visibility map answers for 32,672 pages: a million biodata took three of them, and neighbours in an index
-- asked now one, now another. What lists need of a biodata is small, so it stands in a table of its own, of everybody who is
-- published, which one page of the map covers up to 1.6 million (docs/decisions/085-listed.md).
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
  -- Vacuumed early, and it is done soon: what was not vacuumed since it was written is read in the table after all.
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
/* What stands in it, column by column. */
create view biodata_to_list as
  select number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts
  from biodata where published;
insert into listed_biodata select * from biodata_to_list order by number;

-- Only what lists show is written anew: a save that changes an address leaves them as they are.
create function list_biodata() returns trigger language plpgsql as $$
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
create trigger listed after insert or update on biodata for each row execute function list_biodata();

drop index biodata_browse, biodata_browse_gender, biodata_browse_division, biodata_browse_marital_status, biodata_browse_all,
  biodata_browse_birth, biodata_browse_status_birth, biodata_birth, biodata_find, biodata_find_by_age, biodata_facts,
  biodata_best;
-- As in 0011-person.sql and 0017-scale.sql.
create index biodata_browse on listed_biodata (gender, division, number desc) include (birth, marital_status);
create index biodata_browse_gender on listed_biodata (gender, number desc) include (birth, marital_status);
create index biodata_browse_division on listed_biodata (division, number desc) include (birth, marital_status);
create index biodata_browse_marital_status on listed_biodata (marital_status, number desc) include (birth, gender, division);
create index biodata_browse_all on listed_biodata (number desc) include (birth, gender, division, marital_status);
create index biodata_browse_birth on listed_biodata (gender, division, birth) include (marital_status, number);
create index biodata_browse_status_birth on listed_biodata (marital_status, gender, division, birth) include (number)
  where marital_status is not null;
create index biodata_birth on listed_biodata (birth) include (gender, division, marital_status);
-- As in 0021-find.sql and 0032-more-wishes.sql.
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
create index biodata_best on listed_biodata (gender, (birth - 0))
  include (birth, number, height, weight, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts,
    marital_status, division, present_division, occupation, district, education, children, religion, practice);
