-- What each kind of attestation is about. A call, a talk and a visit are with the family that lives there.
create or replace function attested_values(b biodata) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'phone', jsonb_build_array(b.phone),
    'identity', jsonb_build_array(b.name, b.name_in_other_script, b.birth),
    'certificate', jsonb_build_array(b.education, b.institution),
    'family', jsonb_build_array(b.name, b.division, b.district, b.present_division),
    'visit', jsonb_build_array(b.name, b.division, b.district, b.present_division))
$$;

-- A change of the values ends what was attested of them, also one that no route makes.
create or replace function end_attestations() returns trigger language plpgsql as $$
begin
  update attestations set ended_at = now(), ended_because = 'changed'
  where subject_id = new.id and ended_at is null
    and attested_values(old) -> kind is distinct from attested_values(new) -> kind;
  return null;
end $$;
create or replace trigger attested_changed after update on biodata for each row
  when (attested_values(old) is distinct from attested_values(new)) execute function end_attestations();

-- What others read of a person on a day, in the order of the days; null for nothing. A profile asks for it in its own
-- statement.
create or replace function attested_on(person uuid, day date) returns json language plpgsql stable as $$
begin
  return (select json_agg(json_strip_nulls(json_build_object('kind', kind, 'on', at::text, 'withWhom', with_whom)) order by at, noted_at)
  from attestations where subject_id = person and ended_at is null and ends_on > day
    -- Not of a number that is not the one shown.
    and (kind <> 'phone' or not exists (
      select from guardianships where ward_id = person and is_contact and accepted_at is not null and guardianships.ended_at is null)));
end $$;
