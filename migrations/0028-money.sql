-- Why money goes back.
alter table payments drop constraint payments_refund_because_check;
alter table payments add constraint payments_refund_because_check check (
  refund_because in ('duplicate', 'payer left', 'biodata left', 'hidden', 'refused', 'taken back', 'suspended', 'not named'));
-- What was paid without saying for whose contact goes back once it has waited long enough.
create index payments_unnamed on payments (updated_at) where status = 'succeeded' and biodata_id is null;

-- What was given back may come back: the payer's bank has not taken it.
alter table payment_findings drop constraint payment_findings_kind_check;
alter table payment_findings add constraint payment_findings_kind_check check (
  kind in ('unknown', 'mismatch', 'refund refused', 'refund failed', 'refunded', 'refunded in part', 'disputed'));
-- Whether a person has given it back another way: the provider is not asked any more.
alter table payments add column refunded_by_hand boolean not null default false;
-- Once it has gone back there is nothing to look at.
create function end_refund_trouble() returns trigger language plpgsql as $$
begin
  update payment_findings set done_at = now()
  where provider = new.provider and provider_ref = new.provider_ref and done_at is null
    and kind in ('refund refused', 'refund failed');
  return null;
end $$;
create trigger refund_arrived after update of status on payments for each row
  when (new.status = 'refunded' and old.status <> 'refunded') execute function end_refund_trouble();
-- The next sweep looks at all that the provider remembers: nothing was told of refunds that have come back.
delete from payment_sweeps;

-- Ends those of these requests that still wait, gives the money back, and tells whoever paid. Payments first: in the order
-- in which settling takes them.
create function end_waiting(requests uuid[], why text) returns void language plpgsql as $$
declare
  told record;
  more jsonb := case why when 'suspended' then jsonb_build_object('because', why) else '{}' end;
begin
  perform from payments p where p.id in (
    select payment_id from contact_requests r where r.id = any(requests) and r.status = 'pending'
  ) order by p.id for update;
  for told in with ended as (
    update contact_requests r set status = 'withdrawn', ended_at = now()
    where r.id = any(requests) and r.status = 'pending'
    returning r.id, r.payment_id, r.user_id, r.number
  ), due as (
    update payments p set status = 'refund_due', refund_because = why, updated_at = now()
    from ended where p.id = ended.payment_id and p.status = 'succeeded'
  )
  select * from ended loop
    perform notify_person(told.user_id, 'fee-returned', told.id::text, jsonb_build_object('number', told.number) || more,
      jsonb_build_object('kind', 'fee-goes-back', 'number', told.number) || more, true, true, false);
  end loop;
end $$;

-- As before: those that wait for somebody's contact, of one asker or of all.
create or replace function pay_back_waiting(owner uuid, asker uuid) returns void language plpgsql as $$
begin
  perform end_waiting(array(
    select id from contact_requests
    where biodata_id = owner and status = 'pending' and (asker is null or user_id = asker)
  ), 'hidden');
end $$;

-- As before, and what they have asked for themselves ends too: nobody can answer them.
create or replace function suspend_user() returns trigger language plpgsql as $$
begin
  if new.suspended_at is not null then
    delete from sessions where user_id = new.id;
    perform end_waiting(array(select id from contact_requests where user_id = new.id and status = 'pending'), 'suspended');
  end if;
  update biodata set suspended = (new.suspended_at is not null)
    where id = new.id and suspended <> (new.suspended_at is not null);
  return null;
end $$;

-- What was left waiting: of those who are suspended, and of pairs of whom one has blocked the other.
select end_waiting(array(
  select r.id from contact_requests r join users u on u.id = r.user_id
  where u.suspended_at is not null and r.status = 'pending'
), 'suspended');
select end_waiting(array(
  select r.id from contact_requests r join blocks b
    on (b.blocker_id, b.blocked_id) in ((r.user_id, r.biodata_id), (r.biodata_id, r.user_id))
  where r.status = 'pending'
), 'hidden');

-- What waits since before its text named a number of days.
update outbox set content = content || '{"days": 2}' where kind = 'new-report' and content is not null;
