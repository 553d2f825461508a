-- better-auth asks `email = …`, which an index on lower(email) cannot answer; the check keeps emails in lower case.
drop index users_email;
alter table users add constraint users_email_key unique (email);

-- Tokens of issuers are not needed after a sign-in: we never ask an issuer anything on somebody's behalf.
update accounts set id_token = null, access_token = null, refresh_token = null, access_token_expires_at = null, refresh_token_expires_at = null;

-- What ended is found by its end.
create index sessions_ended on sessions (expires_at);
create index mailed_links_ended on mailed_links (expires_at);
create index provider_events_received on provider_events (received_at);

-- Looking at a contact again within an hour is one line (src/platform/db/audit.server.ts).
create index audit_log_contacts on audit_log (actor_id, subject_id, at) where action = 'viewed contact';
