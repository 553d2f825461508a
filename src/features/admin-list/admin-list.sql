/*
  What a search for a phrase looks for (docs/decisions/016-names.md): each word by its beginning, or a word of the other
  script that begins to sound like it. One or two sounds begin too many names, so they must be the whole name. Names in the
  same script are told apart by their spelling.
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
