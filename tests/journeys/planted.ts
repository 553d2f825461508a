import { globSync, readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { pages } from '#src/app/pages/pages.ts'
import { filterFields } from '#src/features/biodata/fields.ts'

/** What runs, where something of it is taken for anything but text. Each tells the page that it ran. */
const hit = 'window.hit=1'
export const payloads = [
  `<script>${hit}</script>`,
  `</script><script>${hit}</script>`,
  `<img src=x onerror=${hit}>`,
  `"><img src=x onerror=${hit}>`,
  `'><svg onload=${hit}>`,
  `<svg/onload=${hit}>`,
  `<body onload=${hit}>`,
  `<details open ontoggle=${hit}>`,
  `<iframe srcdoc="<script>parent.${hit}</script>">`,
  `<iframe src="javascript:parent.${hit}">`,
  `<a href="javascript:${hit}" autofocus onfocus=${hit}>x</a>`,
  `<input autofocus onfocus=${hit}>`,
  `<video><source onerror=${hit}></video>`,
  `<math><mi xlink:href="javascript:${hit}">x`,
  `<object data="javascript:${hit}">`,
  `<embed src="javascript:${hit}">`,
  `<form><button formaction="javascript:${hit}">x`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<style>@import "https://evil.example/x.css"</style>`,
  `<img src="https://evil.example/pixel">`,
  `" style="background:url(https://evil.example/y)`,
  `" onmouseover="${hit}" x="`,
  `\${${hit}} {{constructor.constructor("${hit}")()}}`,
  `\\u003cscript\\u003e${hit}\\u003c/script\\u003e`,
  `&lt;script&gt;${hit}&lt;/script&gt;`,
  `<!--<img src="--><img src=x onerror=${hit}>`,
  `<noscript><p title="</noscript><img src=x onerror=${hit}>">`,
  `]]></title></textarea></style><script>${hit}</script>`,
]

/** Columns that stay as they are, with the reason: without them nobody could sign in, or nothing would be found. */
const kept: Record<string, string> = {
  'sessions.token': 'by it somebody is signed in',
  'accounts.provider_id': 'by it somebody is signed in',
  'accounts.password': 'a hash',
  'payments.provider': 'the name of our own program for the provider',
  'payment_receipts.provider': 'the name of our own program for the provider',
  'refunds.provider': 'the name of our own program for the provider',
  'payment_findings.provider': 'the name of our own program for the provider',
  'payment_findings.currency': 'the three letters of the provider',
  'payment_sweeps.provider': 'the name of our own program for the provider',
  'provider_events.provider': 'outlives the tests, see seeded.ts',
  'provider_events.event_id': 'outlives the tests, see seeded.ts',
  'provider_events.type': 'outlives the tests, see seeded.ts',
  'notifications.kind': 'picks the words',
  'notifications.about': 'ids and numbers; the name of a search is planted where it is saved',
  'notification_preferences.kind': 'names a kind',
  'outbox.kind': 'picks the words of a mail',
  'outbox.recipient': 'the email of an account, which is planted',
  'outbox.content': 'has a test of its own',
  'second_factors.secret': 'encrypted',
  'second_factors.backup_codes': 'encrypted',
  'suspicious_texts.field': 'names a field',
  'suspicious_texts.text_hash': 'a hash',
  'network_views.network': 'a hash',
  'put_away.searches': 'searches, whose names are planted where they are saved',
  'imports.trouble': 'picks the words',
  'imports.headings': 'names of columns, told in a test of its own',
  'import_rows.line': 'has a test of its own',
  'import_rows.problems': 'picks the words',
  'put_away.push': 'addresses of push services, which no page shows',
  'biodata.name_in_other_script': 'must differ in script from the name, which is planted',
}

/** Tables that triggers write from what stands in others; nothing of them is shown but numbers. */
const made = ['biodata_count', 'day_count', 'day_count_change', 'listed_biodata']

/** Rows of every kind that pages show, most of them about the first thirty people, so that no text is missing. */
const scene = `
create temp table person as select id, number, row_number() over (order by number)::int as n from biodata;
create temp table member as select id, email from users where email = 'user@demo.example';
insert into put_away (user_id, name, image, had_biodata, was_published)
  select id, 'x', 'https://x.example', true, false from member on conflict do nothing;
insert into favourites (owner_id, biodata_id)
  select u.id, p.id from users u, person p where u.email = 'premium@demo.example' and p.n <= 30 on conflict do nothing;
insert into premium (user_id, asker_name, asker_email, number, status)
  select id, 'x', 'x', number, 'pending' from person where n between 61 and 120 on conflict do nothing;
update users set suspended_at = now(), suspended_because = 'x' from person
  where person.id = users.id and person.n <= 30;
with paid as (
  insert into payments (provider, provider_ref, user_id, biodata_id, amount, currency, status)
  select 'stripe', 'pi_planted_' || p.n, m.id, p.id, 500, 'usd', 'succeeded' from member m, person p where p.n <= 60
  returning id, biodata_id
)
insert into contact_requests
  (user_id, asker_name, asker_email, biodata_id, payment_id, number, requested_at, status, approved_at, ended_at, ended_because)
select m.id, 'x', 'x', p.id, paid.id, p.number, now() + p.n * interval '1 second', state,
  case when state = 'approve' then now() end,
  case when state in ('refused', 'withdrawn') then now() end, case when state in ('refused', 'withdrawn') then 'x' end
from member m, paid join person p on p.id = paid.biodata_id,
  lateral (select (array['pending', 'approve', 'refused', 'withdrawn'])[1 + (p.n + p.n / 30) % 4] as state) s;
insert into payment_findings (provider, provider_ref, kind, amount, currency, detail)
select 'stripe', case when n <= 30 then 'pi_planted_' || n else 'pi_unknown_' || n end,
  (array['unknown', 'mismatch', 'refund refused', 'refunded', 'refunded in part', 'disputed'])[1 + n % 6], 500, 'usd', 'x'
from person where n <= 60;
insert into payment_receipts (provider, id, payment_id, amount, currency, received_at)
  select provider, provider_ref, id, amount, currency, now() from payments where provider_ref like 'pi_planted%';
insert into refunds (payment_id, provider, receipt_id, provider_ref, amount, currency, state, done_at)
  select payment_id, provider, id, 're_' || id, amount, currency, 'refunded', now() from payment_receipts
  where id like 'pi_planted%';
insert into reports (reporter_id, reported_id, number, reason, words, outcome, answer, answered_at)
select m.id, p.id, p.number, 'other', 'x', case when p.n <= 30 then 'resolved' end, case when p.n <= 30 then 'x' end,
  case when p.n <= 30 then now() end
from member m, person p where p.n <= 60;
insert into suspicious_texts (user_id, field, text_hash)
  select id, (array['aboutMe', 'siblings', 'account'])[1 + n % 3], 'x' from person where n > 30 and n <= 60;
insert into contact_views (owner_id, viewer_id, viewer_number, by_right, reason)
select m.id, p.id, p.number, (array['premium', 'request', 'administrator'])[1 + p.n % 3], 'x' from member m, person p
where p.n <= 90 union all
select p.id, m.id, p.number, 'administrator', 'x' from member m, person p where p.n <= 60;
insert into passkeys (user_id, name, credential_id, public_key, counter, device_type, backed_up, transports, aaguid)
select m.id, 'x', 'planted ' || n, 'x', 0, 'x', false, 'x', 'x' from member m, generate_series(1, 3) n;
insert into audit_log (actor_id, action, subject_id)
select a.id, 'approved contact request', r.id from users a, contact_requests r, member m
where a.email = 'admin@demo.example' and r.user_id = m.id;
insert into verifications (identifier, value, expires_at) values ('x', 'x', now() + interval '1 hour');
insert into outbox (recipient, language, kind, status) values ('x@demo.example', 'en', 'verify', 'failed');
insert into sessions (user_id, token, expires_at, ip_address, user_agent)
  select id, 'planted', now() + interval '1 hour', 'x', 'x' from member;
insert into notifications (user_id, kind, cause, about)
  select id, 'premium', 'x', '{}' from member;
insert into notification_preferences (user_id, kind, channel, wanted) select id, 'premium', 'mail', true from member;
insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, site_key)
  select id, gen_random_uuid(), 'x', 'x', 'x', 'x' from member;
-- In an order: a page names the first of them.
insert into saved_searches (owner_id, place, name, search, told_up_to, due_at, created_at)
  select id, n, 'x', 'minAge=' || 20 + n, 0, now(), now() + row_number() over (order by email, n) * interval '1 second'
  from users, generate_series(1, 10) n
  where email in ('user@demo.example', 'admin@demo.example');
update biodata set name_in_other_script = null;
with one as (
  insert into imports (actor_id, file_name, bytes, status, trouble_columns, agreed_how, agreed_on, done_at)
  select id, 'x', 1, 'done', '{x}', 'x', '2026-01-01', now() from users where email = 'admin@demo.example' returning id
)
insert into import_rows (import_id, row, line, email, phone, problems)
  select id, 2, '{}', 'x', 'x', '[{"kind":"cells"}]' from one;
insert into visits (user_id, looked_at, looked_up_to) select id, now(), 0 from member on conflict do nothing;
insert into guardianships (ward_id, guardian_id, relation, name, email, mail_id, token_hash, invited_at, expires_at, accepted_at,
  phone, may_answer, is_contact, may_confirm, may_edit)
select ward, guardian, 'uncle', 'x', 'x@demo.example', (select id from outbox where status = 'failed' limit 1), decode(md5(random()::text), 'hex'), now(), now() + interval '7 days',
  case when guardian is not null then now() end, case when guardian is not null then '+8801911000141' end, true, false, true, true
from (
  select id as ward, null::uuid as guardian from users where email in ('user@demo.example', 'admin@demo.example')
  union all select p.id, m.id from member m, person p where p.n <= 2
) pairs;
insert into contact_feedback (request_id, asked_at, closed_at, did_answer, was_right, note)
  select id, now(), now(), true, 'yes', 'x' from contact_requests where status = 'approve' on conflict do nothing;
insert into marriage_answers (owner_id, gender, found_here, is_named, said_at)
  select id, 'Female', 'yes', false, now() from person where n <= 3 on conflict do nothing;
insert into attestations (subject_id, kind, how, with_whom, at, note, ended_at, ended_because, ended_words)
  select id, 'family', 'call', 'self', current_date, 'x', null::timestamptz, null, null from person where n <= 5
  union all select id, 'family', 'call', 'self', current_date, 'x', null, null, null from member
  union all select id, 'phone', 'call', null, current_date, 'x', now(), 'taken back', 'x' from member
  on conflict do nothing;
insert into introductions (user_id, biodata_id, words, written_at)
  select m.id, p.id, 'x', now() from member m, person p where p.n between 121 and 130;
insert into contact_requests (user_id, asker_name, asker_email, biodata_id, number, introduction, status, forwarded_at, answer_by)
  select p.id, 'x', 'x', m.id, own.number, 'x', 'forwarded', now() + p.n * interval '1 second', now() + interval '72 hours'
  from member m join biodata own on own.id = m.id, person p where p.n between 61 and 70 and p.id <> m.id
  on conflict do nothing;
insert into family_calls (request_id, called_on, with_whom, said, note, noted_at)
  select id, current_date, 'self', 'thinking', 'x', now() from contact_requests where status = 'forwarded';
update contact_requests set introduction = 'x' where status = 'pending';
update contact_requests set first_seen_at = now() where status = 'approve';
insert into unanswered_reports (request_id, reporter_id, owner_id, phone, is_guardians, note, reported_at)
  select r.id, r.user_id, r.biodata_id, 'x', false, 'x', now() from contact_requests r join users on users.id = r.user_id
  where r.status = 'approve' and r.biodata_id is not null and users.email <> 'admin@demo.example' on conflict do nothing;
insert into attempts (key, full_at) values ('x', now());
insert into mailed_links (token_hash, user_id, purpose, expires_at)
  select 'x', id, 'verify', now() + interval '1 hour' from member;`

const textColumns = `
select c.table_name || '.' || c.column_name as name, c.table_name as of, c.column_name as column, c.data_type as type
from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
  and (c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'xml')
    or c.udt_name in ('_text', '_varchar', '_bpchar', '_json', '_jsonb', '_xml'))
order by c.table_name, c.ordinal_position`

/** Ways to write a text, the first that the database takes: as it is, once only, as an email, as a link. */
const spellings = ['text', 'text || n', `lower(text) || n || '@evil.example'`, `'https://evil.example/' || text`]
const isRefused = (error: unknown) => ['23514', '23505'].includes((error as { code: string }).code)

/** The same in every round, as far as rows say when they were made and whom they are about. */
const inOrder = (table: string) =>
  ['created_at', 'requested_at', 'number'].map((column) => `to_jsonb(${table}) ->> '${column}'`).join()

/** What stands before a payload, so that it is known where it came from when it is seen. */
const markOf = (column: number) => `k${column}:`

/**
 * Makes every stored text hostile, except those that are `kept` and those that the database allows no such text: a
 * column that is new is among them by itself. A row has another payload in each column, the next row the next one;
 * `shift` is by how many of them all go on, so that as many shifts as there are payloads give each row each of them.
 * @returns the columns that are planted, at the place of their mark
 */
export async function plant(client: Client, shift: number) {
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query(scene)
  const { rows } = await client.query<{ name: string; of: string; column: string; type: string }>(textColumns)
  const unknown = Object.keys(kept).filter((name) => !rows.some((column) => column.name === name))
  if (unknown.length > 0) throw new Error(`No longer a column of text: ${unknown}`)
  const planted: { name: string; rows: number }[] = []
  for (const { name, of, column, type } of rows.filter((each) => !(each.name in kept) && !made.includes(each.of))) {
    const mark = markOf(planted.length)
    const { rowCount } = await client.query(`select from ${of} where ${column} is not null`)
    for (const spelling of type === 'ARRAY' ? ['array[text]'] : spellings) {
      await client.query('savepoint one')
      try {
        const done = await client.query(
          `update ${of} set ${column} = ${spelling}
           from (
             select ctid as place, row_number() over (order by ${inOrder(of)}, ctid)::int as n
             from ${of} ${rowCount ? `where ${column} is not null` : ''}
           ) as placed join (
             select $2 || text as text, (place - 1)::int as p from unnest($1::text[]) with ordinality t (text, place)
           ) as payload on p = (n + $3::int) % ${payloads.length}
           where ${of}.ctid = placed.place`,
          [payloads, mark, planted.length + shift],
        )
        planted.push({ name, rows: done.rowCount ?? 0 })
        break
      } catch (error) {
        if (!isRefused(error)) throw error
        await client.query('rollback to savepoint one')
      }
    }
  }
  await client.query('commit')
  return planted
}

/** Sessions outlive a test. */
export const unplantSessions = (client: Client) =>
  client.query("delete from sessions where token = 'planted'; update sessions set user_agent = null, ip_address = null")

/** Every name that a page reads out of its address, as the sources say it. */
const searched = () => {
  const found = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\.get\('(\w+)'\)/g)].map(([, name]) => name!),
  )
  return [...new Set([...found, ...filterFields, 'minAge', 'maxAge'])]
}

/** An address with a payload in every name that pages read, another one each time. */
export function withSearch(path: string, from: number) {
  const search = new URLSearchParams(searched().map((name, n) => [name, payloads[(from + n) % payloads.length]!]))
  return `${path}?${search}`
}

/** Of whom, or of what, the pages about somebody are asked for; by the name in their path. */
type Ids = Partial<Record<'id' | 'bioDataId' | 'reference', readonly (string | number)[]>>

/** Every page that somebody may see, for each of the ids. */
export function addressesFor(who: 'visitor' | 'member' | 'admin', ids: Ids) {
  const mayEnter = { visitor: ['visitor'], member: ['visitor', 'member'], admin: ['visitor', 'member', 'admin'] }[who]
  return pages
    .filter(({ access, leadsTo }) => !leadsTo && mayEnter.includes(access))
    .filter(({ isForSigningIn }) => !isForSigningIn || who === 'visitor')
    .flatMap(({ path }) => {
      const name = path.match(/:(\w+)/)?.[1]
      if (name === undefined) return [{ path, address: path }]
      const values = ids[name as keyof Ids]
      if (!values) throw new Error(`Nothing is known to stand for :${name} in ${path}`)
      return values.map((value) => ({ path, address: path.replace(`:${name}`, encodeURIComponent(value)) }))
    })
}
