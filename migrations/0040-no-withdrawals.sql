-- Open pages ask again for what they show (docs/decisions/011-open-pages.md), so nobody is told of withdrawals.
drop function tell_withdrawal(), tell_wishes_withdrawn() cascade;
drop function person_key(uuid);
drop table withdrawals;

-- As in 0035-networks.sql. A page that stays open looks again every minute: each look renews one that is half of `same`
-- old, so that they all are one look, and few of them are written down.
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
