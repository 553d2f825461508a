-- In which language a person reads; mails are written in it.
alter table users add column language text not null default 'en' check (language ~ '^[a-z]{2}$');

-- Mails on their way, written in the transaction that causes them: neither happens without the other.
-- waiting → sending → sent, or back to waiting with a later due_at, or failed. While a mail is being sent, due_at is when
-- its sender counts as dead. The content holds links that open accounts, so it is blanked with the last step.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  kind text not null,
  content jsonb,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz check ((sent_at is not null) = (status = 'sent')),
  check (content is not null or status in ('sent', 'failed'))
);
create index outbox_due on outbox (due_at) where status in ('waiting', 'sending');
