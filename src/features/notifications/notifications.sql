/*
  Tells a person once per cause, and queues mail and push where they want them: `mailed` and `pushed` unless they chose,
  always if `locked`. Nothing is read or sent before `later`; null means at once. A person who is being deleted at the same
  moment is told nothing. False when it was told before.
*/
create or replace function notify_person(
  person uuid, what text, because text, concerning jsonb, mail jsonb, mailed boolean, pushed boolean, locked boolean,
  later timestamptz default null
) returns boolean language plpgsql as $$
declare
  told bigint;
begin
  insert into notifications (user_id, kind, cause, about, made_at, not_before)
  select id, what, because, concerning, coalesce(later, now()), later from users where id = person for key share
  on conflict (user_id, kind, cause) do nothing
  returning id into told;
  if told is null then
    return false;
  end if;
  insert into outbox (recipient, language, kind, content, user_id, notice, notification_id, not_before, due_at)
  select email, language, mail->>'kind', mail, case when not locked then id end, case when not locked then what end,
    case when later is not null then told end, later, coalesce(later, now())
  from users
  where id = person and mail is not null and (locked or coalesce((
    select wanted from notification_preferences p where p.user_id = person and p.kind = what and p.channel = 'mail'
  ), mailed));
  insert into outbox (channel, recipient, language, kind, content, user_id, notice, notification_id, not_before, due_at)
  select 'push', s.id, u.language, 'push', '{"kind": "push"}', case when not locked then u.id end,
    case when not locked then what end, case when later is not null then told end, later, coalesce(later, now())
  from push_subscriptions s join users u on u.id = s.user_id
  where s.user_id = person and (locked or coalesce((
    select wanted from notification_preferences p where p.user_id = person and p.kind = what and p.channel = 'push'
  ), pushed));
  return true;
end $$;
