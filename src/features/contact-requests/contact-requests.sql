-- The payer's name and email, and the number of the biodata, are copied to the request: its list is sorted and searched by
-- them alone. A transaction that changes the account at this moment waits, or is waited for.
create or replace function number_of_request() returns trigger language plpgsql as $$
begin
  new.number := (select number from biodata where id = new.biodata_id);
  select name, email into new.asker_name, new.asker_email from users where id = new.user_id for share;
  return new;
end $$;
create or replace trigger contact_request_number before insert on contact_requests for each row execute function number_of_request();

create or replace function rename_asker() returns trigger language plpgsql as $$
begin
  update contact_requests set asker_name = new.name, asker_email = new.email where user_id = new.id;
  update premium set asker_name = new.name, asker_email = new.email where user_id = new.id;
  return null;
end $$;
create or replace trigger user_renamed after update on users for each row
  when ((old.name, old.email) is distinct from (new.name, new.email)) execute function rename_asker();

-- A fee is earned once the contact was seen. Until then a request that ends gives it back.
create or replace function is_unearned(r contact_requests) returns boolean immutable language sql as $$
  select r.status in ('pending', 'forwarded') or r.status = 'approve' and r.first_seen_at is null
$$;

-- Tells an asker that a request has ended without a reason, and that the fee goes back if there was one.
create or replace function tell_of_end(asker uuid, request uuid, number integer, payment uuid, more jsonb) returns void
language plpgsql as $$
begin
  if payment is null then
    perform notify_person(asker, 'request-answered', request || ' ended', jsonb_build_object('number', number, 'answer', 'ended'),
      jsonb_build_object('kind', 'family-answer', 'number', number, 'answer', 'ended', 'hasFee', false), true, true, false);
  else
    perform notify_person(asker, 'fee-returned', request::text, jsonb_build_object('number', number) || more,
      jsonb_build_object('kind', 'fee-goes-back', 'number', number) || more, true, true, false);
  end if;
end $$;

-- Payments first, as settling locks them, then requests in the order in which a look at several contacts locks them. A look
-- that is under way is waited for: it earns the fee.
create or replace function hold_requests(requests uuid[]) returns void language plpgsql as $$
begin
  perform from payments p where p.id in (
    select payment_id from contact_requests r where r.id = any(requests) and is_unearned(r)
  ) order by p.id for update;
  perform from contact_requests r where r.id = any(requests) order by r.id for update;
end $$;

-- Ends those of these requests whose fee nobody has earned, gives it back and tells the asker.
create or replace function end_waiting(requests uuid[], why text) returns void language plpgsql as $$
declare
  told record;
  more jsonb := case why when 'suspended' then jsonb_build_object('because', why) else '{}' end;
begin
  perform hold_requests(requests);
  for told in with ended as (
    update contact_requests r set status = 'withdrawn', ended_at = now()
    where r.id = any(requests) and is_unearned(r)
    returning r.id, r.payment_id, r.user_id, r.number
  ), due as (
    update payments p set status = 'refund_due', refund_because = why, updated_at = now()
    from ended where p.id = ended.payment_id and p.status = 'succeeded'
  )
  select * from ended loop
    perform tell_of_end(told.user_id, told.id, told.number, told.payment_id, more);
  end loop;
end $$;

-- Ends the requests for an owner's contact that nobody has seen yet, of one asker or of all.
create or replace function pay_back_waiting(owner uuid, asker uuid) returns void language plpgsql as $$
begin
  perform end_waiting(array(
    select id from contact_requests r
    where biodata_id = owner and status in ('pending', 'forwarded', 'approve') and is_unearned(r)
      and (asker is null or user_id = asker)
  ), 'hidden');
end $$;

create or replace function biodata_withdrawn() returns trigger language plpgsql as $$
begin
  perform pay_back_waiting(new.id, null);
  -- Nobody is nobody: families who said yes to this person see the contact no longer either.
  if new.contact_for = 'nobody' and old.contact_for <> 'nobody' then
    update contact_requests set shares_contact = false where user_id = new.id and shares_contact;
  end if;
  return null;
end $$;
create or replace trigger biodata_hidden after update on biodata for each row
  when ((old.published and not new.published) or (old.contact_for <> 'nobody' and new.contact_for = 'nobody'))
  execute function biodata_withdrawn();

create or replace function person_blocked() returns trigger language plpgsql as $$
begin
  perform pay_back_waiting(new.blocker_id, new.blocked_id);
  perform pay_back_waiting(new.blocked_id, new.blocker_id);
  return null;
end $$;
create or replace trigger person_blocked after insert on blocks for each row execute function person_blocked();

-- What the asker and the family are told ten seconds after an approval is not told once the request has ended or is answered.
create or replace function forget_untold() returns trigger language plpgsql as $$
declare
  untold bigint[] := array(
    select id from notifications
    where user_id = any(array[old.user_id, old.biodata_id] || array(select guardian_id from guardianships where ward_id = old.biodata_id))
      and kind in ('asked', 'request-answered') and cause in (old.id || ' forwarded', old.id || ' approved') and not_before > now());
begin
  delete from outbox where notification_id = any(untold) and status = 'waiting';
  delete from notifications where id = any(untold) and id not in (select notification_id from outbox where notification_id = any(untold));
  return null;
end $$;
create or replace trigger untold_forgotten after update of status on contact_requests for each row
  when (old.status = 'forwarded' and new.status not in ('forwarded', 'pending')) execute function forget_untold();
