-- What families ask first, all of it optional. Prose takes no contacts (src/biodata/policy.ts); that is nothing a check can
-- decide for good, so the database holds the lengths only.
alter table biodata
  add column district text check (district in (
    'Dhaka', 'Faridpur', 'Gazipur', 'Gopalganj', 'Kishoreganj', 'Madaripur', 'Manikganj', 'Munshiganj', 'Narayanganj',
    'Narsingdi', 'Rajbari', 'Shariatpur', 'Tangail', 'Bandarban', 'Brahmanbaria', 'Chandpur', 'Chattogram',
    'Cox''s Bazar', 'Cumilla', 'Feni', 'Khagrachhari', 'Lakshmipur', 'Noakhali', 'Rangamati', 'Dinajpur', 'Gaibandha',
    'Kurigram', 'Lalmonirhat', 'Nilphamari', 'Panchagarh', 'Rangpur', 'Thakurgaon', 'Barguna', 'Barishal', 'Bhola',
    'Jhalokati', 'Patuakhali', 'Pirojpur', 'Bagerhat', 'Chuadanga', 'Jashore', 'Jhenaidah', 'Khulna', 'Kushtia',
    'Magura', 'Meherpur', 'Narail', 'Satkhira', 'Jamalpur', 'Mymensingh', 'Netrokona', 'Sherpur', 'Habiganj',
    'Moulvibazar', 'Sunamganj', 'Sylhet', 'Bogura', 'Chapainawabganj', 'Joypurhat', 'Naogaon', 'Natore', 'Pabna',
    'Rajshahi', 'Sirajganj'
  )),
  add column education text check (education in ('Below SSC', 'SSC', 'HSC', 'Diploma', 'Bachelor', 'Master', 'Doctorate')),
  add column institution text check (char_length(institution) between 1 and 100),
  add column profession text check (char_length(profession) between 1 and 100),
  add column children text check (children in ('None', 'One', 'Two', 'Three or more')),
  add column religion text check (religion in ('Islam', 'Hinduism', 'Buddhism', 'Christianity', 'Other')),
  add column practice text check (practice in ('Devout', 'Regular', 'At times')),
  add column about_me text check (char_length(about_me) between 1 and 1000),
  add column father_occupation text check (char_length(father_occupation) between 1 and 100),
  add column mother_occupation text check (char_length(mother_occupation) between 1 and 100),
  add column siblings text check (char_length(siblings) between 1 and 100),
  add column income text check (
    income in ('Up to 20000', '20000 to 40000', '40000 to 70000', '70000 to 100000', 'More than 100000')
  );

-- A district lies in the division of the permanent address.
alter table biodata add constraint biodata_district_in_division check (district is null or division = case
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
end);

create or replace view published_biodata as select * from biodata where published;

-- Belief is sensitive, so whoever states it agrees to it by itself.
alter table consents drop constraint consents_what_check;
alter table consents add constraint consents_what_check check (what in ('publish', 'contact', 'faith'));
