/*
  Counts a look at a profile: `most` per viewer in any stretch of `within`, and per network `network_most` in
  `network_within`. The same profile within `same` is no new look, and renews one that is half of `same` old: a page that
  stays open for hours is one look. Answers the seconds until there is room, or 0, and for how many more profiles. One call, because the looks of one account wait for each other here. Networks come
  smallest first: two readers never wait for each other in a circle.
*/
create or replace function count_reading(viewer uuid, owner uuid, moment timestamptz, same interval, most integer[],
  within interval[], networks text[], network_most integer[], network_within interval)
returns table (wait integer, places_left integer) language plpgsql as $$
declare
  is_same boolean;
  free_after interval;
  network_name text;
begin
  perform pg_advisory_xact_lock(hashtextextended(viewer::text, 1));
  is_same := exists (
    select from profile_views where viewer_id = viewer and owner_id = owner and profile_views.at > moment - same);
  if is_same then
    update profile_views set at = moment
    where viewer_id = viewer and owner_id = owner and profile_views.at > moment - same and profile_views.at < moment - same / 2;
  else
    foreach network_name in array networks loop
      perform pg_advisory_xact_lock(hashtextextended(network_name, 5));
    end loop;
    -- While as many lie within the stretch, the oldest of these has to leave it first.
    select max(look.at + look.within - moment) into free_after from (
      select seen.at, l.within from unnest(most, within) l (most, within), lateral (
        select v.at from profile_views v where v.viewer_id = viewer and v.at > moment - l.within
        order by v.at desc offset l.most - 1 limit 1
      ) seen
      union all
      select seen.at, network_within from unnest(networks, network_most) n (name, most), lateral (
        select v.at from network_views v where v.network = n.name and v.at > moment - network_within
        order by v.at desc offset n.most - 1 limit 1
      ) seen
    ) look;
    if free_after is not null then
      return query select ceil(extract(epoch from free_after))::integer, 0;
      return;
    end if;
    insert into profile_views (viewer_id, owner_id, at) values (viewer, owner, moment);
    insert into network_views (network, at) select unnest(networks), moment;
  end if;
  return query select 0, greatest(0, least(
    (select min(l.most - (select count(*) from profile_views v where v.viewer_id = viewer and v.at > moment - l.within))
      from unnest(most, within) l (most, within)),
    (select min(n.most - (select count(*) from network_views v where v.network = n.name and v.at > moment - network_within))
      from unnest(networks, network_most) n (name, most))
  ))::integer;
end $$;

/*
  Counts cards before they are shown: `most` per viewer in any stretch of `within`, each card once per longest stretch.
  Answers the seconds until there is room, or 0. No answer shows as many as `most`.
*/
create or replace function count_cards(viewer uuid, cards integer[], moment timestamptz, most integer[], within interval[])
returns integer language plpgsql as $$
declare
  fresh integer[];
  wait interval;
begin
  perform pg_advisory_xact_lock(hashtextextended(viewer::text, 4));
  select array_agg(card) into fresh from (
    select unnest(cards) as card
    except select unnest(shown) from card_views
    where viewer_id = viewer and at > moment - (select max(stretch) from unnest(within) stretch)
  ) other;
  if fresh is null then
    return 0;
  end if;
  -- Of each stretch those have to leave it first with whom, and all who came later, there is no room.
  select max(look.at + l.within - moment) into wait
  from unnest(most, within) l (most, within), lateral (
    select at from (
      select at, sum(cardinality(shown)) over (order by at desc) as so_far from card_views
      where viewer_id = viewer and at > moment - l.within
    ) looks
    where so_far + cardinality(fresh) > l.most order by at desc limit 1
  ) look;
  if wait is null then
    insert into card_views (viewer_id, at, shown) values (viewer, moment, fresh);
    return 0;
  end if;
  return ceil(extract(epoch from wait));
end $$;
