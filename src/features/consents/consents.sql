-- A consent is given after its biodata is written, in the same transaction, so neither misses the other.
create or replace function show_faith() returns trigger language plpgsql as $$
begin
  update biodata set shows_faith = not shows_faith
    where id = new.user_id and shows_faith <> exists (
      select from consents where user_id = new.user_id and what = 'faith' and taken_back_at is null
    );
  return null;
end $$;
create or replace trigger faith_consent after insert or update of taken_back_at on consents for each row
  when (new.what = 'faith') execute function show_faith();
