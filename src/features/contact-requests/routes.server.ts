import * as payments from '#src/features/payments/index.server.ts'
import { isVisibleTo } from '#src/features/safety/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { networkOf } from '#src/platform/http/network.server.ts'
import { found, invalid, notFound, Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, takeAttempt, takeFromNetworks } from '#src/platform/limits/throttle.server.ts'
import { priceOf } from '#src/platform/money.ts'
import * as contract from './contract.ts'
import { contactVisibility } from './policy.ts'
import * as queries from './queries.server.ts'

const refusals = {
  'biodata-needed': 'Publish your own biodata first.',
  closed: 'Nobody sees this contact for now.',
  'not-needed': 'You see this contact without paying.',
  'already-paid': 'You have already paid for this contact.',
  'used-elsewhere': 'This payment belongs to another biodata.',
  returned: 'This payment was refunded, or is being refunded.',
  mismatch: 'This payment does not fit the request. The site’s operator will look at it.',
}
const refusal = (code: keyof typeof refusals) => new Problem('conflict', { code, detail: refusals[code] })
const isOwnBiodata = () => invalid('bioDataId', 'This is your own biodata.')

const unassigned = (providerRef: string) =>
  new Problem('conflict', {
    code: 'unassigned',
    detail: `You have already paid: send the transaction ${providerRef} to /payments with the bioDataId it is for.`,
  })

function refusalOf({ kind }: payments.Settled) {
  if (kind === 'unassigned') return invalid('bioDataId', 'must say whose contact was paid for')
  if (kind === 'recorded' || kind === 'duplicate') return refusal('already-paid')
  if (kind === 'used-elsewhere' || kind === 'returned' || kind === 'mismatch') return refusal(kind)
  return new Problem('payment-required')
}

type Given = Deps & { provider: payments.PaymentProvider | undefined }

export function mountContactRequests(mount: Mount, { db, config, clock, provider }: Given) {
  const fee = priceOf(config.fee)
  const sendsMail = config.mail !== undefined
  const requireTill = () => {
    if (!provider)
      throw new Problem('unavailable', { code: 'payments-off', detail: 'Payment is switched off on this site.' })
    return { db, goods: queries.contactRequests, provider }
  }
  const askedBy = async ({ bioDataId }: { bioDataId?: number | undefined }) =>
    bioDataId === undefined ? undefined : found(await queries.findAsked(db, 'number', bioDataId))

  mount(contract.paymentOptions, () => ({
    ...fee,
    requiresBiodata: config.requiresBiodata,
    provider: provider ? { publishableKey: provider.publishableKey, sandbox: config.mode === 'demo' } : null,
  }))

  mount(contract.isPaid, async ({ viewer, input: { bioDataId, userEmail = 'me' } }) => ({
    isPaid: (await queries.findPaid(db, userEmail === 'me' ? viewer.email : userEmail, bioDataId)).length > 0,
  }))

  mount(contract.beginPayment, async ({ viewer, input, address }) => {
    if (input.price !== undefined && input.price !== fee.price) throw invalid('price', `The fee is ${fee.price}.`)
    const asked = await askedBy(input)
    const biodataId = asked?.id ?? null
    const till = requireTill()
    const paying = till.provider
    if (asked) {
      if (asked.id === viewer.userId) throw isOwnBiodata()
      if (!isVisibleTo(viewer, asked)) throw notFound()
      if (await queries.findRequest(db, viewer.userId, asked.id)) throw refusal('already-paid')
      const contact = contactVisibility(viewer, asked, undefined)
      if (contact === 'shown') throw refusal('not-needed')
      if (contact === 'closed') throw refusal('closed')
    }
    if (config.requiresBiodata && !(await queries.findAsked(db, 'id', viewer.userId))?.published)
      throw refusal('biodata-needed')
    const now = clock()
    const paid = await payments.findUnassigned(db, viewer.userId, paying.id)
    if (paid && !asked) throw unassigned(paid)
    // Paid before by a client that never said for whose contact. Whether it is for this one its payer says, by a press.
    const here = paid && (await paying.fetch(paid))
    if (here && (await payments.settle(till, here, now)).kind === 'unassigned')
      return { transactionId: here.providerRef }

    const declinesKey = payments.declinesKeyOf(networkOf(address))
    await payments.requireCardTries(db, viewer.userId, declinesKey, now)

    const { userId } = viewer
    // Twice at most: an old payment that leads nowhere makes room for one new one.
    for (let round = 0; round < 2; round++) {
      let payment = await payments.findOpenPayment(db, { userId, biodataId })
      if (!payment) {
        await takeAttempt(db, attemptKey('payments', userId), limits.paymentsOfAccount, now)
        await takeFromNetworks(db, 'payments', address, limits.paymentsOfNetwork, now)
        payment = await payments.openPayment(db, { provider: paying.id, userId, biodataId, declinesKey, ...config.fee })
        if (!payment) continue
      }
      const known = payment.providerRef ? await paying.fetch(payment.providerRef) : undefined
      const isForgotten = payment.providerRef !== null && !known
      // Nobody pays another price than the page shows.
      const isOtherFee = payment.amount !== config.fee.amount || payment.currency !== config.fee.currency
      if (isForgotten || (isOtherFee && known?.status !== 'succeeded')) {
        await payments.cancelPayment(db, payment.id)
        continue
      }
      const wanted = { ...config.fee, paymentId: payment.id, userId, biodataId: asked?.id, email: viewer.email }
      const providerState = known ?? (await paying.create(wanted))
      await payments.setProviderRef(db, payment.id, providerState.providerRef)
      if (providerState.status === 'open') return { clientSecret: providerState.clientSecret }
      const settled = await payments.settle(till, providerState, now)
      if (settled.kind === 'unassigned') throw unassigned(providerState.providerRef)
      if (settled.kind !== 'canceled') throw refusalOf(settled)
    }
    throw new Problem('unavailable', { code: 'provider-unavailable' })
  })

  mount(contract.recordPayment, async ({ viewer, input }) => {
    const till = requireTill()
    const payment = await payments.findPayment(db, till.provider.id, input.providerRef)
    if (payment?.userId !== viewer.userId) throw notFound()
    const asked = await askedBy(input)
    if (asked?.id === viewer.userId) throw isOwnBiodata()
    const providerState = await till.provider.fetch(input.providerRef)
    if (!providerState) throw notFound()
    const settled = await payments.settle(till, providerState, clock(), asked?.id)
    // Settled first: the money that is here is known, and good for another contact.
    if (settled.kind === 'unassigned' && asked) throw isVisibleTo(viewer, asked) ? refusal('closed') : notFound()
    if (settled.kind !== 'recorded') throw refusalOf(settled)
    return { insertedId: settled.id }
  })

  mountPages(mount, contract.listRequests, ({ mine, ...wanted }, viewer) => {
    const isOfAll = viewer.isAdmin && mine !== 'true'
    return queries.listRequests(db, viewer, { isOfAll, ...wanted }, { today: dayOf(clock()), sendsMail })
  })

  mount(contract.usualWait, async () => ({ days: await queries.usualWait(db, clock()) }))

  mount(contract.deleteRequest, async ({ viewer, input: { id } }) => ({
    modifiedCount: found(await queries.setHidden(db, viewer.userId, id, true)),
  }))

  mount(contract.restoreRequest, async ({ viewer, input: { id } }) => {
    const modifiedCount = found(await queries.setHidden(db, viewer.userId, id, false))
    if (modifiedCount === 0) throw new Problem('conflict', { detail: 'This request is not deleted.' })
    return { modifiedCount }
  })
}
