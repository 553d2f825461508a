-- The account may outlive its biodata.
create or replace function forget_suspicious_texts() returns trigger language plpgsql as $$
begin
  delete from suspicious_texts where user_id = old.id and field <> 'account';
  return null;
end $$;
create or replace trigger biodata_texts_gone after delete on biodata for each row execute function forget_suspicious_texts();
