-- Lists of the administrator at 100,000 users (REQUIREMENTS M5): one index per order, read from either end.
create index users_name on users (lower(name), id);
create index users_newest on users (created_at, id);

-- Search finds words of a name or email by their beginning, in any order. Full text search without its dictionaries and
-- its parser: those split by the server's locale, and pg_trgm is not on every server.
-- Bodies by RETURN are bound to what they name now: a restored dump builds the index with no schema in its search path.
create function words_of(phrase text) returns text[] language sql immutable parallel safe
  return array_remove(regexp_split_to_array(lower(phrase), '[[:space:].,@_+''\\-]+'), '');
-- A word of more than 2 KB would be refused by the index, and with it the sign-up.
create function user_words(name text, email text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(words_of(left(name, 200) || ' ' || left(email, 254)));
create function words_query(phrase text) returns tsquery language sql immutable parallel safe
  return (select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(words_of(phrase)) word);
-- Without the list of entries still to be sorted in, which every search would have to read through.
create index users_words on users using gin (user_words(name, email)) with (fastupdate = off);

create index contact_requests_pending on contact_requests (requested_at, id) where status = 'pending';
-- Growth by week, and what was paid.
create index biodata_newest on biodata (created_at);
create index payments_succeeded on payments (created_at) include (currency, amount) where status = 'succeeded';
