/*
  Puts away what an account wrote, at the first proof of its email that came without its password
  (docs/decisions/005-unproved-email.md). The caller locks the payments for the contact first: pausing ends requests.
*/
create or replace function put_away_unproved(person uuid) returns void language plpgsql as $$
begin
  insert into put_away (user_id, name, image, had_biodata, was_published, searches, push, premium_asked_at, consents)
  select id, name, image,
    exists (select from biodata b where b.id = person),
    exists (select from biodata b where b.id = person and b.presence = 'published'),
    (select coalesce(jsonb_agg(to_jsonb(s) order by s.place), '[]') from saved_searches s where s.owner_id = person),
    (select coalesce(jsonb_agg(to_jsonb(p) order by p.made_at), '[]') from push_subscriptions p where p.user_id = person),
    (select requested_at from premium where user_id = person and status = 'pending'),
    array(select c.id from consents c where c.user_id = person and c.taken_back_at is null)
  from users where id = person;
  update users set name = '-', image = null, biodata_for = null, biodata_gender = null, kept_by = null, updated_at = now()
  where id = person;
  update biodata set presence = 'paused', presence_since = now() where id = person and presence = 'published';
  delete from saved_searches where owner_id = person;
  delete from push_subscriptions where user_id = person;
  delete from premium where user_id = person and status = 'pending';
  -- The one who wrote with this email chose these guardians, or these wards.
  update guardianships set ended_at = now(), ended_by = case person when ward_id then 'ward' else 'guardian' end, phone = null
  where ended_at is null and person in (ward_id, guardian_id);
  -- A consent may have been given after this transaction began.
  update consents set taken_back_at = greatest(now(), given_at) where user_id = person and taken_back_at is null;
end $$;

/*
  Brings back what was put away, beside what the owner has written since. Push subscriptions get the session in which the
  owner said so, because their own sessions have ended. False when nothing was put away.
*/
create or replace function bring_back(person uuid, session uuid) returns boolean language plpgsql as $$
declare
  kept put_away;
begin
  delete from put_away where user_id = person returning * into kept;
  if kept.user_id is null then
    return false;
  end if;
  update users set name = case name when '-' then kept.name else name end, image = coalesce(image, kept.image), updated_at = now()
  where id = person;
  update biodata set presence = 'published', presence_since = now()
  where id = person and presence = 'paused' and kept.was_published;
  insert into saved_searches
  select (jsonb_populate_record(null::saved_searches, old.search || jsonb_build_object('place', free.place))).*
  from (select value as search, row_number() over (order by (value->>'place')::integer) as n from jsonb_array_elements(kept.searches)) old
  join (
    select place, row_number() over (order by place) as n from generate_series(1, 10) place
    where place not in (select s.place from saved_searches s where s.owner_id = person)
  ) free using (n)
  on conflict do nothing;
  insert into push_subscriptions
  select (jsonb_populate_record(null::push_subscriptions, value || jsonb_build_object('session_id', session))).*
  from jsonb_array_elements(kept.push)
  on conflict do nothing;
  if kept.premium_asked_at is not null then
    insert into premium (user_id, status, requested_at) values (person, 'pending', kept.premium_asked_at) on conflict do nothing;
  end if;
  -- What the owner was asked since then counts more.
  update consents c set taken_back_at = null where c.id = any(kept.consents)
    and not exists (select from consents newer where newer.user_id = person and newer.what = c.what and newer.id > c.id);
  return true;
end $$;

/* Removes for good what was put away, and the biodata unless the owner has saved it since. False when nothing was. */
create or replace function remove_put_away(person uuid) returns boolean language plpgsql as $$
declare
  kept put_away;
begin
  delete from put_away where user_id = person returning * into kept;
  if kept.user_id is null then
    return false;
  end if;
  delete from biodata where id = person and kept.had_biodata and updated_at <= kept.at;
  return true;
end $$;
