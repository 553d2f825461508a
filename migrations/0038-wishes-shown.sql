-- Wishes are shown on the biodata, or private (docs/decisions/099-wishes-shown-or-private.md).
alter table biodata
  -- The person's own word on the wishes beside the specification's numbers.
  add column partner_wishes_private boolean not null default false,
  -- Whether there is a consent to show belief: copied from the consents by a trigger, as premium is from its table.
  add column shows_faith boolean not null default false;

-- Wishes from before were written down as private, and stay so until their owner chooses.
update biodata set
  partner_wishes_private = num_nonnulls(
    partner_age_from, partner_age_to, partner_height_from, partner_height_to, partner_weight_from, partner_weight_to,
    partner_division, partner_district, partner_occupation, partner_marital_status, partner_children,
    partner_education, partner_religion, partner_practice, partner_age_matters, partner_height_matters,
    partner_weight_matters, partner_division_matters, partner_district_matters, partner_occupation_matters,
    partner_marital_status_matters, partner_children_matters, partner_education_matters, partner_religion_matters,
    partner_practice_matters
  ) > 0,
  shows_faith = exists (
    select from consents where user_id = biodata.id and what = 'faith' and taken_back_at is null
  );

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
-- A consent is given after its biodata is written, in the same transaction, so neither misses the other.
create function show_faith() returns trigger language plpgsql as $$
begin
  update biodata set shows_faith = not shows_faith
    where id = new.user_id and shows_faith <> exists (
      select from consents where user_id = new.user_id and what = 'faith' and taken_back_at is null
    );
  return null;
end $$;
create trigger faith_consent after insert or update of taken_back_at on consents for each row
  when (new.what = 'faith') execute function show_faith();

-- What is packed for comparing differs by who looks: the owner by all wishes, everybody else by those that are shown. Both
-- are made by one function instead of columns.
drop view published_biodata, biodata_to_list;
alter table biodata
  drop column partner_age_least, drop column partner_age_most, drop column partner_height_least,
  drop column partner_height_most, drop column partner_weight_least, drop column partner_weight_most,
  drop column wished, drop column districts_wished, drop column wish_weight, drop column musts;

/*
  The wishes of a biodata beside the specification's numbers, and what all of its wishes are packed to (as in
  0032-more-wishes.sql): all of them, or only those that are shown. What is private is as if it were not there.
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

create view published_biodata as select * from biodata where published;
/* As in 0033-listed.sql, by the wishes that are shown. */
create view biodata_to_list as
  select number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts
  from (select * from biodata where published) b cross join lateral (
    select partner_age_least, partner_age_most, partner_height_least, partner_height_most, partner_weight_least,
      partner_weight_most, wished, districts_wished, wish_weight, musts
    from wishes_of(b, true)
  ) shown;
truncate listed_biodata;
insert into listed_biodata select * from biodata_to_list order by number;

-- Wishes that were shown and are private now are taken back, as belief is (0030-withdrawals.sql).
create function tell_wishes_withdrawn() returns trigger language plpgsql as $$
begin
  if exists (select * from wishes_of(old, true) except select * from wishes_of(new, true)) then
    insert into withdrawals (person) values (new.number);
  end if;
  return null;
end $$;
create trigger tell_wishes_withdrawn after update on biodata for each row
  when ((not old.partner_wishes_private and new.partner_wishes_private) or (old.shows_faith and not new.shows_faith))
  execute function tell_wishes_withdrawn();
