-- What a person has agreed to, each on its own, and in which version of the words. Nothing stands here for whoever was
-- never asked: imported people, and those whose client knows the specification only.
create table consents (
  id bigint primary key generated always as identity,
  user_id uuid not null references users on delete cascade,
  what text not null check (what in ('publish', 'contact')),
  version integer not null check (version > 0),
  given_at timestamptz not null default now(),
  taken_back_at timestamptz check (taken_back_at >= given_at)
);
create unique index consents_standing on consents (user_id, what) where taken_back_at is null;
create index consents_user on consents (user_id);

-- The column came later than the people.
update biodata set presence_since = created_at where presence = 'published';
create index biodata_married on biodata (presence_since) where presence = 'married';

-- As before, and whoever paid is told, in the transaction that ends the request.
create or replace function pay_back_waiting(owner uuid, asker uuid) returns void language plpgsql as $$
begin
  perform from payments p where p.id in (
    select payment_id from contact_requests r
    where r.biodata_id = owner and r.status = 'pending' and (asker is null or r.user_id = asker)
  ) order by p.id for update;
  with ended as (
    update contact_requests r set status = 'withdrawn', ended_at = now()
    where r.biodata_id = owner and r.status = 'pending' and (asker is null or r.user_id = asker)
    returning r.payment_id, r.user_id, r.number
  ), due as (
    update payments p set status = 'refund_due', refund_because = 'hidden', updated_at = now()
    from ended where p.id = ended.payment_id and p.status = 'succeeded'
  )
  insert into outbox (recipient, language, kind, content)
  select u.email, u.language, 'fee-goes-back', jsonb_build_object('kind', 'fee-goes-back', 'number', ended.number)
  from ended join users u on u.id = ended.user_id;
end $$;

-- The audit log keeps its lines for three years too; until then nobody removes one.
drop trigger audit_log_is_final on audit_log;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'the audit log can only be added to';
end $$;
create trigger audit_log_is_final before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_stays before truncate on audit_log for each statement execute function refuse_change();
create index audit_log_oldest on audit_log (at);
create index contact_views_oldest on contact_views (at);

-- By the owner of the tables: a server whose role can only add lines can have old ones removed, and nothing else.
create function forget_old_lines() returns void language sql security definer set search_path = public, pg_temp
begin atomic
  delete from contact_views where at < now() - interval '3 years';
  delete from audit_log where at < now() - interval '3 years';
end;
revoke execute on function forget_old_lines() from public;
