-- Nobody can remove a line for three years, and nobody can change one.
create or replace function refuse_change_of_view() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'who has seen a contact can only be added to';
end $$;
create or replace trigger contact_views_are_final before update or delete on contact_views
  for each row execute function refuse_change_of_view();
create or replace trigger contact_views_stay before truncate on contact_views
  for each statement execute function refuse_change_of_view();
