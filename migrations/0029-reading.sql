-- Marks somebody as favourite, `most` of them at the most. Answers the favourite's id, new or old; null where there is no
-- room. One call, because those of one person wait for each other here, and who comes next counts what they have added.
create function add_favourite(owner uuid, marked uuid, most integer) returns uuid language plpgsql as $$
declare
  favourite uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(owner::text, 3));
  -- Writing the same value back makes the existing row come out of `returning`.
  insert into favourites (owner_id, biodata_id) select owner, marked
  where (select count(*) from favourites where owner_id = owner) < most
    or exists (select from favourites where owner_id = owner and biodata_id = marked)
  on conflict (owner_id, biodata_id) do update set owner_id = excluded.owner_id
  returning id into favourite;
  return favourite;
end $$;

-- Whom somebody was shown by searches of members: numbers, and what they asked of how many there are, as numbers below
-- zero. Each once a day, so whoever goes back to a list adds nothing. Unlogged, as profile_views is. No index by time: what
-- every search would pay for it, the one who forgets them pays once an hour.
create unlogged table card_views (
  viewer_id uuid not null references users on delete cascade,
  at timestamptz not null,
  shown integer[] not null
);
create index card_views_viewer on card_views (viewer_id, at);

-- Counts cards that are about to be shown and answers 0, or the seconds until there is room for them; `most` in any stretch
-- of `within`. Those of the longest stretch count once. One call, as count_reading. One answer has never as many as `most`.
create function count_cards(viewer uuid, cards integer[], moment timestamptz, most integer[], within interval[])
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

-- Every request of a member asks whether they are away. Hardly anybody is, so this is one page, and the whole list three.
create index biodata_paused on biodata (id) where presence = 'paused';
