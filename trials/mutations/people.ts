import { mutationsOf } from './mutation.ts'

// Signing in, one's own account, erasure, being seen, blocks.

const newPassword = 'src/features/identity/new-password.test.ts'
const links = 'src/features/email-links/links.test.ts'
const secondFactor = 'src/features/second-factor/second-factor.test.ts'
const account = 'src/features/account/account.test.ts'
const reports = 'src/features/safety/reports.test.ts'
const meanwhile = 'src/features/contact-requests/meanwhile.test.ts'
const ledger = 'src/features/contact-ledger/contact-ledger.test.ts'

export const peopleMutations = [
  ...mutationsOf('src/features/identity/queries.server.ts', newPassword, [
    [
      `  await proveEmail(trx, userId)\n  await endSessions(trx, userId)\n`,
      `  await proveEmail(trx, userId)\n`,
      `${newPassword} ends every session`,
    ],
    [` and password = \${before}`, '', `${newPassword} who change a password at once`],
    [` and not email_verified`, '', `${links} A6`],
    [`['accounts', 'passkeys', 'secondFactors']`, `['accounts', 'passkeys']`, `${secondFactor} A6`],
    [
      `    await trx.deleteFrom('mailedLinks').where('userId', '=', userId).where('purpose', '=', 'reset').execute()\n`,
      '',
      `${account} A6`,
    ],
    [`    await endOtherSessions(trx, userId, sessionId)\n`, '', `${account} A6`],
    [`where id = \${id} and user_id = \${userId}`, `where id = \${id}`, `${account} A5`],
    [`    .where('users.suspendedAt', 'is', null)\n`, '', 'src/features/administration/person.test.ts M6'],
    [
      `orderBy('updatedAt', 'desc').offset(most)`,
      `orderBy('updatedAt', 'asc').offset(most)`,
      'src/features/identity/sessions.test.ts A5',
    ],
  ]),
  ...mutationsOf('src/features/email-links/queries.server.ts', newPassword, [
    [`await good.forUpdate().executeTakeFirst()`, `await good.executeTakeFirst()`],
    [`    .where('expiresAt', '>', now)\n`, `\n`, `${links} A6`],
    [`reset: 60 * minutes`, `reset: 600 * minutes`, `${links} A6`],
    [
      `await trx.deleteFrom('mailedLinks').where('userId', '=', link.id).where('purpose', '=', purpose).execute()`,
      `await trx.deleteFrom('mailedLinks').where('tokenHash', '=', hashOf(token)).execute()`,
      `${links} A6`,
    ],
  ]),
  ...mutationsOf('src/features/email-links/routes.server.ts', newPassword, [
    [`    await takeFromNetworks(db, 'reset from', address, limits.resetsOfNetwork, clock())\n`, ''],
    [`    await takeAttempt(db, attemptKey('reset', email), limits.mailsToPerson, clock())\n`, '', `${links} A6`],
    [`viewer.userId === link.id)`, `viewer.userId !== '')`, `${links} A6`],
  ]),
  ...mutationsOf('src/features/second-factor/steps.server.ts', 'src/features/second-factor/passkey.test.ts', [
    [`  if (!isVerified) throw`, `  if (false) throw`],
    [`requireVerified(verification.registrationInfo?.userVerified)`, `requireVerified(true)`],
    [`requireVerified(verification.authenticationInfo.userVerified)`, `requireVerified(true)`],
    [`clock())) === 'used')`, `clock())) === undefined)`, `${secondFactor} M8`],
    [`      requireConfirmed(viewer)\n`.slice(2), '', `${secondFactor} M8`],
  ]),
  ...mutationsOf('src/features/second-factor/queries.server.ts', `${secondFactor} M8`, [
    [` and last_step < \${step}`, ''],
    [` and secret = \${app.secret}`, '', 'src/features/second-factor/meanwhile.test.ts'],
    [`.where('secondFactors.verified', '=', false)`, ''],
    [`    await endOtherSessions(trx, userId, sessionId)\n`, ''],
    [`where id = \${id} and user_id = \${userId}`, `where id = \${id}`, 'src/features/second-factor/passkey.test.ts'],
    [
      `(await countingApp(db, key, userId))?.codes.includes(backupCodeIn(typed))`,
      `(await countingApp(db, key, userId)) !== undefined`,
    ],
  ]),
  ...mutationsOf('src/features/identity/auth.server.ts', `${account} A6`, [
    [`      await takeAttempt(db, key, limits.passwordConfirmations, clock())\n`, ''],
  ]),
  ...mutationsOf('src/features/account/queries.server.ts', 'src/features/account/export.test.ts A9', [
    [`    .setIsolationLevel('repeatable read')\n`, ''],
    [`.where('recipient', '=', email)`, ''],
    [`.where('reporterId', '=', id)`, ''],
    [` and by_right <> 'administrator'\n`, '\n'],
    [
      `payments: await trx.selectFrom('payments').selectAll().where('userId', '=', id).execute()`,
      `payments: await trx.selectFrom('payments').selectAll().execute()`,
    ],
  ]),
  ...mutationsOf('src/features/account/routes.server.ts', `${account} A9`, [
    [`new Date(clock().getTime() - freshSignIn)`, `new Date(0)`],
  ]),
  ...mutationsOf('src/features/presence/queries.server.ts', `${meanwhile} K3e`, [
    [
      `    await lockPaymentsFor(trx, ownerId)
    await holdSession(trx, owner)
    const own`,
      `    await holdSession(trx, owner)
    const own`,
    ],
    [`    if (agreed.includes('publish')) await lockPaymentsFor(trx, ownerId)\n`, ''],
    [`where('id', '=', id).where(isOver)`, `where('id', '=', id)`, 'src/features/presence/presence.test.ts'],
  ]),
  ...mutationsOf('src/features/safety/routes.server.ts', `${reports} R4`, [
    [`    if (input.block) payBack?.()\n`, '', `${reports} K3f`],
  ]),
  ...mutationsOf('src/platform/limits/throttle.server.ts', `${reports} R4`, [
    [`blocks: { atOnce: 30,`, `blocks: { atOnce: 300,`, `${reports} thirty blocks`],
    [`reports: { atOnce: 5,`, `reports: { atOnce: 50,`],
  ]),
  ...mutationsOf('src/features/safety/queries.server.ts', `${reports} R4`, [
    [`  await lockPaymentsBetween(trx, blockerId, blockedId)\n`, '', `${meanwhile} R4`],
    [` or blocker_id = \${other} and blocked_id = \${one}`, '', `${meanwhile} R4`],
    [`where blocker_id = \${blockerId} and blocked_id = \${blockedId}`, `where blocked_id = \${blockedId}`],
    [`    .where('blockerId', '=', blockerId)\n    .orderBy('blocks.at', 'desc')`, `    .orderBy('blocks.at', 'desc')`],
    [` and reported_id <> \${actorId} order by id`, ` order by id`],
    [` and \${isOpen} returning`, ` returning`],
  ]),
  ...mutationsOf('src/features/contact-ledger/contact-ledger.sql', ledger, [
    [`  if tg_op = 'DELETE' and old.at <`, `  if old.at <`],
  ]),
  ...mutationsOf('src/features/users/users.sql', 'src/features/administration/person.test.ts M6', [
    [`    delete from sessions where user_id = new.id;\n`, ''],
  ]),
  ...mutationsOf('src/features/users/users.sql', 'src/platform/backup/backup.test.ts the file outside the database', [
    [`  insert into erasures (id) values (old.id) on conflict do nothing;\n`, ''],
  ]),
  ...mutationsOf('src/platform/db/audit.sql', ledger, [
    [`  if tg_op = 'DELETE' and old.at <`, `  if old.at <`],
    [`  delete from audit_log where at < now() - interval '3 years';\n`, '', 'src/platform/db/roles.test.ts R7'],
  ]),
  // Chosen last, to see whether the tests notice what they were not written for.
  ...mutationsOf(
    'src/features/identity/queries.server.ts',
    [
      'src/features/identity/put-away/put-away.test.ts',
      'src/features/identity/sessions.test.ts',
      'src/features/identity/new-password.test.ts',
      'src/features/email-links/links.test.ts',
      'src/features/second-factor/second-factor.test.ts',
      'src/features/account/account.test.ts',
      'src/features/import/import.test.ts',
    ],
    [
      [` and not email_verified`, ''],
      [
        `  if (await accountsOf(trx, userId).executeTakeFirst()) await putAway(trx, userId)\n`,
        `  await putAway(trx, userId)\n`,
      ],
      [`  await trx.updateTable('users').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()\n`, ``],
      [
        `    await trx.deleteFrom('mailedLinks').where('userId', '=', userId).where('purpose', '=', 'reset').execute()\n`,
        ``,
      ],
      [`orderBy('updatedAt', 'desc').offset(most)`, `orderBy('updatedAt', 'asc').offset(most)`],
      [`.where('createdAt', '>', moment)`, `.where('createdAt', '<', moment)`],
    ],
  ),
  ...mutationsOf('src/features/email-links/queries.server.ts', 'src/features/email-links/links.test.ts', [
    [
      `trx.deleteFrom('mailedLinks').where('userId', '=', link.id).where('purpose', '=', purpose).execute()`,
      `trx.deleteFrom('mailedLinks').where('tokenHash', '=', hashOf(token)).execute()`,
    ],
  ]),
  ...mutationsOf('src/features/safety/queries.server.ts', 'src/features/safety/reports.test.ts', [
    [`outcome === 'resolved' ? 'resolved report' : 'dismissed report'`, `'resolved report'`],
    [` and \${isOpen} returning`, ` returning`],
  ]),
  ...mutationsOf('src/features/presence/queries.server.ts', 'src/features/presence/privacy.test.ts', [
    [`else if (!unagreed.includes(own.presence)) await`, `else await`],
  ]),
]
