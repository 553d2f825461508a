import { mutationsOf } from './mutation.ts'

// Payments, refunds, contact requests, premium.

const settle = 'src/features/payments/settle.test.ts'
const settled = 'src/features/payments/settled.test.ts'
const sweep = 'src/features/payments/sweep.test.ts'
const paying = 'src/features/contact-requests/payments.test.ts'
const meanwhile = 'src/features/contact-requests/meanwhile.test.ts'
const adapters = 'tests/adapters.test.ts'
const byHand = 'src/features/send-money/send-money.test.ts'

export const moneyMutations = [
  ...mutationsOf('src/features/payments/queries.server.ts', settled, [
    [`'succeeded' and biodata_id is null`, `'succeeded'`],
    [` and updated_at < \${agoFrom(now, \`\${daysUnnamed} days\`)}\n`, '\n', `${paying} K3f`],
    [`{ providerRef }).where('providerRef', 'is', null)`, `{ providerRef })`],
    [`{ status: 'canceled' }).where('status', '=', 'created')`, `{ status: 'canceled' })`],
    [` and provider = \${provider} and status = 'succeeded'`, ` and provider = \${provider}`],
    [`paymentsOf(trx, provider).forUpdate()`, `paymentsOf(trx, provider)`, `${paying} K3e`],
  ]),
  ...mutationsOf('src/features/payments/settle.server.ts', settled, [
    [`    if (payment.status === 'succeeded') return { kind: 'returned' }\n`, ''],
    [`  if (payment.status === 'disputed') return returned\n`, ''],
    [`  if (payment.refundedByHand && given !== 'disputed') return returned\n`, '', `${settle} K6`],
    [` && !(payment.status === 'disputed' && status === 'refund_due')`, ''],
    [`      if (!isByUs) {\n`, `      if (payment) {\n`, `${settle} K6`],
    [`        await goods.withdraw(trx, payment)\n`, '', `${settle} K3g`],
    [`    isWhole &&\n`, '', `${paying} K3a`],
    [`    (providerState.paymentId === undefined || providerState.paymentId === payment.id) &&\n`, '', adapters],
    [`    (providerState.userId === undefined || providerState.userId === userId) &&\n`, '', `${paying} K3a`],
    [` && buying.some(({ isRisky }) => isRisky)`, ' && false', adapters],
    [`    if (due.state !== 'due') return await provider.refundState(due)\n`, '', adapters],
    [`if (await claimRefund(db, due, now)) return`, `if (due) return`, adapters],
    [`  if (biodataId && biodataId !== bought) return { kind: 'used-elsewhere' }\n`, '', `${paying} K3a`],
    [`      if (isAway(error)) throw error\n`, '', `${settle} K3f`],
    [`      await oweAgain(trx, { provider, receiptId: id }, later(now, untilAskedAgainMs))\n`, '', `${settle} K6`],
    [
      `    await updateRefund(db, due, { state: 'due', askAfter: later(now, untilAskedAgainMs) })\n`,
      '',
      `${settle} K3f`,
    ],
  ]),
  ...mutationsOf('src/features/payments/queries.server.ts', settled, [
    [` and done_at is null returning kind`, ` returning kind`, `${settle} K3d`],
  ]),
  ...mutationsOf('src/features/payments/receipts.ts', adapters, [
    [`    if (sum >= fee.amount) return false\n`, ''],
    [` && buying.every(({ currency }) => currency === fee.currency)`, ''],
    [`sum === fee.amount`, `sum >= fee.amount`],
  ]),
  ...mutationsOf('src/features/payments/receipts.server.ts', adapters, [
    [`      if (known?.paymentId !== paymentId) return false\n`, ''],
    [`      is_surplus\n      or exists`, `      true\n      or exists`],
  ]),
  ...mutationsOf('src/features/payments/refunds.server.ts', settled, [
    [`    .where('payment.status', '<>', 'disputed')\n`, ''],
    [
      `    .where((or) => or.or([or('refund.askAfter', 'is', null), or('refund.askAfter', '<=', now)]))\n`,
      '',
      `${settle} K3f`,
    ],
    [` and state = 'due'\`) > 0`, `\`) > 0`, adapters],
  ]),
  ...mutationsOf('src/features/payments/queries.server.ts', adapters, [
    [` and (completing_until is null or completing_until <= \${now})`, ''],
    [`['created', 'review', 'canceled'])`, `['created', 'review'])`],
  ]),
  ...mutationsOf('src/features/payments/notices.server.ts', adapters, [
    [`    await setNextAsk(db, payment.id, nextAsk(payment.timesAsked + 1, now), now)\n`, ''],
    [`['created', 'review', 'canceled'].includes(status)`, `status === 'succeeded'`],
  ]),
  ...mutationsOf('src/features/payments/notices.server.ts', sweep, [
    [`  if (isWhole && asOf)`, `  if (asOf)`],
    [`const overlapMs = 10 * 60_000`, `const overlapMs = 0`],
    [`  if (isNew && providerState && notice.isDecline)`, `  if (said && notice.isDecline)`, `${settle} K3h`],
  ]),
  ...mutationsOf('src/features/payments/stripe.server.ts', sweep, [
    [`  'charge.dispute.created',\n`, ''],
    [`  'charge.refunded',\n`, '', `${settle} K3g`],
    [`      if (!(sentAt <= nowMs / 1000 + toleranceSeconds)) return undefined\n`, '', `${paying} K3c`],
  ]),
  ...mutationsOf('src/features/payments/notices.server.ts', `${settle} K3h`, [
    [`    if (declinesKey) await takeAttempt(db, declinesKey, limits.declinesOfNetwork, now)\n`, ''],
    [`    await provider.cancel?.(providerRef)\n`, ''],
  ]),
  ...mutationsOf('src/features/send-money/claims.server.ts', byHand, [
    [
      `  sql\`select pg_advisory_xact_lock(hashtextextended(\${looksLike(transactionId)}, 0))\`.execute(trx)`,
      `  sql\`select 1\`.execute(trx)`,
    ],
    [`userId: payerId }))`, `}))`],
    [`    if (others.length > 0)\n      for`, `    if (others.length < 0)\n      for`],
    [
      `      update transfer_claims set state = 'corrected' where payment_id = \${paymentId} and state = 'waiting'`,
      `      update transfer_claims set state = 'refused' where false`,
    ],
    [`and id <> \${id} and status = 'created'\n`, `and id <> \${id} and false\n`],
    [`  if (waiting.length > 0) return\n`, `  if (waiting.length >= 0) return\n`],
  ]),
  ...mutationsOf('src/features/send-money/desk.server.ts', byHand, [
    [`    if (claim.state !== 'waiting') return 'before'\n`, ''],
    [`    .forUpdate()\n`, ''],
    [
      `    if (others.some(({ hasPaid }) => hasPaid)) throw conflict('used', 'This transaction has paid for another request.')\n`,
      '',
    ],
    [`      if (claim.readBy === null || claim.readBy === adminId) {`, `      if (claim.readBy === null) {`],
    [
      `      if (claim.readAmount !== amount) throw conflict('read-otherwise', 'The first administrator has read another sum.')\n`,
      '',
    ],
    [`      where id = \${id} and state = 'waiting'\``, `      where id = \${id}\``],
    [`      where id = \${payment.id} and status = 'claimed'\``, `      where false\``],
    [
      `      union all select from transfer_claims where looks_like = \${looksLike(transactionId)} and state = 'confirmed'`,
      '',
    ],
    [`      where id = \${id} and state = 'due'\``, `      where id = \${id}\``],
    [` && isBuying ? 'paid'`, ` ? 'paid'`],
  ]),
  ...mutationsOf('src/features/send-money/claims.server.ts', 'src/features/send-money/doubt.test.ts', [
    [
      `      select payment_id, true from refunds where provider = \${providerId} and provider_ref = \${transactionId}`,
      `      select null::uuid, true where false`,
    ],
    [`(isBack ? lastIn('confirmed') : lastIn('waiting'))`, `lastIn('waiting')`],
    [`    if (asked) await queueMailToAdmins(`, `    if (asked && false) await queueMailToAdmins(`],
  ]),
  ...mutationsOf('src/features/send-money/policy.ts', 'src/features/send-money/doubt.test.ts', [
    [`transactionId.replaceAll('O', '0').replace(/[IL]/g, '1')`, `transactionId`],
  ]),
  ...mutationsOf('src/features/send-money/desk.server.ts', 'src/features/send-money/doubt.test.ts', [
    [`canBeFor(at, await firstBegun(trx, payment), now)`, `canBeFor(at, payment.createdAt, now)`],
    [`  if (!asked && outcome !== 'returned') return`, `  if (!asked) return`],
  ]),
  ...mutationsOf('src/features/send-money/provider.server.ts', byHand, [
    [`arrived >= payment.amount ? 'succeeded'`, `arrived > 0 ? 'succeeded'`],
    [`    .orderBy('receipt.notedAt', (place) => place.asc().nullsLast())\n`, ''],
  ]),
  ...mutationsOf('src/features/send-money/queries.server.ts', byHand, [
    [`      and exists (select from payment_receipts receipt where receipt.payment_id = payments.id)`, ''],
    [
      `(select count(*)::int from transfer_claims where state = 'waiting') as`,
      `(select count(*)::int from transfer_claims) as`,
    ],
  ]),
  ...mutationsOf('src/features/payments/settle.server.ts', byHand, [
    [` && payment.userId && !isGoingBack) return`, ` && !isGoingBack) return`],
    [`  if (!isOurs && takesAnySum) {`, `  if (!isOurs && false) {`],
  ]),
  ...mutationsOf('src/features/payments/payments.sql', settled, [
    [
      `    where biodata_id = old.id and status = 'succeeded'
    and not exists (
      select from contact_requests r where r.payment_id = p.id and r.status = 'approve' and r.first_seen_at is not null);`,
      `    where biodata_id = old.id and status = 'succeeded';`,
    ],
    [
      `      status = 'succeeded' and not exists (
        select from contact_requests r where r.payment_id = p.id and r.status = 'approve' and r.first_seen_at is not null)`,
      `      status = 'succeeded'`,
    ],
    [
      `    where user_id = old.id and status in ('created', 'claimed');`,
      `    where false;`,
      'src/features/account/account.test.ts A9',
    ],
  ]),
  ...mutationsOf('src/features/payments/payments.sql', `${settle} K6`, [
    [
      `when (new.state = 'refunded') execute function end_refund_trouble();`,
      `when (false) execute function end_refund_trouble();`,
    ],
  ]),
  ...mutationsOf('src/features/contact-requests/contact-requests.sql', meanwhile, [
    [` and p.status = 'succeeded'`, '', settled],
    [`  perform pay_back_waiting(new.blocked_id, new.blocker_id);\n`, '', `${meanwhile} R4`],
    [` or (old.contact_for <> 'nobody' and new.contact_for = 'nobody')`, '', 'src/features/safety/hidden.test.ts R3'],
  ]),
  ...mutationsOf('src/features/contact-requests/queries.server.ts', 'src/features/safety/hidden.test.ts K3f', [
    [` and asked.contact_for <> 'nobody'`, ''],
    [` and asker.suspended_at is null`, '', `${meanwhile} M6`],
    [`not \${isBlockBetween(userId, biodataId)} and `, '', 'src/features/safety/reports.test.ts K3f'],
    [`    for share of asked, asker\n`, '', `${meanwhile} M6`],
  ]),
  ...mutationsOf('src/features/users/queries.server.ts', meanwhile, [
    [`  await lockPaymentsAround(trx, id)\n`, '', `${meanwhile} M6`],
  ]),
  ...mutationsOf('src/features/premium/queries.server.ts', 'src/features/premium/premium.test.ts', [
    [` and status = 'approve'`, ''],
    [`    where premium.status = 'pending'\n`, ''],
  ]),
  // Chosen last, to see whether the tests notice what they were not written for.
  ...mutationsOf(
    'src/features/payments/settle.server.ts',
    [settle, settled, sweep, paying],
    [
      [`first && providerState.paymentId !== undefined`, `first`],
      [
        `if (payment.status === 'created') await updatePayment(trx, payment.id, { status: 'canceled' })`,
        `await updatePayment(trx, payment.id, { status: 'canceled' })`,
      ],
      [`if (providerState.lastError && payment.status === 'created')`, `if (said.lastError)`],
      [`      if (payment.status === 'refunded') await updatePayment(trx, payment.id, { status: 'refund_due' })\n`, ``],
      [`  if (given === 'in part') await note('refunded in part')\n`, ``],
      [
        `else if (payment.status !== 'succeeded') await updatePayment(trx, payment.id, { status: 'succeeded' })`,
        `else await updatePayment(trx, payment.id, { status: 'succeeded' })`,
      ],
    ],
  ),
  ...mutationsOf(
    'src/features/payments/policy.ts',
    [settle, settled, sweep, paying, 'src/features/payments/policy.test.ts'],
    [[`  if (isBought) return 'duplicate'\n`, ``]],
  ),
]
