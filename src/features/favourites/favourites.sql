-- Marks somebody as favourite and answers the favourite's id, new or old; null if the owner has `most` already. One call,
-- because those of one owner wait for each other here, and the next one counts what they added.
create or replace function add_favourite(owner uuid, marked uuid, most integer) returns uuid language plpgsql as $$
declare
  favourite uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(owner::text, 3));
  -- Writing the same value back makes the existing row come out of `returning`.
  insert into favourites (owner_id, biodata_id) select owner, marked
  where (select count(*) from favourites where owner_id = owner) < most
    or exists (select from favourites where owner_id = owner and biodata_id = marked)
  on conflict (owner_id, biodata_id) do update set owner_id = excluded.owner_id
  returning id into favourite;
  return favourite;
end $$;
