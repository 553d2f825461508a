-- Full profiles that accounts with an unconfirmed email read, for each network they come from (SEC-N3). `network` is a
-- hash. Unlogged, as profile_views is.
create unlogged table network_views (
  network text not null,
  at timestamptz not null
);
create index network_views_network on network_views (network, at);

-- Favourites that their owner removed a moment ago. Putting one back is no new look at a profile (SPEC-N3).
create unlogged table removed_favourites (
  owner_id uuid not null references users on delete cascade,
  biodata_id uuid not null,
  at timestamptz not null,
  primary key (owner_id, biodata_id)
);

-- Counts a look at a profile: for its viewer `most` in any stretch of `within`, and for each of the `networks`
-- `network_most` in any stretch of `network_within`. The same profile within `same` is no new look. Answers the seconds
-- until there is room, or 0, and how many more profiles there is room for. One call, because the looks of one account wait
-- for each other here. Networks come smallest first, so that two readers never wait for each other in a circle.
drop function count_reading(uuid, uuid, timestamptz, interval, integer[], interval[]);
create function count_reading(viewer uuid, owner uuid, moment timestamptz, same interval, most integer[],
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
  if not is_same then
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
