import type { FastifyBaseLogger } from 'fastify'
import { Problem } from '#src/platform/http/problem.ts'
import { countDecline } from './declines.server.ts'
import type { Notice } from './provider.ts'
import { isNoted, noteEvent, setSweptUntil, sweptUntil } from './queries.server.ts'
import { type PaymentContext, settle } from './settle.server.ts'

type Log = Pick<FastifyBaseLogger, 'error'>

/** Notes a notice after settling: noted before, a crash in between would make the retry look like a repetition. */
export async function handleNotice(till: PaymentContext, notice: Notice, now: Date) {
  const { db, provider } = till
  if (await isNoted(db, provider.id, notice.eventId)) return
  const said = notice.providerRef ? await provider.fetch(notice.providerRef) : undefined
  const settled = said && (await settle(till, said, now))
  // A payment with an id of ours that is not here, or not yet: the next notice and the next sweep ask again.
  if (settled?.kind === 'unknown' && said?.paymentId !== undefined) return
  const isNew = await noteEvent(db, provider.id, notice.eventId, notice.type)
  if (isNew && said && notice.isDecline) await countDecline(db, provider, said.providerRef, now)
}

/** Events may be written down late: milliseconds that are looked at twice. */
const overlap = 10 * 60_000

/**
 * Goes by the provider's clock: ours, if ahead, would skip payments. One failed notice holds up no other.
 * @throws Problem `unavailable` when the provider does not answer
 */
export async function sweep(till: PaymentContext, now: Date, log: Log) {
  const { db, provider } = till
  const before = await sweptUntil(db, provider.id)
  const { asOf, notices } = await provider.listSince(before && new Date(before.getTime() - overlap))
  let isWhole = true
  for await (const notice of notices) {
    try {
      await handleNotice(till, notice, now)
    } catch (error) {
      if (error instanceof Problem && error.code === 'provider-unavailable') throw error
      isWhole = false
      log.error({ err: error, event: notice.eventId }, 'a payment could not be settled')
    }
  }
  if (isWhole && asOf) await setSweptUntil(db, provider.id, asOf)
}
