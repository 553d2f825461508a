-- A person leaves: a fee that opened no contact goes back. Open payments are closed, because several without a person would
-- count as the same one (payments_one_open); `settle` refunds one that is paid after all.
create or replace function before_user_leaves() returns trigger language plpgsql as $$
begin
  update payments p set status = 'refund_due', refund_because = 'payer left', updated_at = now()
    where user_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');
  update payments set status = 'canceled', declines_key = null, updated_at = now() where user_id = old.id and status = 'created';
  delete from outbox where recipient = old.email;
  return old;
end $$;
create or replace trigger user_leaves before delete on users for each row execute function before_user_leaves();

create or replace function before_biodata_leaves() returns trigger language plpgsql as $$
begin
  update payments p set status = 'refund_due', refund_because = 'biodata left', updated_at = now()
    where biodata_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');
  return old;
end $$;
create or replace trigger biodata_leaves before delete on biodata for each row execute function before_biodata_leaves();

-- Once the fee has gone back, there is no trouble left to look at.
create or replace function end_refund_trouble() returns trigger language plpgsql as $$
begin
  update payment_findings set done_at = now()
  where provider = new.provider and provider_ref = new.provider_ref and done_at is null
    and kind in ('refund refused', 'refund failed');
  return null;
end $$;
create or replace trigger refund_arrived after update of status on payments for each row
  when (new.status = 'refunded' and old.status <> 'refunded') execute function end_refund_trouble();
