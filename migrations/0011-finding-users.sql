-- By what administrators narrow and search the list of users (REQUIREMENTS M5). A trigger keeps it of the biodata
-- (features/users/users.sql): nobody is found in one table by what another lacks without reading both.

-- A search finds the names of the biodata, where they are others than the account's, as they are written, and the account's
-- name by its sound too. A mother's account has a daughter's biodata, and a name has a second spelling.
create function names_to_find(name text, also_called text) returns text language sql immutable parallel safe
  return (
    select coalesce(string_agg(word, ' '), '') from (
      select unnest(string_to_array(nullif(name_sounds(name), ''), ' ')) as word
      union select unnest(words_of(left(also_called, 210)))
    ) words where word <> ''
  );

alter table users
  add column has_biodata boolean not null default false,
  add column also_called text;
update users set has_biodata = true,
  also_called = nullif(concat_ws(' ', nullif(biodata.name, users.name), name_in_other_script), '')
from biodata where biodata.id = users.id;

-- With it the indexes that read it go.
alter table users drop column sounds;
alter table users add column sounds text not null generated always as (names_to_find(name, also_called)) stored;
create unique index users_email_key on users (email) include (id, name, sounds, has_biodata);
create index users_name on users (lower(name), id) include (name, email, sounds, has_biodata);
create index users_newest on users (created_at, id) include (name, email, sounds, has_biodata);
create index users_words on users using gin (user_words(name, email, sounds)) with (fastupdate = off);
create index users_without_biodata on users (id) where not has_biodata;
