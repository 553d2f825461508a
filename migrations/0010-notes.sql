-- What a member writes beside a favourite, for their own eyes (REQUIREMENTS L2).
alter table favourites add column note text constraint favourites_note_check check (char_length(note) between 1 and 300);
