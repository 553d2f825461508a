import type { PaymentProvider } from '#src/payments/provider.ts'
import {
  cancelPayment,
  findPaymentOf,
  findUnassigned,
  openPayment,
  setProviderRef,
} from '#src/payments/queries.server.ts'
import { type Settled, settle } from '#src/payments/settle.server.ts'
import type { Config } from '#src/platform/config.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import { inBatches } from '#src/platform/db/keyset.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { doEach } from '#src/platform/http/bulk.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf, TimeAndId } from '#src/platform/http/page.ts'
import { invalid, notFound, Problem } from '#src/platform/http/problem.ts'
import { minorUnits } from '#src/platform/money.ts'
import * as admin from './admin-contract.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

const ownBiodata = () => invalid('bioDataId', 'This is your own biodata.')
const alreadyPaid = () =>
  new Problem('conflict', { code: 'already-paid', detail: 'You have already paid for this contact.' })

const unassigned = (ref: string) =>
  new Problem('conflict', {
    code: 'unassigned',
    detail: `You have already paid: send the transaction ${ref} to /payments with the bioDataId it is for.`,
  })

/** Why a payment has not become a contact request. */
function refusalOf({ kind }: Settled) {
  switch (kind) {
    case 'unassigned':
      return invalid('bioDataId', 'must say whose contact was paid for')
    case 'duplicate':
      return alreadyPaid()
    case 'for-another-biodata':
      return new Problem('conflict', { code: 'used-elsewhere', detail: 'This payment belongs to another biodata.' })
    case 'mismatch':
      return new Problem('conflict', {
        code: 'mismatch',
        detail: 'This payment does not fit the request. The site’s operator will look at it.',
      })
    default:
      return new Problem('payment-required')
  }
}

export function mountContactRequests(
  mount: Mount,
  { db, config, provider }: { db: Db; config: Pick<Config, 'fee' | 'mode'>; provider: PaymentProvider | undefined },
) {
  const price = config.fee.amount / minorUnits(config.fee.currency)
  const requireProvider = () => {
    if (!provider)
      throw new Problem('unavailable', { code: 'payments-off', detail: 'Payment is switched off on this site.' })
    return provider
  }
  const biodataByNumber = async (number: number) => {
    const id = await queries.findBiodataId(db, number)
    if (!id) throw notFound()
    return id
  }

  mount(contract.paymentOptions, () => ({
    price,
    currency: config.fee.currency.toUpperCase(),
    provider: provider ? { publishableKey: provider.publishableKey, sandbox: config.mode === 'demo' } : null,
  }))

  mount(contract.isPaid, async ({ viewer, input: { bioDataId, userEmail = 'me' } }) => ({
    isPaid: await queries.hasPaid(db, userEmail === 'me' ? viewer.email : userEmail, bioDataId),
  }))

  mount(contract.beginPayment, async ({ viewer, input }) => {
    if (input.price !== undefined && input.price !== price) throw invalid('price', `The fee is ${price}.`)
    const biodataId = input.bioDataId === undefined ? null : await biodataByNumber(input.bioDataId)
    const paying = requireProvider()
    if (biodataId) {
      if (biodataId === viewer.userId) throw ownBiodata()
      if (await queries.findRequest(db, viewer.userId, biodataId)) throw alreadyPaid()
      if (viewer.isPremium)
        throw new Problem('conflict', {
          code: 'not-needed',
          detail: 'As a premium member you see this contact without paying.',
        })
    } else {
      const paid = await findUnassigned(db, viewer.userId, paying.id)
      if (paid) throw unassigned(paid)
    }

    // Twice at most: an old payment that leads nowhere makes room for one new one.
    for (let round = 0; round < 2; round++) {
      const payment = await openPayment(db, { provider: paying.id, userId: viewer.userId, biodataId, ...config.fee })
      if (!payment) continue
      const known = payment.providerRef ? await paying.fetch(payment.providerRef) : undefined
      const isForgotten = payment.providerRef !== null && !known
      // Nobody pays another price than the page shows.
      const isOtherFee = payment.amount !== config.fee.amount || payment.currency !== config.fee.currency
      if (isForgotten || (isOtherFee && known?.status !== 'succeeded')) {
        await cancelPayment(db, payment.id)
        continue
      }
      const said =
        known ??
        (await paying.create({
          ...config.fee,
          paymentId: payment.id,
          userId: viewer.userId,
          biodataId: biodataId ?? undefined,
          email: viewer.email,
        }))
      await setProviderRef(db, payment.id, said.ref)
      if (said.status === 'open') return { clientSecret: said.clientSecret }
      const settled = await settle(db, queries.recordRequest, paying, said)
      if (settled.kind === 'unassigned') throw unassigned(said.ref)
      if (settled.kind !== 'canceled') throw settled.kind === 'recorded' ? alreadyPaid() : refusalOf(settled)
    }
    throw new Problem('unavailable', { code: 'provider-unavailable' })
  })

  mount(contract.recordPayment, async ({ viewer, input }) => {
    const paying = requireProvider()
    const payment = await findPaymentOf(db, viewer.userId, paying.id, input.transactionId)
    if (!payment) throw notFound()
    const biodataId = input.bioDataId === undefined ? undefined : await biodataByNumber(input.bioDataId)
    if (biodataId === viewer.userId) throw ownBiodata()
    const said = await paying.fetch(input.transactionId)
    if (!said) throw notFound()
    const settled = await settle(db, queries.recordRequest, paying, said, biodataId)
    if (settled.kind !== 'recorded') throw refusalOf(settled)
    return { insertedId: settled.id }
  })

  mount(contract.listRequests, async ({ viewer, input: { limit = mostPerAnswer, after, mine } }) => {
    const from = cursor.unpack(after, TimeAndId)
    const found =
      viewer.isAdmin && mine !== 'true'
        ? await queries.listEverybodysRequests(db, limit + 1, from)
        : await queries.listRequestsOf(db, viewer.userId, limit + 1, from)
    const page = pageOf(found, limit, (last) => cursor.pack(last.requestedAt, last.id))
    return {
      ...page,
      items: page.items.map(({ amount, currency, providerRef, date, ...row }) => ({
        ...row,
        biodataId: row.biodataId ?? undefined,
        biodataName: row.biodataName ?? '',
        price: amount / minorUnits(currency),
        transactionId: providerRef ?? '',
        date: date.toISOString(),
        contactPhone: row.contactPhone ?? undefined,
        contactEmail: row.contactEmail ?? undefined,
      })),
    }
  })

  mount(admin.listEverybodysRequests, async ({ input: { limit = mostPerAnswer, ...wanted } }) => {
    const rows = await queries.findRequests(db, { ...wanted, limit: limit + 1 })
    return pageOf(rows, limit, (last) => cursor.pack(last.key, last.id))
  })

  mount(admin.exportRequests, async ({ viewer, input }) => {
    await record(db, viewer.userId, 'exported contact requests', null)
    return inBatches((batch) => queries.findRequests(db, { ...input, ...batch }))
  })

  mount(admin.approveEach, ({ viewer, input: { ids } }) =>
    doEach(ids, (id) => queries.approveRequest(db, viewer.userId, id)),
  )

  mount(admin.approveRequest, async ({ viewer, input: { id } }) => {
    const modifiedCount = await queries.approveRequest(db, viewer.userId, id)
    if (modifiedCount === undefined) throw notFound()
    return { modifiedCount }
  })

  mount(contract.deleteRequest, async ({ viewer, input: { id } }) => {
    const modifiedCount = await queries.setHidden(db, viewer.userId, id, true)
    if (modifiedCount === undefined) throw notFound()
    return { modifiedCount }
  })

  mount(contract.restoreRequest, async ({ viewer, input: { id } }) => {
    const modifiedCount = await queries.setHidden(db, viewer.userId, id, false)
    if (modifiedCount === undefined) throw notFound()
    if (modifiedCount === 0) throw new Problem('conflict', { detail: 'This request is not deleted.' })
    return { modifiedCount }
  })
}
