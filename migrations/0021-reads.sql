-- Nobody waits for the bureau once their request is with the family: the usual wait reads that moment with the others.
drop index contact_requests_approved;
create index contact_requests_approved on contact_requests (approved_at) include (requested_at, forwarded_at)
  where approved_at is not null;
-- A plan for any values took the index by person for "this person's request for this biodata", and read all of theirs.
drop index contact_requests_asker;
create index contact_requests_asker on contact_requests (user_id, biodata_id);
