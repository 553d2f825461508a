-- What administrators do can be taken back. Roles and suspension: whoever looks after the site cannot be shut out of it
-- before the role has ended, whichever of the two is done first.
alter table users add constraint users_suspended_is_no_admin check (role <> 'admin' or suspended_at is null);
-- A premium membership that ends leaves no row; the mark on the biodata goes with it.
create function premium_ended() returns trigger language plpgsql as $$
begin
  perform from users where id = old.user_id for no key update;
  update biodata set premium = false where id = old.user_id and premium;
  return null;
end $$;
create trigger premium_ended after delete on premium for each row execute function premium_ended();

-- A refused request was never approved, and says why; it has ended when the one of the two happened.
alter table contact_requests add constraint contact_requests_refused
  check (status <> 'refused' or (approved_at is null and ended_at is not null and ended_because is not null));
-- How many requests somebody has made, deleted from the list or not, and how long deciding took lately.
create index contact_requests_asker on contact_requests (user_id, requested_at desc);
create index contact_requests_refused on contact_requests (ended_at) where status = 'refused';

-- The pages of one person and of money.
create index audit_log_subject on audit_log (subject_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create index payments_newest on payments (created_at desc, id desc) where status <> 'canceled';
