-- A report that nobody has decided ends with its request: the provider took the fee back, or an administrator the approval.
create or replace function request_of_report_ended() returns trigger language plpgsql as $$
begin
  update unanswered_reports set outcome = 'ended', decided_at = now(), phone = null
  where request_id = new.id and outcome is null;
  return null;
end $$;
create or replace trigger report_ended after update of status on contact_requests for each row
  when (old.status = 'approve' and new.status <> 'approve') execute function request_of_report_ended();

-- Who blocks holds the payments between the two, as who reports does.
create or replace function report_blocked() returns trigger language plpgsql as $$
begin
  update unanswered_reports set outcome = 'ended', decided_at = now(), phone = null
  where (reporter_id, owner_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id)) and outcome is null;
  return null;
end $$;
create or replace trigger report_blocked after insert on blocks for each row execute function report_blocked();
