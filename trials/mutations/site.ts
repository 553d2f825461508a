import { mutationsOf } from './mutation.ts'

// Jobs, mail, the database, backup, what is kept for a second.

const jobs = 'src/app/server/site-jobs.test.ts'
const mail = 'src/features/mail/mail.test.ts'
const backup = 'src/platform/backup/backup.test.ts'
const meanwhile = 'src/platform/backup/meanwhile.test.ts'
const baseline = 'src/platform/backup/baseline.test.ts'
const kept = 'src/platform/http/response-cache.test.ts'

export const siteMutations = [
  ...mutationsOf('src/app/server/jobs.server.ts', 'src/app/server/jobs.test.ts', [
    [`expireInSeconds: 120`, `expireInSeconds: 1200`],
    [`policy: 'exclusive'`, `policy: 'standard'`],
    [`retryLimit: 0`, `retryLimit: 2`],
  ]),
  ...mutationsOf('src/app/server/run.server.ts', jobs, [
    [`        await refundUnassigned(db, systemClock())\n`, ''],
    [`        await withEachProvider(providers, (provider) => refundAllDue(db, provider, systemClock()))\n`, ''],
    [
      `      await jobs.repeat('forget', '23 * * * *', () => forget(db, systemClock(), config.mail !== undefined))\n`,
      '',
    ],
    [`Object.entries(senders)) await jobs.repeat(`, `Object.entries(senders).slice(0, 1)) await jobs.repeat(`],
    [`'sweep', '*/5 * * * *'`, `'sweep', '*/50 * * * *'`],
    [`() => keepErasures(db, erasuresFile)`, `async () => {}`],
    [`() => addUpCounts(db)`, `async () => {}`],
  ]),
  ...mutationsOf('src/app/server/forget.server.ts', 'tests/retention.test.ts', [
    [`const ended = { sessions: 'expires_at', `, 'const ended = { ', 'src/features/identity/sessions.test.ts A6'],
    [
      `{ reports: 'answered_at' }, sql\`outcome is not null\``,
      `{ reports: 'at' }`,
      'src/features/safety/reports.test.ts R7',
    ],
    [`  { rows: '\`provider_events\`', ...after('30 days', { provider_events: 'received_at' }) },\n`, ''],
    [`.catch((error) => errors.push(error))`, ''],
    [
      `status in ('created', 'canceled')`,
      `status in ('created', 'canceled', 'succeeded')`,
      'src/features/payments/settled.test.ts R7',
    ],
    [`remove: removing('0 seconds', ended)`, `remove: async () => {}`, 'src/features/identity/sessions.test.ts A6'],
    [
      `{ reports: 'answered_at' }, sql\`outcome is not null\``,
      `{ reports: 'at' }`,
      'src/features/safety/reports.test.ts R7',
    ],
  ]),
  ...mutationsOf('src/features/mail/outbox.server.ts', mail, [
    [`status: 'sending', attempts })`, `status: 'sending' })`, 'src/features/mail/outbox.test.ts'],
    [
      `(isNight(now) ? undefined : await claim(db, channel, now, false))`,
      `(await claim(db, channel, now, false))`,
      'src/features/notifications/mails.test.ts',
    ],
    [`case when kind = 'contact-form' then content end`, `null`, `${mail} that nobody accepts is kept`],
    [`clock(), content: null,`, `clock(),`, `${mail} is not kept once its mail is sent`],
    [`const lease = 10 * minute`, `const lease = 5 * minute`],
    [`for update skip locked`, `for update`, 'src/features/mail/outbox.test.ts'],
    [`if (trouble === 'everybody') return`, `return`],
  ]),
  ...mutationsOf('src/platform/db/open.server.ts', 'src/platform/db/open.test.ts', [
    [`statement_timeout: 10_000,`, `statement_timeout: 100_000,`],
    [`idle_in_transaction_session_timeout: 15_000,`, ''],
  ]),
  ...mutationsOf('src/platform/db/migrate.server.ts', 'src/platform/backup/upgrade.test.ts before it migrates, once', [
    ["  await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(db)\n", ''],
    [`  if (isOlderThanBaseline(await madeIn(db))) throw tooOld()\n`, '', baseline],
    [
      `  if (made.some((name, i) => name !== known[i]))\n`,
      `  if (false)\n`,
      `${backup} of an older version comes back`,
    ],
    [
      `    sql\`revoke update, delete, truncate on contact_views, audit_log from \${role}\`,\n`,
      '',
      'src/platform/db/roles.test.ts',
    ],
  ]),
  ...mutationsOf('src/platform/backup/contents.server.ts', `${backup} the secret of DATA_DIR`, [
    [`const keptFiles = ['secret']`, `const keptFiles: string[] = []`],
  ]),
  ...mutationsOf('src/platform/backup/backup.server.ts', backup, [
    [`    await client.query('lock table kysely_migration in share mode')\n`, '', meanwhile],
    [`begin isolation level repeatable read`, `begin`, `${backup} is one moment of it`],
    [`chunk.lastIndexOf('\\n') + 1`, `chunk.length`, `${backup} in parts of whole rows`],
  ]),
  ...mutationsOf('src/platform/backup/restore.server.ts', backup, [
    [` and kind <> 'contact-form'`, '', `${backup} X4`],
    [`    await sql\`lock table \${all} in access exclusive mode\`.execute(trx)\n`, '', meanwhile],
    [
      `[...manifest.sequences, ...kept.sequences]`,
      `manifest.sequences`,
      `${backup} its numbers are not given out again`,
    ],
    [`[...kept.erasures, ...target.erased]`, `target.erased`, `${backup} stay away when an older backup`],
    [`[...kept.erasures, ...target.erased]`, `kept.erasures`, `${backup} stay away when an older backup`],
    [`    if (rows[0]!.isUsed && !replace)\n`, `    if (false)\n`, `${backup} is replaced only when that is said`],
    [`      if (!isDeadlock || tries === 10) throw error\n`, `      throw error\n`, `${backup} do not end the restore`],
    [
      `  if (missing.size > 0) throw new Error(\`The backup lacks the tables \${[...missing].join(', ')}.\`)\n`,
      '',
      `${backup} that another program has put together`,
    ],
    [`      await migrate(trx, { to: last })\n`, `      await migrate(trx)\n`, `${backup} is one moment of it`],
  ]),
  ...mutationsOf('src/platform/backup/erasures.server.ts', `${backup} the file outside the database`, [
    [`erasures.filter(({ id }) => !known.has(id))`, `erasures`],
  ]),
  ...mutationsOf('src/platform/backup/file.server.ts', `${backup} only its owner can read`, [
    [`[constants.ZSTD_c_checksumFlag]: 1`, `[constants.ZSTD_c_checksumFlag]: 0`, `${backup} a file that was cut`],
    [
      `    await rm(part, { force: true })
    throw error`,
      `    throw error`,
    ],
    [`flags: 'wx', mode: 0o600`, `flags: 'wx', mode: 0o644`],
  ]),
  ...mutationsOf('src/platform/http/response-cache.server.ts', kept, [
    [`      if (status !== 200) return forget()\n`, '', `${kept} answers that are refused take no room`],
    [` && headers.cookie === undefined`, '', `${kept} is made once a second`],
    [`    if (method !== 'GET' && method !== 'HEAD') kept.clear()\n`, '', `${kept} is seen by the next visitor`],
  ]),
  // Chosen last, to see whether the tests notice what they were not written for.
  ...mutationsOf('src/platform/backup/restore.server.ts', 'src/platform/backup/backup.test.ts', [
    [` and kind <> 'contact-form'`, ``],
    [`\n    on conflict do nothing`, ``],
  ]),
  ...mutationsOf('src/app/server/jobs.server.ts', 'src/app/server/jobs.test.ts', [
    [`policy: 'exclusive'`, `policy: 'standard'`],
    [`          log.error({ err: error }, \`job \${name} failed\`)\n`, `          throw error\n`],
  ]),
]
