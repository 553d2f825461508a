import { mountAction } from '#src/features/admin-list/index.server.ts'
import * as queries from '#src/features/biodata/index.server.ts'
import { findAsked, findRequest } from '#src/features/contact-requests/index.server.ts'
import { contactVisibility, isAskedFirst, rightToContact } from '#src/features/contact-requests/policy.ts'
import { isFavourite } from '#src/features/favourites/index.server.ts'
import { fitOf, memberCards, namesOf, unquoted } from '#src/features/matching/index.server.ts'
import { premiumStatusOf } from '#src/features/premium/index.server.ts'
import { countCards, countReading, type Reading } from '#src/features/safety/index.server.ts'
import { isVisibleTo } from '#src/features/safety/policy.ts'
import { nextBest, staleBefore } from '#src/features/search/index.server.ts'
import { lockPaymentsFor, userIdOf } from '#src/features/users/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { countWritten } from '#src/platform/db/rows.server.ts'
import type { InputOf, ResultOf } from '#src/platform/http/contract.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { notFound, Problem } from '#src/platform/http/problem.ts'
import { blockedFor, type Member } from '#src/platform/http/viewer.ts'
import * as admin from './admin-contract.ts'
import { contactLimit, contactOnPress, showContact, showContactOnPress } from './contact.server.ts'
import * as contract from './contract.ts'

type Asked = InputOf<typeof contract.viewProfile>
type Viewed = ResultOf<typeof contract.viewProfile>
type Address = Reading['address']

export function mountProfile(mount: Mount, { db, clock, config, payBack }: Deps) {
  const today = () => dayOf(clock())
  const sendsMail = config.mail !== undefined
  const { premiumContactsADay } = config
  const asksForConfirming = config.confirmEveryDays !== undefined
  const dayShown = (confirmedAt: Date | null) => (asksForConfirming && confirmedAt ? dayOf(confirmedAt) : undefined)
  const showing = { premiumContactsADay, sendsMail }
  const isStale = (confirmedAt: Date | null) => !confirmedAt || dayOf(confirmedAt) < staleBefore(clock())
  /** A profile of somebody whom the member has asked for, or keeps as favourite, is never refused (SPEC-N1). */
  const read = async (viewer: Member, id: string, isKnown: boolean, address: Address) =>
    isKnown ? undefined : countReading(db, viewer, id, { now: clock(), sendsMail, address })

  mount(contract.viewProfile, ({ viewer, address, input }) => view(viewer, address, input))
  const view = async (viewer: Member, address: Address, { id, contact: asked }: Asked): Promise<Viewed> => {
    const [found, fit] = await Promise.all([
      queries.findProfile(db, viewer, id, today()),
      fitOf(db, viewer.userId, id, today()),
    ])
    if (!found || !isVisibleTo(viewer, found.profile)) throw notFound()
    const { request, isFavourite: isMarked } = found
    const profile = { ...found.profile, attested: (found.profile.attested ?? []) as Viewed['attested'] }
    const profilesLeft = await read(viewer, id, request !== undefined || isMarked, address)
    const contact = contactVisibility(viewer, profile, request)
    const right = rightToContact(viewer, profile, request)
    const { published: isPublished, contactFor, confirmedAt, ...rest } = profile
    const open = { ...rest, confirmedOn: dayShown(confirmedAt) }
    const asksFirst = isAskedFirst(contactFor) || undefined
    const seen = { ...open, contact, asksFirst, isFavourite: isMarked, fit, profilesLeft }
    if (!right) return seen
    const onPress = asked && (await contactOnPress(db, viewer, right, id, premiumContactsADay))
    if (onPress) return { ...seen, ...onPress }
    const shown = await showContact(db, viewer, right, id, showing)
    // Between the two questions it was deleted, or its approval undone.
    if (!shown) return view(viewer, address, { id, contact: asked })
    if ('opensAt' in shown) {
      if (right === 'administrator') throw contactLimit(shown.opensInSeconds)
      return { ...seen, contact: 'limited' as const, contactFrom: shown.opensAt.toISOString() }
    }
    if (right !== 'owner') return { ...seen, ...shown }
    return { ...open, ...shown, contact, contactFor, isPublished, premiumStatus: await premiumStatusOf(db, id) }
  }

  mount(contract.showContact, async ({ viewer, input: { id } }) => {
    const [owner, request] = await Promise.all([findAsked(db, 'id', id), findRequest(db, viewer.userId, id)])
    if (!owner || !isVisibleTo(viewer, owner)) throw notFound()
    const right = rightToContact(viewer, owner, request)
    if (!right)
      throw new Problem('forbidden', { code: 'contact-withheld', detail: 'This contact is not shown to you.' })
    return showContactOnPress(db, viewer, right, id, showing)
  })

  mount(contract.viewCard, async ({ viewer, address, input: { bioDataId } }) => {
    const card = await queries.findCard(db, bioDataId, today())
    if (!card || !isVisibleTo(viewer, card)) return null
    const [request, isMarked, fit] = await Promise.all([
      findRequest(db, viewer.userId, card.id),
      isFavourite(db, viewer, bioDataId),
      fitOf(db, viewer.userId, card.id, today()),
    ])
    await read(viewer, card.id, request !== undefined || isMarked, address)
    const right = rightToContact(viewer, card, request)
    return {
      ...card,
      ...namesOf(card),
      confirmedOn: dayShown(card.confirmedAt),
      ...(asksForConfirming && isStale(card.confirmedAt) && { isUnconfirmed: true as const }),
      contact: contactVisibility(viewer, card, request),
      asksFirst: isAskedFirst(card.contactFor) || undefined,
      ...(await contactOnPress(db, viewer, right, card.id, premiumContactsADay)),
      fit: fit && unquoted(fit),
    }
  })

  mount(contract.numberOf, async ({ viewer, input: { id } }) => {
    const named = await findAsked(db, 'id', id)
    if (!named || !isVisibleTo(viewer, named)) throw notFound()
    return named
  })

  mount(contract.similar, async ({ viewer, input: { id } }) => {
    const asked = {
      today: today(),
      limit: 3,
      excluded: blockedFor(viewer),
      staleBefore: asksForConfirming ? staleBefore(clock()) : undefined,
    }
    const near = await queries.findSimilar(db, id, asked.today, asked.limit, asked.excluded)
    if (!near || !isVisibleTo(viewer, near.owner)) throw notFound()
    const best = await nextBest(db, viewer.userId, near.owner, asked)
    const cards = best.length > 0 ? best : near.cards
    const numbers = cards.map(({ number }) => number)
    // The profile beside them may be one that no limit refuses (SPEC-N1): then they are missing.
    const isRefused = await countCards(db, viewer, { numbers, questions: [] }, clock()).catch(refusal)
    if (isRefused) return []
    return (await memberCards(db, viewer, cards, asked.today)).map(({ missed: _, ...card }) => card)
  })

  mount(contract.viewOwn, async ({ viewer, input: { email = 'me' } }) => {
    const own = email === 'me' || email === viewer.email
    const id = own ? viewer.userId : await userIdOf(db, email)
    const found = id && (await queries.findProfile(db, viewer, id, today()))
    if (!found) return null
    const { profile } = found
    const contact = await showContact(db, viewer, own ? 'owner' : 'administrator', profile.id, showing)
    if (!contact) return null
    if ('opensAt' in contact) throw contactLimit(contact.opensInSeconds)
    // What was attested stands in a list of its own there, with how it ended.
    const { published: isPublished, contactFor, confirmedAt, attested: _, ...rest } = profile
    const open = { ...rest, confirmedOn: dayShown(confirmedAt) }
    const ofOwner = own && { contactFor, isPublished, ...(await queries.findWishes(db, profile.id)) }
    return { ...open, premiumStatus: await premiumStatusOf(db, profile.id), ...contact, ...ofOwner }
  })

  // People who wait for the contact get their fee back.
  mountAction(mount, db, setUnpublished(true), admin.unpublish, { afterwards: payBack })
  mountAction(mount, db, setUnpublished(false), admin.publishAgain)
  mount(admin.viewContact, ({ viewer, input: { id, reason } }) =>
    showContactOnPress(db, viewer, 'administrator', id, { ...showing, reason }),
  )
}

function refusal(error: unknown) {
  if (error instanceof Problem && error.code === 'reading-limit') return true
  throw error
}

const setUnpublished = (unpublished: boolean) => async (trx: Db, actorId: string, id: string) => {
  await lockPaymentsFor(trx, id)
  const changed = await countWritten(trx)`
    update biodata set unpublished = ${unpublished} where id = ${id} and unpublished <> ${unpublished}`
  if (!changed) return (await findAsked(trx, 'id', id)) && 0
  await record(trx, actorId, unpublished ? 'unpublished' : 'published again', id)
  return 1
}
