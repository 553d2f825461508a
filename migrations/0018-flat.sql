-- How long requests wait and what was paid is read from an index alone.
drop index contact_requests_approved;
create index contact_requests_approved on contact_requests (approved_at) include (requested_at) where approved_at is not null;
drop index contact_requests_refused;
create index contact_requests_refused on contact_requests (ended_at) include (requested_at) where status = 'refused';

drop index payments_succeeded;
create index payments_paid on payments (created_at) include (currency, amount, status)
  where status in ('succeeded', 'refund_due', 'refunded', 'disputed');

-- Reported people are found in the order of their first open, or last answered, report, and counted by who reports them.
drop index reports_answered;
create index reports_answered on reports (answered_at, reported_id) where outcome is not null;
create index reports_answered_about on reports (reported_id, answered_at, id) where outcome is not null;
create index reports_waiting_longest on reports (at, reported_id) where outcome is null;
create index reports_about on reports (reported_id, reporter_id);
