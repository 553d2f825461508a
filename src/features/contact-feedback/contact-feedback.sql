-- What was said of a person goes with their biodata.
create or replace function forget_feedback() returns trigger language plpgsql as $$
begin
  delete from contact_feedback where request_id = new.id;
  return null;
end $$;
create or replace trigger feedback_forgotten after update of biodata_id on contact_requests for each row
  when (old.biodata_id is not null and new.biodata_id is null) execute function forget_feedback();
