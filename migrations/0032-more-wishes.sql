-- District, children and practice can be wished for, too (docs/decisions/073-wishes.md).
alter table biodata
  add column partner_district text[] check (
    cardinality(partner_district) > 0 and partner_district <@ array[
      'Dhaka', 'Faridpur', 'Gazipur', 'Gopalganj', 'Kishoreganj', 'Madaripur', 'Manikganj', 'Munshiganj', 'Narayanganj',
      'Narsingdi', 'Rajbari', 'Shariatpur', 'Tangail', 'Bandarban', 'Brahmanbaria', 'Chandpur', 'Chattogram',
      'Cox''s Bazar', 'Cumilla', 'Feni', 'Khagrachhari', 'Lakshmipur', 'Noakhali', 'Rangamati', 'Dinajpur', 'Gaibandha',
      'Kurigram', 'Lalmonirhat', 'Nilphamari', 'Panchagarh', 'Rangpur', 'Thakurgaon', 'Barguna', 'Barishal', 'Bhola',
      'Jhalokati', 'Patuakhali', 'Pirojpur', 'Bagerhat', 'Chuadanga', 'Jashore', 'Jhenaidah', 'Khulna', 'Kushtia',
      'Magura', 'Meherpur', 'Narail', 'Satkhira', 'Jamalpur', 'Mymensingh', 'Netrokona', 'Sherpur', 'Habiganj',
      'Moulvibazar', 'Sunamganj', 'Sylhet', 'Bogura', 'Chapainawabganj', 'Joypurhat', 'Naogaon', 'Natore', 'Pabna',
      'Rajshahi', 'Sirajganj'
    ]),
  add column partner_children text[] check (
    cardinality(partner_children) > 0 and partner_children <@ array['None', 'One', 'Two', 'Three or more']),
  add column partner_practice text[] check (
    cardinality(partner_practice) > 0 and partner_practice <@ array['Devout', 'Regular', 'At times']),
  add column partner_district_matters text check (partner_district_matters in ('must', 'nice', 'any')),
  add column partner_children_matters text check (partner_children_matters in ('must', 'nice', 'any')),
  add column partner_practice_matters text check (partner_practice_matters in ('must', 'nice', 'any'));

-- As in 0024-wishes.sql, with what is packed for these, too.
drop view published_biodata;
drop index biodata_best;
alter table biodata
  drop column facts, drop column wished, drop column wish_weight, drop column musts;
drop function option_bits(text[]);
drop function option_bit(text);

create function option_bit(option text) returns bigint language sql immutable parallel safe return coalesce(
  1::bigint << (array_position(array[
    'Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi', 'Engineer', 'Doctor',
    'Teacher', 'Student', 'Job', 'House wife', 'Never married', 'Divorced', 'Widowed', 'None', 'One', 'Two',
    'Three or more', 'Below SSC', 'SSC', 'HSC', 'Diploma', 'Bachelor', 'Master', 'Doctorate', 'Islam', 'Hinduism',
    'Buddhism', 'Christianity', 'Other', 'Devout', 'Regular', 'At times'
  ], option) - 1),
  0
);
create function option_bits(options text[]) returns bigint language sql immutable parallel safe return (
  select coalesce(bit_or(option_bit(option)), 0) from unnest(options) option
);
-- There are as many districts as a number has bits, and some are called like their division.
create function district_bit(district text) returns bigint language sql immutable parallel safe return coalesce(
  1::bigint << (array_position(array[
    'Dhaka', 'Faridpur', 'Gazipur', 'Gopalganj', 'Kishoreganj', 'Madaripur', 'Manikganj', 'Munshiganj', 'Narayanganj',
    'Narsingdi', 'Rajbari', 'Shariatpur', 'Tangail', 'Bandarban', 'Brahmanbaria', 'Chandpur', 'Chattogram',
    'Cox''s Bazar', 'Cumilla', 'Feni', 'Khagrachhari', 'Lakshmipur', 'Noakhali', 'Rangamati', 'Dinajpur', 'Gaibandha',
    'Kurigram', 'Lalmonirhat', 'Nilphamari', 'Panchagarh', 'Rangpur', 'Thakurgaon', 'Barguna', 'Barishal', 'Bhola',
    'Jhalokati', 'Patuakhali', 'Pirojpur', 'Bagerhat', 'Chuadanga', 'Jashore', 'Jhenaidah', 'Khulna', 'Kushtia',
    'Magura', 'Meherpur', 'Narail', 'Satkhira', 'Jamalpur', 'Mymensingh', 'Netrokona', 'Sherpur', 'Habiganj',
    'Moulvibazar', 'Sunamganj', 'Sylhet', 'Bogura', 'Chapainawabganj', 'Joypurhat', 'Naogaon', 'Natore', 'Pabna',
    'Rajshahi', 'Sirajganj'
  ], district) - 1),
  0
);
create function district_bits(districts text[]) returns bigint language sql immutable parallel safe return (
  select coalesce(bit_or(district_bit(district)), 0) from unnest(districts) district
);

alter table biodata
  add column facts bigint not null generated always as (
    option_bit(division)
    | option_bit(occupation)
    | option_bit(marital_status)
    -- Of whoever was never married nobody asks.
    | option_bit(coalesce(children, case marital_status when 'Never married' then 'None' end))
    | option_bit(education)
    | option_bit(religion)
    | option_bit(practice)) stored,
  add column district_fact bigint not null generated always as (district_bit(district)) stored,
  add column wished bigint not null generated always as (
    case when partner_division_matters = 'any' then 0 else option_bits(partner_division) end
    | case when partner_occupation_matters = 'any' then 0 else option_bits(partner_occupation) end
    | case when partner_marital_status_matters = 'any' then 0 else option_bits(partner_marital_status) end
    | case when partner_children_matters = 'any' then 0 else option_bits(partner_children) end
    | case when partner_education_matters = 'any' then 0 else option_bits(partner_education) end
    | case when partner_religion_matters = 'any' then 0 else option_bits(partner_religion) end
    | case when partner_practice_matters = 'any' then 0 else option_bits(partner_practice) end) stored,
  add column districts_wished bigint not null generated always as (
    case when partner_district_matters = 'any' then 0 else district_bits(partner_district) end) stored,
  -- How much a person's wishes count together.
  add column wish_weight smallint not null generated always as (
    case when partner_age_matters is distinct from 'any' then 4 else 0 end
    + case when partner_height_matters is distinct from 'any' then 2 else 0 end
    + case when partner_weight_matters is distinct from 'any' then 1 else 0 end
    + case when partner_division is not null and partner_division_matters is distinct from 'any' then 2 else 0 end
    + case when partner_district is not null and partner_district_matters is distinct from 'any' then 3 else 0 end
    + case when partner_occupation is not null and partner_occupation_matters is distinct from 'any' then 2 else 0 end
    + case when partner_marital_status is not null and partner_marital_status_matters is distinct from 'any' then 3 else 0 end
    + case when partner_children is not null and partner_children_matters is distinct from 'any' then 3 else 0 end
    + case when partner_education is not null and partner_education_matters is distinct from 'any' then 2 else 0 end
    + case when partner_religion is not null and partner_religion_matters is distinct from 'any' then 4 else 0 end
    + case when partner_practice is not null and partner_practice_matters is distinct from 'any' then 2 else 0 end) stored,
  add column musts smallint not null generated always as (
    case when partner_age_matters = 'must' then 1 else 0 end
    | case when partner_height_matters = 'must' then 2 else 0 end
    | case when partner_weight_matters = 'must' then 4 else 0 end
    | case when partner_division is not null and partner_division_matters = 'must' then 8 else 0 end
    | case when partner_district is not null and partner_district_matters = 'must' then 16 else 0 end
    | case when partner_occupation is not null and partner_occupation_matters = 'must' then 32 else 0 end
    | case when partner_marital_status is not null and partner_marital_status_matters = 'must' then 64 else 0 end
    | case when partner_children is not null and partner_children_matters = 'must' then 128 else 0 end
    | case when partner_education is not null and partner_education_matters = 'must' then 256 else 0 end
    | case when partner_religion is not null and partner_religion_matters = 'must' then 512 else 0 end
    | case when partner_practice is not null and partner_practice_matters = 'must' then 1024 else 0 end) stored;

create view published_biodata as select * from biodata where published;

create index biodata_best on biodata (gender, (birth - 0))
  include (birth, number, height, weight, partner_age_least, partner_age_most, partner_height_least, partner_height_most,
    partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts,
    marital_status, division, present_division, occupation, district, education, children, religion, practice)
  where published;

-- As in 0031-left-out.sql, with these.
alter table visits drop constraint visits_left_out_check;
alter table visits add constraint visits_left_out_check check (left_out in (
  'partnerAge', 'partnerHeight', 'partnerWeight', 'partnerDivision', 'partnerDistrict', 'partnerOccupation',
  'partnerMaritalStatus', 'partnerChildren', 'partnerEducation', 'partnerReligion', 'partnerPractice'
));
