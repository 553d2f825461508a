-- For whom an account writes a biodata (REQUIREMENTS A10): asked once, before the form.
alter table users
  add column biodata_for text check (biodata_for in ('myself', 'daughter', 'son', 'sister', 'brother', 'relative')),
  add column biodata_gender text check (biodata_gender in ('Male', 'Female')),
  add constraint users_for_whom check ((biodata_for is null) = (biodata_gender is null));

-- Marriages told before there was a count of them; a trigger counts those to come (features/presence/presence.sql).
insert into day_count_change (what, currency, day, n, amount)
select 'marriages', '', site_day(presence_since), 1, 0 from biodata where presence = 'married';

-- Best match puts people whose contact is closed behind the others of their step (docs/fit.md): it reads this index alone.
create index biodata_closed on biodata (number) where contact_for = 'nobody' and published;

-- What a member writes beside a favourite, for their own eyes (REQUIREMENTS L2).
alter table favourites add column note text constraint favourites_note_check check (char_length(note) between 1 and 300);

-- What administrators narrow the list of users by (REQUIREMENTS M5).
create index users_admins on users (id) where role = 'admin';
create index users_suspended on users (id) where suspended_at is not null;
create index users_unconfirmed on users (id) where not email_verified;

-- The name in the other script, Bangla or Latin, for pages in its language (REQUIREMENTS W1), and what cards in lists show of
-- both spellings by the owner's choice (REQUIREMENTS C2).
alter table biodata
  add column name_in_other_script text check (length(name_in_other_script) between 1 and 100),
  add column name_on_cards text not null default 'whole' check (name_on_cards in ('whole', 'initial')),
  add constraint biodata_scripts check ((name ~ '[\u0980-\u09FF]') <> (name_in_other_script ~ '[\u0980-\u09FF]'));
create or replace view published_biodata as select * from biodata where published;
