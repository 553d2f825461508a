-- An administrator finds রহমান by Rahman and the other way round (docs/decisions/072-names-in-two-scripts.md).

/*
  How a word of a name sounds, in whichever script: its consonants, those alike as one, and that it begins with a vowel. Of
  two spellings the same is left, and of some names that are two.
*/
create function sound_of(word text) returns text language sql immutable parallel safe
  return lower(translate(
    regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(translate(
      regexp_replace(replace(replace(replace(replace(
        regexp_replace(regexp_replace(regexp_replace(normalize(lower(word), nfc),
          -- As everybody shortens Mohammad and Mosammat.
          '^(md|মো(হা)?ঃ?)$', 'mohammad'),
          '^(mst|মো[ছস]াঃ?)$', 'mosammat'),
          '^x', 'j'),
        -- The dot is a letter of its own. A য under another letter is not heard, nor is a ব.
        'য়', ''), 'ড়', 'র'), 'ঢ়', 'র'), '্য', ''),
        '([শষসদধতজ])্ব', '\1', 'g'),
      -- H is হ, which is always heard: a Latin h mostly belongs to the letter before it. The last sign only joins letters.
      'অআইঈউঊএঐওঔািীুূেৈোৌঃকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরঋৃলশষসহৎংঁcqzvs্',
      'aaaaaaaaaaaaaaaaaaaakkggnSSjjnttddnttddnpfbbmjrrrlSSSHtnnCkjbS'),
      '^[aeiouyw]', 'A'),
      'ph', 'f'), 'Ch', 'S'), 'x', 'kS'),
      '(?<=[kgtdbjS])h|(?<=n)g|[aeiouyw]', '', 'g'),
      '(.)\1+', '\1', 'g'),
    'C', 'k'));

/* The script of a word as a sign that no word holds: words are cut there. */
create function script_of(word text) returns text language sql immutable parallel safe
  return case when word ~ '[ঀ-৿]' then '+' else '-' end;

/* How the words of a name sound, each with its script. */
create function name_sounds(name text) returns text language sql immutable parallel safe
  return (
    select coalesce(string_agg(script_of(word) || sound, ' '), '')
    from unnest(words_of(left(name, 200))) word, sound_of(word) sound where sound <> ''
  );

create function user_words(name text, email text, sounds text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(words_of(left(name, 200) || ' ' || left(email, 254)) || string_to_array(sounds, ' '));

/*
  What begins like each word, or is in the other script and begins to sound like it; one or two sounds, which too many begin
  with, are a whole name. Within a script people are told apart by how they write themselves.
*/
create or replace function words_query(phrase text) returns tsquery language sql immutable parallel safe
  return (
    select string_agg('(''' || word || ''':*' || case
        when sound = '' then ''
        else ' | ''' || translate(script_of(word), '+-', '-+') || sound || ''''
          || case when length(sound) > 2 then ':*' else '' end
      end || ')', ' & ')::tsquery
    from unnest(words_of(phrase)) word, sound_of(word) sound
  );

-- Kept, because to hear a name costs ten times as much as to cut it into words, and a search looks at a thousand of them
-- before it begins. The indexes go first: the tables are written anew.
drop index users_words, users_name, users_newest, users_email_key, contact_requests_words, premium_pending,
  contact_requests_pending, contact_requests_listed, contact_requests_by_name, contact_requests_by_email,
  contact_requests_by_number;
drop function user_words(text, text);
alter table users add column sounds text not null generated always as (name_sounds(name)) stored;
alter table premium add column asker_sounds text not null generated always as (name_sounds(asker_name)) stored;
alter table contact_requests add column asker_sounds text not null generated always as (name_sounds(asker_name)) stored;

create unique index users_email_key on users (email) include (id, name, sounds);
create index users_name on users (lower(name), id) include (name, email, sounds);
create index users_newest on users (created_at, id) include (name, email, sounds);
create index users_words on users using gin (user_words(name, email, sounds)) with (fastupdate = off);
create index premium_pending on premium (requested_at, user_id) include (asker_name, asker_email, asker_sounds, number)
  where status = 'pending' and number is not null;
create index contact_requests_pending on contact_requests (requested_at, id)
  include (asker_name, asker_email, asker_sounds, number) where status = 'pending' and biodata_id is not null;
create index contact_requests_listed on contact_requests (requested_at, id)
  include (asker_name, asker_email, asker_sounds, status) where biodata_id is not null;
create index contact_requests_by_name on contact_requests (lower(asker_name), id)
  include (asker_name, asker_email, asker_sounds, status) where biodata_id is not null;
create index contact_requests_by_email on contact_requests (asker_email, id)
  include (asker_name, asker_sounds, status) where biodata_id is not null;
create index contact_requests_by_number on contact_requests (number, id)
  include (asker_name, asker_email, asker_sounds, status) where biodata_id is not null;
create index contact_requests_words on contact_requests using gin (user_words(asker_name, asker_email, asker_sounds))
  with (fastupdate = off);
