/*
  Whether somebody is the guardian of a ward at this moment, with that right: 'answer', 'confirm' or 'edit', and 'see' for
  what every guardian may. It is asked inside the statement that uses the right, so that a guardianship which ends at the
  same moment gives none.
*/
create or replace function is_guardian_for(person uuid, ward uuid, wanted text) returns boolean language sql stable as $$
  select exists (
    select from guardianships
    where guardian_id = person and ward_id = ward and ended_at is null
      and case wanted when 'see' then true when 'answer' then may_answer when 'confirm' then may_confirm
        when 'edit' then may_edit else false end
  )
$$;

/* The consent of a guardian ends with their last ward. */
create or replace function end_guardians_consent(guardian uuid) returns void language sql as $$
  update consents set taken_back_at = greatest(now(), given_at)
  where user_id = guardian and what = 'guardian' and taken_back_at is null
    and not exists (select from guardianships where guardian_id = guardian and ended_at is null)
$$;

/* What each of the two is told: the ward whom they lost, by relation, the guardian only that it ended. */
create or replace function tell_guardianship(person uuid, event text, of guardianships) returns void
language plpgsql as $$
declare
  about jsonb := jsonb_build_object('guardian', event, 'relation', of.relation, 'number',
    (select number from biodata where id = of.ward_id));
begin
  perform notify_person(person, 'guardian', event || ' ' || of.id, jsonb_strip_nulls(about),
    jsonb_build_object('kind', 'guardian', 'event', event), true, true, false);
end $$;

/* Without anybody who may answer for them, the ward is asked. What waits keeps its time. */
create or replace function ask_ward_again() returns trigger language plpgsql as $$
begin
  update biodata set contact_for = 'ask'
  where id = old.ward_id and contact_for = 'ask guardian' and not exists (
    select from guardianships
    where ward_id = old.ward_id and may_answer and accepted_at is not null and ended_at is null);
  return null;
end $$;
create or replace trigger guardian_answers_no_more after update of ended_at, may_answer or delete on guardianships
  for each row execute function ask_ward_again();

create or replace function guardianship_ended() returns trigger language plpgsql as $$
begin
  perform end_guardians_consent(new.guardian_id);
  if new.ended_by = 'ward' then
    perform tell_guardianship(new.guardian_id, 'ended', new);
  else
    perform tell_guardianship(new.ward_id, 'left', new);
  end if;
  return null;
end $$;
create or replace trigger guardianship_ended after update of ended_at on guardianships for each row
  when (old.ended_at is null and new.ended_at is not null and old.guardian_id is not null)
  execute function guardianship_ended();

/* One of the two has left the site, or the ward's biodata is gone. Nobody who has left is told. */
create or replace function guardianship_gone() returns trigger language plpgsql as $$
begin
  perform end_guardians_consent(old.guardian_id);
  if exists (select from biodata where id = old.ward_id) then
    perform tell_guardianship(old.ward_id, 'left', old);
  else
    perform tell_guardianship(old.guardian_id, 'ended', old);
  end if;
  return null;
end $$;
create or replace trigger guardianship_gone after delete on guardianships for each row
  when (old.ended_at is null and old.guardian_id is not null) execute function guardianship_gone();

/* Ends what is between two people, in both directions; `by` is who ends it. */
create or replace function end_guardianships(one uuid, other uuid, by uuid) returns void language sql as $$
  update guardianships set ended_at = now(), ended_by = case by when ward_id then 'ward' else 'guardian' end, phone = null
  where ended_at is null and ward_id in (one, other) and guardian_id in (one, other)
$$;

-- After `person_blocked`, which locks payments: they come before people. Accepting holds both people too, so a block and
-- an acceptance at the same moment do not miss each other.
create or replace function person_blocked_guardian() returns trigger language plpgsql as $$
begin
  perform from users where id in (new.blocker_id, new.blocked_id) order by id for no key update;
  perform end_guardianships(new.blocker_id, new.blocked_id, new.blocker_id);
  return null;
end $$;
create or replace trigger person_blocked_guardian after insert on blocks for each row execute function person_blocked_guardian();
