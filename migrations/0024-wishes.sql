-- What a person wishes of another, beside the specification's three numbers: ranges, sets, and how much each matters.
-- Nothing of it is shown to anybody else (docs/decisions/073-wishes.md).
alter table biodata
  add column partner_age_from smallint check (partner_age_from between 18 and 99),
  add column partner_age_to smallint check (partner_age_to between 18 and 99),
  add column partner_height_from smallint check (partner_height_from between 48 and 84),
  add column partner_height_to smallint check (partner_height_to between 48 and 84),
  add column partner_weight_from smallint check (partner_weight_from between 30 and 85),
  add column partner_weight_to smallint check (partner_weight_to between 30 and 85),
  add column partner_division text[] check (
    cardinality(partner_division) > 0 and partner_division <@ array[
      'Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi'
    ]),
  add column partner_occupation text[] check (
    cardinality(partner_occupation) > 0 and partner_occupation <@ array[
      'Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'
    ]),
  add column partner_marital_status text[] check (
    cardinality(partner_marital_status) > 0 and partner_marital_status <@ array[
      'Never married', 'Divorced', 'Widowed'
    ]),
  add column partner_education text[] check (
    cardinality(partner_education) > 0 and partner_education <@ array[
      'Below SSC', 'SSC', 'HSC', 'Diploma', 'Bachelor', 'Master', 'Doctorate'
    ]),
  add column partner_religion text[] check (
    cardinality(partner_religion) > 0 and partner_religion <@ array[
      'Islam', 'Hinduism', 'Buddhism', 'Christianity', 'Other'
    ]),
  add column partner_age_matters text check (partner_age_matters in ('must', 'nice', 'any')),
  add column partner_height_matters text check (partner_height_matters in ('must', 'nice', 'any')),
  add column partner_weight_matters text check (partner_weight_matters in ('must', 'nice', 'any')),
  add column partner_division_matters text check (partner_division_matters in ('must', 'nice', 'any')),
  add column partner_occupation_matters text check (partner_occupation_matters in ('must', 'nice', 'any')),
  add column partner_marital_status_matters text check (partner_marital_status_matters in ('must', 'nice', 'any')),
  add column partner_education_matters text check (partner_education_matters in ('must', 'nice', 'any')),
  add column partner_religion_matters text check (partner_religion_matters in ('must', 'nice', 'any')),
  add constraint biodata_partner_age_range check (partner_age_from <= partner_age_to),
  add constraint biodata_partner_height_range check (partner_height_from <= partner_height_to),
  add constraint biodata_partner_weight_range check (partner_weight_from <= partner_weight_to);

/*
  What is compared (src/biodata/fit/rule.server.ts), packed, because best match compares everybody of the wished age. An option is a
  bit, in the order of src/biodata/fit/policy.ts, which also has the tolerances and what each wish counts.
*/
create function option_bit(option text) returns integer language sql immutable parallel safe return coalesce(
  1 << (array_position(array[
    'Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi', 'Engineer', 'Doctor',
    'Teacher', 'Student', 'Job', 'House wife', 'Never married', 'Divorced', 'Widowed', 'Below SSC', 'SSC', 'HSC',
    'Diploma', 'Bachelor', 'Master', 'Doctorate', 'Islam', 'Hinduism', 'Buddhism', 'Christianity', 'Other'
  ], option) - 1),
  0
);
create function option_bits(options text[]) returns integer language sql immutable parallel safe return (
  select coalesce(bit_or(option_bit(option)), 0) from unnest(options) option
);

alter table biodata
  add column partner_age_least smallint not null generated always as (
    case when partner_age_matters = 'any' then 0
      else least(partner_age, coalesce(partner_age_from, partner_age - 3)) end) stored,
  add column partner_age_most smallint not null generated always as (
    case when partner_age_matters = 'any' then 1000
      else greatest(partner_age, coalesce(partner_age_to, partner_age + 3)) end) stored,
  add column partner_height_least smallint not null generated always as (
    case when partner_height_matters = 'any' then 0
      else least(partner_height, coalesce(partner_height_from, partner_height - 3)) end) stored,
  add column partner_height_most smallint not null generated always as (
    case when partner_height_matters = 'any' then 1000
      else greatest(partner_height, coalesce(partner_height_to, partner_height + 3)) end) stored,
  add column partner_weight_least smallint not null generated always as (
    case when partner_weight_matters = 'any' then 0
      else least(partner_weight, coalesce(partner_weight_from, partner_weight - 10)) end) stored,
  add column partner_weight_most smallint not null generated always as (
    case when partner_weight_matters = 'any' then 1000
      else greatest(partner_weight, coalesce(partner_weight_to, partner_weight + 10)) end) stored,
  add column facts integer not null generated always as (
    option_bit(division)
    | option_bit(occupation)
    | option_bit(marital_status)
    | option_bit(education)
    | option_bit(religion)) stored,
  add column wished integer not null generated always as (
    case when partner_division_matters = 'any' then 0 else option_bits(partner_division) end
    | case when partner_occupation_matters = 'any' then 0 else option_bits(partner_occupation) end
    | case when partner_marital_status_matters = 'any' then 0 else option_bits(partner_marital_status) end
    | case when partner_education_matters = 'any' then 0 else option_bits(partner_education) end
    | case when partner_religion_matters = 'any' then 0 else option_bits(partner_religion) end) stored,
  -- How much a person's wishes count together.
  add column wish_weight smallint not null generated always as (
    case when partner_age_matters is distinct from 'any' then 4 else 0 end
    + case when partner_height_matters is distinct from 'any' then 2 else 0 end
    + case when partner_weight_matters is distinct from 'any' then 1 else 0 end
    + case when partner_division is not null and partner_division_matters is distinct from 'any' then 2 else 0 end
    + case when partner_occupation is not null and partner_occupation_matters is distinct from 'any' then 2 else 0 end
    + case when partner_marital_status is not null and partner_marital_status_matters is distinct from 'any' then 3 else 0 end
    + case when partner_education is not null and partner_education_matters is distinct from 'any' then 2 else 0 end
    + case when partner_religion is not null and partner_religion_matters is distinct from 'any' then 4 else 0 end) stored,
  add column musts smallint not null generated always as (
    case when partner_age_matters = 'must' then 1 else 0 end
    | case when partner_height_matters = 'must' then 2 else 0 end
    | case when partner_weight_matters = 'must' then 4 else 0 end
    | case when partner_division is not null and partner_division_matters = 'must' then 8 else 0 end
    | case when partner_occupation is not null and partner_occupation_matters = 'must' then 16 else 0 end
    | case when partner_marital_status is not null and partner_marital_status_matters = 'must' then 32 else 0 end
    | case when partner_education is not null and partner_education_matters = 'must' then 64 else 0 end
    | case when partner_religion is not null and partner_religion_matters = 'must' then 128 else 0 end) stored;

create or replace view published_biodata as select * from biodata where published;

-- As in 0022-best.sql, with all that is compared now.
drop index biodata_best;
create index biodata_best on biodata (gender, (birth - 0))
  include (birth, number, height, weight, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, wished, wish_weight, musts, marital_status, division,
    present_division, occupation, district, education, children, religion, practice)
  where published;
