-- Each deleted account asks these tables for the decisions it made, and each hour what has had its time is looked for.
-- Without an index both read a table whole, however few rows they find.
create index contact_requests_approved_by on contact_requests (approved_by) where approved_by is not null;
create index contact_requests_ended_by on contact_requests (ended_by) where ended_by is not null;
create index premium_approved_by on premium (approved_by) where approved_by is not null;
create index reports_answered_by on reports (answered_by) where answered_by is not null;

create index contact_requests_ended on contact_requests (ended_at) where ended_at is not null;
create index payments_unpaid on payments (updated_at) where status in ('created', 'canceled');
create index visits_looked_at on visits (looked_at);
create index verifications_ended on verifications (expires_at);
create index payment_findings_done on payment_findings (done_at) where done_at is not null;
create index outbox_settled on outbox (created_at) where status in ('sent', 'failed');

-- Asked at every look at the metrics: what was tried in vain, of perhaps a hundred thousand that wait for the morning.
create index outbox_tried on outbox (channel) where attempts > 0 and status <> 'sent';
-- Asked when somebody takes or deletes what is known of them.
create index outbox_recipient on outbox (recipient);
