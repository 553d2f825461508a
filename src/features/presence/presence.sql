-- Who takes a marriage back has said nothing of it.
create or replace function forget_marriage() returns trigger language plpgsql as $$
begin
  delete from marriage_answers where owner_id = new.id;
  return null;
end $$;
create or replace trigger marriage_taken_back after update on biodata for each row
  when (old.presence = 'married' and new.presence <> 'married') execute function forget_marriage();

-- A marriage stays counted without its biodata, once. Of two who leave at the same moment one waits for the other.
create or replace function keep_marriage() returns trigger language plpgsql as $$
begin
  perform from marriage_answers where old.id in (owner_id, partner_id) order by id for update;
  delete from marriage_answers own where owner_id = old.id and (found_here <> 'yes' or exists (
    select from marriage_answers other
    where other.partner_id = old.id and (own.partner_id = other.owner_id or not own.is_named)));
  update marriage_answers set owner_id = null, said_at = date_trunc('month', said_at) where owner_id = old.id;
  return old;
end $$;
create or replace trigger marriage_kept before delete on biodata for each row execute function keep_marriage();

-- Marriages of people who found each other here. A couple counts once, named by one or by both. Of people who name nobody
-- two may be a couple, so of women and men the larger number counts: never too many.
create or replace function marriages_here() returns integer language plpgsql stable as $$
begin
  return (
    select count(*) filter (where is_named) + greatest(
      count(*) filter (where not is_named and gender = 'Female'), count(*) filter (where not is_named and gender = 'Male'))
    from marriage_answers own
    where found_here = 'yes' and not exists (
      select from marriage_answers other
      where other.partner_id = own.owner_id and (not own.is_named or other.owner_id = own.partner_id and other.id < own.id)));
end $$;

-- Paused because nobody answered whether it is still right, and by nothing else: an answer brings it back.
create or replace function is_paused_unanswered(b biodata) returns boolean stable language plpgsql as $$
begin
  return b.presence = 'paused' and exists (select from confirm_questions where owner_id = b.id and paused_at is not null)
    and not exists (select from put_away where user_id = b.id);
end $$;
