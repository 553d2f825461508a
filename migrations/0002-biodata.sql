-- Compared options are packed to bits, because best match compares everybody of the wished age. An option is a bit, in the
-- order of `setWishes` (src/features/biodata/wishes.ts). Belief and wishes: docs/decisions/013-private-wishes.md.
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

-- A person's biodata has the person's id (REQUIREMENTS G4); number is the public running number.
create sequence biodata_number as integer;
create table biodata (
  id uuid primary key references users on delete cascade,
  number integer not null unique default nextval('biodata_number'),
  name text not null check (length(name) between 1 and 100),
  gender text not null check (gender in ('Male', 'Female')),
  photo_url text check (length(photo_url) <= 2048 and photo_url like 'https://%'),
  birth date not null check (birth > '1900-01-01'),
  skin_color text not null check (skin_color in ('Fair', 'Medium', 'Brown', 'Dark')),
  -- Inches. The form offers 3 to 11 feet and 1 to 12 inches.
  height smallint not null check (height between 37 and 144),
  -- Kilograms.
  weight smallint not null check (weight between 30 and 85 and weight % 5 = 0),
  occupation text not null check (occupation in ('Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife')),
  father_name text not null check (length(father_name) between 1 and 100),
  mother_name text not null check (length(mother_name) between 1 and 100),
  division text not null check (division in ('Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi')),
  present_division text not null check (present_division in ('Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi')),
  -- The specification's three wishes.
  partner_age smallint not null check (partner_age between 18 and 99),
  partner_height smallint not null check (partner_height between 37 and 144),
  partner_weight smallint not null check (partner_weight between 30 and 85 and partner_weight % 5 = 0),
  phone text not null check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  -- Copied by triggers from premium, as suspended is from users and shows_faith from consents.
  premium boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Optional: people who do not state it are found by no choice of the filter.
  marital_status text check (marital_status in ('Never married', 'Divorced', 'Widowed')),

  -- The person's own word. Taken back is the consent to publish at all.
  presence text not null default 'published' check (presence in ('published', 'paused', 'taken back', 'married')),
  presence_since timestamptz not null default now(),
  -- An administrator's.
  unpublished boolean not null default false,
  suspended boolean not null default false,
  -- A hidden person is hidden everywhere, at once, by this one column.
  published boolean not null generated always as (presence = 'published' and not unpublished and not suspended) stored,
  -- Who may see the contact: the payer of an approved request (and premium members), or nobody for now.
  contact_for text not null default 'checked' check (contact_for in ('checked', 'nobody')),

  -- What families ask first, all of it optional. A check cannot keep contacts out of prose, so the database holds the lengths
  -- only.
  district text check (district in (
    'Dhaka', 'Faridpur', 'Gazipur', 'Gopalganj', 'Kishoreganj', 'Madaripur', 'Manikganj', 'Munshiganj', 'Narayanganj',
    'Narsingdi', 'Rajbari', 'Shariatpur', 'Tangail', 'Bandarban', 'Brahmanbaria', 'Chandpur', 'Chattogram',
    'Cox''s Bazar', 'Cumilla', 'Feni', 'Khagrachhari', 'Lakshmipur', 'Noakhali', 'Rangamati', 'Dinajpur', 'Gaibandha',
    'Kurigram', 'Lalmonirhat', 'Nilphamari', 'Panchagarh', 'Rangpur', 'Thakurgaon', 'Barguna', 'Barishal', 'Bhola',
    'Jhalokati', 'Patuakhali', 'Pirojpur', 'Bagerhat', 'Chuadanga', 'Jashore', 'Jhenaidah', 'Khulna', 'Kushtia',
    'Magura', 'Meherpur', 'Narail', 'Satkhira', 'Jamalpur', 'Mymensingh', 'Netrokona', 'Sherpur', 'Habiganj',
    'Moulvibazar', 'Sunamganj', 'Sylhet', 'Bogura', 'Chapainawabganj', 'Joypurhat', 'Naogaon', 'Natore', 'Pabna',
    'Rajshahi', 'Sirajganj'
  )),
  education text check (education in ('Below SSC', 'SSC', 'HSC', 'Diploma', 'Bachelor', 'Master', 'Doctorate')),
  institution text check (char_length(institution) between 1 and 100),
  profession text check (char_length(profession) between 1 and 100),
  children text check (children in ('None', 'One', 'Two', 'Three or more')),
  religion text check (religion in ('Islam', 'Hinduism', 'Buddhism', 'Christianity', 'Other')),
  practice text check (practice in ('Devout', 'Regular', 'At times')),
  about_me text check (char_length(about_me) between 1 and 1000),
  father_occupation text check (char_length(father_occupation) between 1 and 100),
  mother_occupation text check (char_length(mother_occupation) between 1 and 100),
  siblings text check (char_length(siblings) between 1 and 100),
  income text check (
    income in ('Up to 20000', '20000 to 40000', '40000 to 70000', '70000 to 100000', 'More than 100000')
  ),

  -- Wishes beside the specification's numbers: ranges, sets, and how much each matters.
  partner_age_from smallint check (partner_age_from between 18 and 99),
  partner_age_to smallint check (partner_age_to between 18 and 99),
  partner_height_from smallint check (partner_height_from between 48 and 84),
  partner_height_to smallint check (partner_height_to between 48 and 84),
  partner_weight_from smallint check (partner_weight_from between 30 and 85),
  partner_weight_to smallint check (partner_weight_to between 30 and 85),
  partner_division text[] check (
    cardinality(partner_division) > 0 and partner_division <@ array[
      'Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi'
    ]),
  partner_occupation text[] check (
    cardinality(partner_occupation) > 0 and partner_occupation <@ array[
      'Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'
    ]),
  partner_marital_status text[] check (
    cardinality(partner_marital_status) > 0 and partner_marital_status <@ array[
      'Never married', 'Divorced', 'Widowed'
    ]),
  partner_education text[] check (
    cardinality(partner_education) > 0 and partner_education <@ array[
      'Below SSC', 'SSC', 'HSC', 'Diploma', 'Bachelor', 'Master', 'Doctorate'
    ]),
  partner_religion text[] check (
    cardinality(partner_religion) > 0 and partner_religion <@ array[
      'Islam', 'Hinduism', 'Buddhism', 'Christianity', 'Other'
    ]),
  partner_age_matters text check (partner_age_matters in ('must', 'nice', 'any')),
  partner_height_matters text check (partner_height_matters in ('must', 'nice', 'any')),
  partner_weight_matters text check (partner_weight_matters in ('must', 'nice', 'any')),
  partner_division_matters text check (partner_division_matters in ('must', 'nice', 'any')),
  partner_occupation_matters text check (partner_occupation_matters in ('must', 'nice', 'any')),
  partner_marital_status_matters text check (partner_marital_status_matters in ('must', 'nice', 'any')),
  partner_education_matters text check (partner_education_matters in ('must', 'nice', 'any')),
  partner_religion_matters text check (partner_religion_matters in ('must', 'nice', 'any')),
  partner_district text[] check (
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
  partner_children text[] check (
    cardinality(partner_children) > 0 and partner_children <@ array['None', 'One', 'Two', 'Three or more']),
  partner_practice text[] check (
    cardinality(partner_practice) > 0 and partner_practice <@ array['Devout', 'Regular', 'At times']),
  partner_district_matters text check (partner_district_matters in ('must', 'nice', 'any')),
  partner_children_matters text check (partner_children_matters in ('must', 'nice', 'any')),
  partner_practice_matters text check (partner_practice_matters in ('must', 'nice', 'any')),

  facts bigint not null generated always as (
    option_bit(division)
    | option_bit(occupation)
    | option_bit(marital_status)
    -- Nobody asks people who were never married.
    | option_bit(coalesce(children, case marital_status when 'Never married' then 'None' end))
    | option_bit(education)
    | option_bit(religion)
    | option_bit(practice)) stored,
  district_fact bigint not null generated always as (district_bit(district)) stored,
  -- The person's own word on the wishes beside the specification's numbers.
  partner_wishes_private boolean not null default false,
  -- Whether there is a consent to show belief.
  shows_faith boolean not null default false,

  -- A district lies in the division of the permanent address.
  constraint biodata_district_in_division check (district is null or division = case
  when district in ('Dhaka', 'Faridpur', 'Gazipur', 'Gopalganj', 'Kishoreganj', 'Madaripur', 'Manikganj',
    'Munshiganj', 'Narayanganj', 'Narsingdi', 'Rajbari', 'Shariatpur', 'Tangail') then 'Dhaka'
  when district in ('Bandarban', 'Brahmanbaria', 'Chandpur', 'Chattogram', 'Cox''s Bazar', 'Cumilla', 'Feni',
    'Khagrachhari', 'Lakshmipur', 'Noakhali', 'Rangamati') then 'Chattagra'
  when district in ('Dinajpur', 'Gaibandha', 'Kurigram', 'Lalmonirhat', 'Nilphamari', 'Panchagarh', 'Rangpur',
    'Thakurgaon') then 'Rangpur'
  when district in ('Barguna', 'Barishal', 'Bhola', 'Jhalokati', 'Patuakhali', 'Pirojpur') then 'Barisal'
  when district in ('Bagerhat', 'Chuadanga', 'Jashore', 'Jhenaidah', 'Khulna', 'Kushtia', 'Magura', 'Meherpur',
    'Narail', 'Satkhira') then 'Khulna'
  when district in ('Jamalpur', 'Mymensingh', 'Netrokona', 'Sherpur') then 'Mymensingh'
  when district in ('Habiganj', 'Moulvibazar', 'Sunamganj', 'Sylhet') then 'Sylhet'
  when district in ('Bogura', 'Chapainawabganj', 'Joypurhat', 'Naogaon', 'Natore', 'Pabna', 'Rajshahi', 'Sirajganj')
    then 'Rajshahi'
end),
  constraint biodata_partner_age_range check (partner_age_from <= partner_age_to),
  constraint biodata_partner_height_range check (partner_height_from <= partner_height_to),
  constraint biodata_partner_weight_range check (partner_weight_from <= partner_weight_to)
);
create index biodata_premium on biodata (number) where premium and published;
create index biodata_hidden on biodata (number) where not published;
create index biodata_married on biodata (presence_since) where presence = 'married';
-- Every request of a member asks whether they are away. Hardly anybody is, so this is one page.
create index biodata_paused on biodata (id) where presence = 'paused';

-- A migration that adds a column makes this view anew, with the same text.
create view published_biodata as select * from biodata where published;
