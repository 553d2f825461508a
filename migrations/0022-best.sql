-- Who fits best is looked for among the people whose age a member wishes (src/biodata/find/best.server.ts): this index holds
-- all that is compared, and all that may be looked for beside it. `birth - 0`, because browse would take it for `birth` and
-- for `birth + 0`, and read more than from its own.
create index biodata_best on biodata (gender, (birth - 0))
  include (birth, number, height, weight, partner_age, partner_height, partner_weight, marital_status, division,
    present_division, occupation, district, education, children, religion, practice)
  where published;
