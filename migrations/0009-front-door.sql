-- Marriages told before there was a count of them; a trigger counts those to come (features/presence/presence.sql).
insert into day_count_change (what, currency, day, n, amount)
select 'marriages', '', site_day(presence_since), 1, 0 from biodata where presence = 'married';
