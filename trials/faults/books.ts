import { contactRequests } from '#src/features/contact-requests/queries.server.ts'
import { sweep } from '#src/features/payments/notices.server.ts'
import { daysUnnamed } from '#src/features/payments/policy.ts'
import { refundAllDue } from '#src/features/payments/settle.server.ts'
import { stripeProvider } from '#src/features/payments/stripe.server.ts'
import type { Person, Site } from './site.ts'
import { count, type Tally } from './tally.ts'

/** What was refunded, and did not come back. */
const refundedAt = (sandbox: Site['sandbox']) =>
  new Set(
    sandbox
      .refunds()
      .filter(({ status }) => status !== 'failed')
      .map(({ payment_intent }) => payment_intent),
  )

/** The provider's succeeded payments that are neither recorded, nor given back, nor shown to an administrator. */
async function unknownPayments({ db, sandbox }: Site) {
  const known = await db
    .selectFrom('payments')
    .leftJoin('contactRequests as request', 'request.paymentId', 'payments.id')
    .leftJoin('paymentFindings as finding', 'finding.providerRef', 'payments.providerRef')
    .select([
      'payments.providerRef',
      'payments.status',
      'payments.biodataId',
      'payments.updatedAt',
      'request.id',
      'finding.id as finding',
    ])
    .execute()
  const refunded = refundedAt(sandbox)
  const accounted = new Set(
    known
      .filter(({ providerRef, status, biodataId, updatedAt, id, finding }) => {
        // Nobody has said yet for whose contact; it goes back if nobody does.
        const canBeNamed = biodataId === null && Date.now() - updatedAt.getTime() < (daysUnnamed + 1) * 86_400_000
        const isBought = status === 'succeeded' && (id !== null || canBeNamed)
        const isGivenBack = status === 'refunded' && refunded.has(providerRef)
        return (isBought && !refunded.has(providerRef)) || isGivenBack || finding !== null
      })
      .map(({ providerRef }) => providerRef),
  )
  return sandbox
    .intents()
    .filter(({ status, id }) => status === 'succeeded' && !accounted.has(id))
    .map(({ id }) => id)
}

const providerOf = ({ providerUrl }: Site) =>
  stripeProvider({
    secretKey: 'sk_test_faults',
    publishableKey: 'pk_test_faults',
    webhookSecret: 'whsec_faults',
    url: providerUrl,
  })

/** The sweep of the server's own job, at once instead of within five minutes; `now` is what a clock of the server says. */
export const sweepNow = (site: Site, now = new Date()) =>
  sweep({ db: site.db, goods: contactRequests, provider: providerOf(site) }, now, { error: console.error })

/** The refunds of the server's own job, at once. */
export const refundNow = (site: Site) => refundAllDue(site.db, providerOf(site), new Date())

/**
 * Waits until everything that was paid is recorded, and counts what stays unknown as lost. Notices come again within
 * seven seconds; what they miss the sweep finds, if `isSwept`.
 * @returns milliseconds it took
 */
export async function expectBooksRight(site: Site, tally: Tally, { isSwept = true, timeoutMs = 9_000 } = {}) {
  const began = performance.now()
  let missing = await unknownPayments(site)
  while (missing.length > 0 && performance.now() - began < timeoutMs) {
    if (isSwept && site.sandbox.fail.webhooks === 'lost') await sweepNow(site)
    await new Promise((resolve) => setTimeout(resolve, 20))
    missing = await unknownPayments(site)
  }
  if (missing.length > 0 && isSwept) {
    await sweepNow(site)
    missing = await unknownPayments(site)
  }
  count(tally, 'lost', `paid and not recorded: ${missing}`, missing.length)
  await expectOnce(site, tally)
  return performance.now() - began
}

/** Nobody was charged twice for one contact without getting one of them back, nor has two requests for it. */
async function expectOnce({ pool, sandbox }: Site, tally: Tally) {
  const { rows: twice } = await pool.query(
    `select user_id, biodata_id from contact_requests where status <> 'withdrawn' and biodata_id is not null
     group by 1, 2 having count(*) > 1`,
  )
  count(tally, 'doubled', 'requests of one person for one biodata', twice.length)
  const refunded = refundedAt(sandbox)
  const charged = sandbox.intents().filter(({ status, id }) => status === 'succeeded' && !refunded.has(id))
  const charges = Map.groupBy(charged, ({ metadata }) => `${metadata.userId} ${metadata.biodataId ?? ''}`)
  const charged2 = [...charges].filter(([key, { length }]) => length > 1 && !key.endsWith(' '))
  count(tally, 'doubled', `charged twice: ${charged2.map(([key]) => key)}`, charged2.length)
}

/** A person who has only paid sees no contact, in the profile, the list of requests and the page. */
export async function expectNoContact(site: Site, tally: Tally, payer: Person, owner: Person) {
  for (const path of [`/api/bioData/${owner.id}`, '/api/payments', `/BioDataDetails/${owner.id}`]) {
    const { text } = await site.call('GET', path, payer)
    // The number as it is written and as it is stored.
    const shown = [owner.email, '1712345678'].filter((secret) => text.includes(secret))
    count(tally, 'leaked', `${path} shows ${shown} to who is not entitled`, shown.length)
  }
}
