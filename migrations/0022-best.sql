-- Who fits best is looked for among the people whose age a member wishes (src/biodata/find/best.server.ts): this index holds
-- all that is compared, and all that may be looked for beside it.
create index biodata_best on biodata (gender, birth, partner_age)
  include (number, height, weight, partner_height, partner_weight, marital_status, division, present_division, occupation,
    district, education, children, religion, practice)
  where published;
