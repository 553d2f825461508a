import { mutationsOf } from './mutation.ts'

// Payments, refunds, contact requests, premium.

const settle = 'src/features/payments/settle.test.ts'
const settled = 'src/features/payments/settled.test.ts'
const sweep = 'src/features/payments/sweep.test.ts'
const paying = 'src/features/contact-requests/payments.test.ts'
const meanwhile = 'src/features/contact-requests/meanwhile.test.ts'

export const moneyMutations = [
  ...mutationsOf('src/features/payments/queries.server.ts', settled, [
    [`'succeeded' and biodata_id is null`, `'succeeded'`],
    [`          and updated_at < \${agoFrom(now, \`\${daysUnnamed} days\`)}\n`, '', `${paying} K3f`],
    [`{ providerRef }).where('providerRef', 'is', null)`, `{ providerRef })`],
    [`{ status: 'canceled' }).where('status', '=', 'created')`, `{ status: 'canceled' })`],
    [`{ provider, providerRef, status: 'refund_due' }`, `{ provider, providerRef }`],
    [`    .where((or) => or.or([or('refundAfter', 'is', null), or('refundAfter', '<=', now)]))\n`, '', `${settle} K3f`],
    [` and provider = \${provider} and status = 'succeeded'`, ` and provider = \${provider}`],
    [`paymentsOf(trx, provider).forUpdate()`, `paymentsOf(trx, provider)`, `${paying} K3e`],
  ]),
  ...mutationsOf('src/features/payments/settle.server.ts', settled, [
    [`    if (payment.status === 'succeeded') return { kind: 'returned' }\n`, ''],
    [`  if (payment.status === 'disputed') return returned\n`, ''],
    [`  if (payment.refundedByHand && providerState.returned !== 'disputed') return returned\n`, '', `${settle} K6`],
    [` && !(payment.status === 'disputed' && status === 'refund_due')`, ''],
    [`      if (!isByUs) {\n`, `      if (payment) {\n`, `${settle} K6`],
    [`        await goods.withdraw(trx, payment)\n`, '', `${settle} K3g`],
    [`    amount === payment.amount &&\n`, '', `${paying} K3a`],
    [`    currency === payment.currency &&\n`, '', `${paying} K3a`],
    [`    providerState.userId === userId &&\n`, '', `${paying} K3a`],
    [`  if (biodataId && biodataId !== bought) return { kind: 'used-elsewhere' }\n`, '', `${paying} K3a`],
    [`      if (isAway(error)) throw error\n`, '', `${settle} K3f`],
    [`{ status: 'refund_due', refundAfter })`, `{ status: 'refund_due' })`, `${settle} K6`],
    [`    await updateRefundDue(db, due, postponed)\n`, '', `${settle} K3f`],
  ]),
  ...mutationsOf('src/features/payments/queries.server.ts', settled, [
    [` and done_at is null returning kind`, ` returning kind`, `${settle} K3d`],
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
    [`    await provider.cancel(providerRef)\n`, ''],
  ]),
  ...mutationsOf('src/features/payments/payments.sql', settled, [
    [
      `    where biodata_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');`,
      `    where biodata_id = old.id and status = 'succeeded';`,
    ],
    [
      `    where user_id = old.id and status = 'succeeded'
    and not exists (select from contact_requests r where r.payment_id = p.id and r.status = 'approve');`,
      `    where user_id = old.id and status = 'succeeded';`,
    ],
    [
      `  update payments set status = 'canceled', declines_key = null, updated_at = now() where user_id = old.id and status = 'created';\n`,
      '',
      'src/features/account/account.test.ts A9',
    ],
  ]),
  ...mutationsOf('src/features/payments/payments.sql', `${settle} K6`, [
    [`when (new.status = 'refunded' and old.status <> 'refunded')`, `when (false)`],
  ]),
  ...mutationsOf('src/features/contact-requests/contact-requests.sql', meanwhile, [
    [` and p.status = 'succeeded'`, '', settled],
    [`  perform pay_back_waiting(new.blocked_id, new.blocker_id);\n`, '', `${meanwhile} R4`],
    [` or (old.contact_for = 'checked' and new.contact_for = 'nobody')`, '', 'src/features/safety/hidden.test.ts R3'],
  ]),
  ...mutationsOf('src/features/contact-requests/queries.server.ts', 'src/features/safety/hidden.test.ts K3f', [
    [` and asked.contact_for = 'checked'`, ''],
    [` and payer.suspended_at is null`, '', `${meanwhile} M6`],
    [
      `      and not \${isBlockBetween(payment.userId, payment.biodataId)}\n`,
      '',
      'src/features/safety/reports.test.ts K3f',
    ],
    [`    for share\n`, '', `${meanwhile} M6`],
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
      [`providerState.status === 'succeeded' && providerState.paymentId !== undefined`, `said.status === 'succeeded'`],
      [
        `if (payment.status === 'created') await updatePayment(trx, payment.id, { status: 'canceled' })`,
        `await updatePayment(trx, payment.id, { status: 'canceled' })`,
      ],
      [`if (providerState.lastError && payment.status === 'created')`, `if (said.lastError)`],
      [
        `      if (payment.status === 'refunded') await updatePayment(trx, payment.id, { status: 'refund_due', refundAfter })\n`,
        ``,
      ],
      [`  if (providerState.returned === 'in part') await note('refunded in part')\n`, ``],
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
