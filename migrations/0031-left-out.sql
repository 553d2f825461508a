-- The first of a member's wishes on the ladder that best match does not let others miss (src/biodata/find/best.server.ts):
-- who misses it, or a later one, was left out. Nothing where nobody was.
alter table visits add column left_out text check (left_out in (
  'partnerAge', 'partnerHeight', 'partnerWeight', 'partnerDivision', 'partnerOccupation', 'partnerMaritalStatus',
  'partnerEducation', 'partnerReligion'
));
