-- The owner chose, at the yes, that the asker sees their own phone although a guardian is the contact.
alter table contact_requests add column shows_own boolean not null default false,
  add constraint contact_requests_shows_own check (not (shows_own and by_guardian));
