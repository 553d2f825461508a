-- Nobody can remove a line for three years, and nobody can change one.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'the audit log can only be added to';
end $$;
create or replace trigger audit_log_is_final before update or delete on audit_log for each row execute function refuse_change();
create or replace trigger audit_log_stays before truncate on audit_log for each statement execute function refuse_change();

-- Runs as the owner of the tables: a server whose role can only add lines may have old ones removed, and nothing else.
create or replace function forget_old_lines() returns void language sql security definer set search_path = public, pg_temp
begin atomic
  delete from contact_views where at < now() - interval '3 years';
  delete from audit_log where at < now() - interval '3 years';
end;
revoke execute on function forget_old_lines() from public;
