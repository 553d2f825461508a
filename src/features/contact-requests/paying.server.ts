import { isGuardianOf } from '#src/features/guardians/index.server.ts'
import * as payments from '#src/features/payments/index.server.ts'
import { isVisibleTo } from '#src/features/safety/policy.ts'
import { lastTransferPage, transferOf } from '#src/features/send-money/index.server.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { networkOf } from '#src/platform/http/network.server.ts'
import { found, invalid, notFound, Problem } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { attemptKey, limits, takeAttempt, takeFromNetworks } from '#src/platform/limits/throttle.server.ts'
import { priceOf } from '#src/platform/money.ts'
import * as contract from './contract.ts'
import { contactVisibility, isAskedFirst } from './policy.ts'
import * as queries from './queries.server.ts'
import { checkPayment, type PaymentOutcome } from './return-contract.ts'

const refusals = {
  'biodata-needed': 'Publish your own biodata first.',
  closed: 'Nobody sees this contact for now.',
  guardian: 'You are the guardian of this person.',
  'not-needed': 'You see this contact without paying.',
  'already-paid': 'You have already paid for this contact.',
  'used-elsewhere': 'This payment belongs to another biodata.',
  returned: 'This payment was refunded, or is being refunded.',
  mismatch: 'This payment does not fit the request. The site’s operator will look at it.',
  'asked-lately': 'This family has answered you lately. You can ask again 90 days after their answer.',
  free: 'As a premium member you ask this family without a fee.',
  'under-review': 'This payment is being looked at. You are told as soon as that is done.',
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
  if (kind === 'review') return refusal('under-review')
  if (kind === 'used-elsewhere' || kind === 'returned' || kind === 'mismatch') return refusal(kind)
  return new Problem('payment-required')
}

/** A family reads who asks. @throws Problem `biodata-needed` */
export async function requireOwnBiodata(db: Db, userId: string) {
  if (!(await queries.findAsked(db, 'id', userId))?.published) throw refusal('biodata-needed')
}

/** @throws Problem `asked-lately` (REQUIREMENTS O4) */
export async function requireNotAnsweredLately(db: Db, userId: string, biodataId: string, now: Date) {
  if (await queries.wasAnsweredLately(db, userId, biodataId, now)) throw refusal('asked-lately')
}

/** What a payer reads of a payment. */
const outcomes: Record<payments.Payment['status'], PaymentOutcome> = {
  created: 'open',
  claimed: 'told',
  review: 'review',
  succeeded: 'paid',
  canceled: 'canceled',
  mismatch: 'mismatch',
  refund_due: 'returned',
  refunded: 'returned',
  disputed: 'returned',
}

/** The card's fee is the specification's; the other ways have one in taka. */
export const feeBy = ({ fee, feeInTaka }: Config, { ui }: Pick<payments.PaymentProvider, 'ui'>) =>
  ui.kind === 'card' ? fee : (feeInTaka ?? fee)

type Given = Deps & { providers: readonly payments.PaymentProvider[] }

/** Ways to pay the fee, and what becomes of a payment. */
export function mountPaying(mount: Mount, { db, config, clock, providers }: Given) {
  const isCard = ({ ui }: payments.PaymentProvider) => ui.kind === 'card'
  const shownFee = priceOf(providers[0] ? feeBy(config, providers[0]) : config.fee)
  const tillOf = (provider: payments.PaymentProvider) => ({ db, goods: queries.contactRequests, provider })
  const off = () =>
    new Problem('unavailable', { code: 'payments-off', detail: 'Payment is switched off on this site.' })
  const askedBy = async ({ bioDataId }: { bioDataId?: number | undefined }) =>
    bioDataId === undefined ? undefined : found(await queries.findAsked(db, 'number', bioDataId))

  mount(contract.paymentOptions, () => ({
    ...shownFee,
    requiresBiodata: config.requiresBiodata,
    ways: providers.map((provider) => ({
      ...{ id: provider.id, ...priceOf(feeBy(config, provider)), sandbox: config.mode === 'demo' },
      ...provider.ui,
    })),
  }))

  mount(contract.isPaid, async ({ viewer, input: { bioDataId, userEmail = 'me' } }) => {
    const isOwn = userEmail === 'me' || userEmail === viewer.email
    const paid = await queries.findPaid(db, isOwn ? viewer.email : userEmail, bioDataId)
    return { isPaid: paid.length > 0, ...(isOwn && { page: await lastTransferPage(db, viewer.userId, bioDataId) }) }
  })

  /** @throws Problem for a contact that cannot be, or need not be, paid for */
  async function requireForSale(viewer: Member, asked: queries.Asked | undefined) {
    if (asked) {
      if (asked.id === viewer.userId) throw isOwnBiodata()
      if (!isVisibleTo(viewer, asked)) throw notFound()
      if (await isGuardianOf(db, viewer.userId, asked.id)) throw refusal('guardian')
      if (await queries.findRequest(db, viewer.userId, asked.id)) throw refusal('already-paid')
      const contact = contactVisibility(viewer, asked, undefined)
      if (contact === 'shown') throw refusal('not-needed')
      if (contact === 'closed') throw refusal('closed')
      await requireNotAnsweredLately(db, viewer.userId, asked.id, clock())
      if (viewer.isPremium && isAskedFirst(asked.contactFor)) throw refusal('free')
    }
    if (config.requiresBiodata || (asked && isAskedFirst(asked.contactFor))) await requireOwnBiodata(db, viewer.userId)
  }

  /** @returns what the payer does next, at most a second payment after one that leads nowhere */
  async function begin(
    paying: payments.PaymentProvider,
    viewer: Member,
    asked: queries.Asked | undefined,
    address: string | undefined,
  ) {
    const [now, fee, { userId, name, email }] = [clock(), feeBy(config, paying), viewer]
    const declinesKey = payments.declinesKeyOf(networkOf(address))
    if (isCard(paying)) await payments.requireCardTries(db, userId, declinesKey, now)
    const wanted = { userId, biodataId: asked?.id ?? null, provider: paying.id }
    for (let round = 0; round < 2; round++) {
      let payment = await payments.findOpenPayment(db, wanted)
      if (!payment) {
        await takeAttempt(db, attemptKey('payments', userId), limits.paymentsOfAccount, now)
        await takeFromNetworks(db, 'payments', address, limits.paymentsOfNetwork, now)
        const askAfter = paying.listSince ? null : (payments.nextAsk(0, now) ?? null)
        payment = await payments.openPayment(db, { ...wanted, ...fee, declinesKey, askAfter, createdAt: now })
        if (!payment) continue
      }
      const known = payment.providerRef ? await paying.fetch(payment.providerRef) : undefined
      const isForgotten = payment.providerRef !== null && !known
      // Nobody pays another price than the page shows.
      const isOtherFee = payment.amount !== fee.amount || payment.currency !== fee.currency
      // Money that is here, or said to be on its way, was sent for the fee of that day.
      const hasMoney = payment.status === 'claimed' || (known?.receipts.length ?? 0) > 0
      const leadsNowhere = known?.status === 'open' && !known.next
      if (isForgotten || leadsNowhere || (isOtherFee && !hasMoney)) {
        await payments.cancelPayment(db, payment.id)
        continue
      }
      const { id: paymentId } = payment
      const returnTo = `${config.origin}${payments.returnPath}${payments.referenceOf(paymentId)}`
      const begun = { ...fee, paymentId, userId, biodataId: asked?.id, payer: { name, email }, returnTo }
      const providerState = known ?? (await paying.create(begun))
      await payments.setProviderRef(db, paymentId, providerState.providerRef)
      if (providerState.status === 'open' && providerState.next) return { next: providerState.next, payment }
      const settled = await payments.settle(tillOf(paying), providerState, now)
      if (settled.kind === 'unassigned') throw unassigned(providerState.providerRef)
      if (settled.kind !== 'canceled') throw refusalOf(settled)
    }
    throw new Problem('unavailable', { code: 'provider-unavailable' })
  }

  mount(contract.beginPayment, async ({ viewer, input, address }) => {
    const paying = providers.find(isCard)
    const { price } = paying ? priceOf(feeBy(config, paying)) : shownFee
    if (input.price !== undefined && input.price !== price) throw invalid('price', `The fee is ${price}.`)
    const asked = await askedBy(input)
    if (!paying) throw off()
    await requireForSale(viewer, asked)
    const paid = await payments.findUnassigned(db, viewer.userId, paying.id)
    if (paid && !asked) throw unassigned(paid)
    // Paid before by a client that never said for whose contact. Whether it is for this one its payer says, by a press.
    const here = paid && (await paying.fetch(paid))
    if (here && (await payments.settle(tillOf(paying), here, clock())).kind === 'unassigned')
      return { transactionId: here.providerRef }
    const { next } = await begin(paying, viewer, asked, address)
    if (next.kind !== 'card') throw new Error(`${paying.id} asks for no card`)
    return { clientSecret: next.clientSecret }
  })

  mount(contract.beginRedirect, async ({ viewer, input, address }) => {
    const asked = await askedBy(input)
    const paying = providers.find(({ id, ui }) => id === input.way && ui.kind === 'redirect')
    if (!paying)
      throw providers.length > 0 ? invalid('way', 'must be a way to pay that leads to another address') : off()
    await requireForSale(viewer, asked)
    const { next } = await begin(paying, viewer, asked, address)
    if (next.kind !== 'redirect') throw new Error(`${paying.id} leads nowhere`)
    return { redirectTo: next.url }
  })

  mount(contract.beginTransfer, async ({ viewer, input, address }) => {
    const asked = await askedBy(input)
    const paying = providers.find(({ ui }) => ui.kind === 'send')
    if (!paying) throw off()
    // Money may be on its way for one that is begun: the site takes it, and refunds it if it buys nothing.
    const begun = { userId: viewer.userId, biodataId: asked?.id ?? null, provider: paying.id }
    if (!(await payments.findOpenPayment(db, begun))) await requireForSale(viewer, asked)
    const { next, payment } = await begin(paying, viewer, asked, address)
    if (next.kind !== 'send') throw new Error(`${paying.id} takes no transfer`)
    const { id, status } = payment
    const { transfer } = await transferOf(db, payment)
    return {
      ...priceOf(payment),
      ...transfer!,
      reference: next.reference,
      page: payments.referenceOf(id),
      told: status === 'claimed',
    }
  })

  mount(contract.recordPayment, async ({ viewer, input }) => {
    if (providers.length === 0) throw off()
    const payment = await payments.findByRef(db, input.providerRef)
    const provider = providers.find(({ id }) => id === payment?.provider)
    if (!provider || payment?.userId !== viewer.userId) throw notFound()
    const asked = await askedBy(input)
    if (asked?.id === viewer.userId) throw isOwnBiodata()
    const providerState = await provider.fetch(input.providerRef)
    if (!providerState) throw notFound()
    const settled = await payments.settle(tillOf(provider), providerState, clock(), asked?.id)
    // Settled first: the money that is here is known, and good for another contact.
    if (settled.kind === 'unassigned' && asked) throw isVisibleTo(viewer, asked) ? refusal('closed') : notFound()
    if (settled.kind !== 'recorded') throw refusalOf(settled)
    return { insertedId: settled.id }
  })

  mount(checkPayment, async ({ viewer, input: { reference }, address }) => {
    const now = clock()
    await takeFromNetworks(db, 'payment-checks', address, limits.paymentChecksOfNetwork, now)
    const payment = found(await payments.findReferred(db, reference))
    const provider = providers.find(({ id }) => id === payment.provider)
    if (provider) await payments.checkPayment(tillOf(provider), payment, now)
    const known = found(await payments.findReferred(db, reference))
    const { status, userId, biodataId } = known
    const isPayer = viewer.kind === 'member' && viewer.userId === userId
    const asked = isPayer && biodataId ? await queries.findAsked(db, 'id', biodataId) : undefined
    const { outcome = outcomes[status], transfer } = await transferOf(db, known)
    return { outcome, ...priceOf(known), bioDataId: asked?.number, ...(isPayer && { transfer }) }
  })
}
