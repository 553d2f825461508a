-- Members look for people by everything that they may read (src/biodata/find). Many match: the top of the list is looked
-- through in an index that holds all that is asked for. Few do: they are found by their facts.
create index biodata_find on biodata (number desc)
  include (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice)
  where published;

-- The same list by age: `oldest` forwards, `youngest` backwards. `birth - 0`, or a plan of browse for any values would take
-- it, which is wider than what browse has of its own.
create index biodata_find_by_age on biodata ((birth - 0), number)
  include (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
    children, religion, practice)
  where published;

/*
  What of a biodata is looked for, as `field value`. Of a number also its tens, so that a range is a few facts: 58 to 71 is
  58, 59, 6_, 70 and 71. Said to cost much, so that no plan does this for everybody.
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
create index biodata_facts on biodata using gin (biodata_facts(
  number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education,
  children, religion, practice
)) with (fastupdate = off) where published;
