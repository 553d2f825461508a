-- How many requests were approved in each week, and when the last one was.
create index contact_requests_approved on contact_requests (approved_at) where approved_at is not null;
create index premium_approved on premium (approved_at) where approved_at is not null;
