-- A person leaves: a fee that opened no contact goes back. Open payments are closed, because several without a person would
-- count as the same one (payments_one_open); `settle` refunds one that is paid after all.
create or replace function before_user_leaves() returns trigger language plpgsql as $$
begin
  perform hold_requests(array(select id from contact_requests where user_id = old.id));
  update payments p set status = 'refund_due', refund_because = 'payer left', declines_key = null, updated_at = now()
    where user_id = old.id and (
      status = 'succeeded' and not exists (
        select from contact_requests r where r.payment_id = p.id and r.status = 'approve' and r.first_seen_at is not null)
      -- A part of the fee that was sent by hand.
      or status in ('created', 'claimed') and exists (select from payment_receipts r where r.payment_id = p.id));
  update payments set status = 'canceled', declines_key = null, updated_at = now()
    where user_id = old.id and status in ('created', 'claimed');
  delete from outbox where recipient = old.email;
  return old;
end $$;
create or replace trigger user_leaves before delete on users for each row execute function before_user_leaves();

create or replace function before_biodata_leaves() returns trigger language plpgsql as $$
begin
  perform hold_requests(array(select id from contact_requests where biodata_id = old.id));
  perform end_waiting(array(
    select id from contact_requests r where biodata_id = old.id and status in ('pending', 'forwarded', 'approve') and is_unearned(r)
  ), 'biodata left');
  update payments p set status = 'refund_due', refund_because = 'biodata left', updated_at = now()
    where biodata_id = old.id and status = 'succeeded'
    and not exists (
      select from contact_requests r where r.payment_id = p.id and r.status = 'approve' and r.first_seen_at is not null);
  return old;
end $$;
create or replace trigger biodata_leaves before delete on biodata for each row execute function before_biodata_leaves();

-- How much of a receipt is neither refunded nor due to be.
create or replace function not_refunded(r payment_receipts) returns integer stable language sql as $$
  select r.amount - coalesce(sum(amount), 0)::int from refunds
  where (provider, receipt_id) = (r.provider, r.id) and state <> 'failed'
$$;

-- A fee that is due to go back is a refund for each of its receipts.
create or replace function owe_refunds() returns trigger language plpgsql as $$
begin
  insert into refunds (payment_id, provider, receipt_id, amount, currency, state)
  select r.payment_id, r.provider, r.id, not_refunded(r), r.currency, 'due' from payment_receipts r
  where r.payment_id = new.id and not_refunded(r) > 0;
  return null;
end $$;
create or replace trigger refund_owed after update of status on payments for each row
  when (new.status = 'refund_due' and old.status <> 'refund_due') execute function owe_refunds();

-- The last refund of a payment has arrived: it is refunded, and there is no trouble left to look at.
create or replace function end_refund_trouble() returns trigger language plpgsql as $$
begin
  if exists (select from refunds where payment_id = new.payment_id and state in ('due', 'asked', 'on its way')) then
    return null;
  end if;
  update payments set status = 'refunded', updated_at = now() where id = new.payment_id and status = 'refund_due';
  update payment_findings set done_at = now()
  where (provider, provider_ref) = (select provider, provider_ref from payments where id = new.payment_id)
    and done_at is null and kind in ('refund refused', 'refund failed');
  return null;
end $$;
create or replace trigger refund_arrived after insert or update of state on refunds for each row
  when (new.state = 'refunded') execute function end_refund_trouble();
