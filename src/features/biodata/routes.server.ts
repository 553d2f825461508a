import * as z from 'zod/mini'
import { requirePresentWords } from '#src/features/consents/queries.server.ts'
import { contactVisibility, rightToContact } from '#src/features/contact-requests/policy.ts'
import { findRequest } from '#src/features/contact-requests/queries.server.ts'
import { isFavourite } from '#src/features/favourites/queries.server.ts'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { InputOf, ResultOf } from '#src/platform/http/contract.ts'
import { mountAction } from '#src/features/admin-list/lists.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/paging.ts'
import { invalid, notFound, Problem } from '#src/platform/http/problem.ts'
import { blockedFor, type Member } from '#src/platform/http/viewer.ts'
import { premiumStatusOf } from '#src/features/premium/queries.server.ts'
import { isVisibleTo } from '#src/features/safety/policy.ts'
import { countReading, type Reading } from '#src/features/safety/reading/queries.server.ts'
import { holdSession, userIdOf } from '#src/features/users/queries.server.ts'
import * as admin from '#src/features/profile/admin-contract.ts'
import { setUnpublished } from '#src/features/profile/admin-queries.server.ts'
import { browseCards, countByGender, countMatching } from '#src/features/browse/browse-queries.server.ts'
import { keepCensus } from '#src/features/browse/census.server.ts'
import { contactLimit, contactOnPress, showContact, showContactOnPress } from '#src/features/profile/contact.server.ts'
import type { Listed } from './contract.ts'
import * as contract from './contract.ts'
import { mountFind } from '#src/features/search/routes.server.ts'
import { ends, reversedIn } from '#src/features/matching/policy.ts'
import { fitOf, unquoted } from '#src/features/matching/queries.server.ts'
import { liesIn } from './more-options.ts'
import { isOfLegalAge, statesFaith } from './policy.ts'
import { saveAndAgree } from '#src/features/presence/queries.server.ts'
import * as profile from './profile-contract.ts'
import * as queries from './queries.server.ts'
import { mountSearches } from '#src/features/saved-searches/routes.server.ts'

type Viewed = ResultOf<typeof profile.viewProfile>

const NumberCursor = z.tuple([z.int32()])

export function mountBiodata(
  mount: Mount,
  {
    db,
    clock,
    config,
    payBack,
  }: {
    db: Db
    clock: Clock
    config: Pick<Config, 'legalAge' | 'premiumContactsADay' | 'mail'>
    payBack: (() => void) | undefined
  },
) {
  const today = () => dayOf(clock())
  const sendsMail = config.mail !== undefined
  const census = keepCensus(db)

  mount(contract.browse, async ({ viewer, readFrom, input: { limit = mostPerAnswer, after, ...filter } }) => {
    const before = cursor.unpack(after, NumberCursor)?.[0]
    const { cards, total } = await browseCards(
      readFrom,
      census.isRare,
      filter,
      today(),
      limit + 1,
      blockedFor(viewer),
      before,
    )
    return pageOf(cards, limit, (last) => cursor.pack(last.number), total)
  })

  mountFind(mount, { db, clock, bornIn: census.bornIn })
  mountSearches(mount, { db, clock, bornIn: census.bornIn })

  mount(contract.listAll, async ({ viewer, readFrom, input: { limit = mostPerAnswer, after } }) => {
    const from = cursor.unpack(after, NumberCursor)?.[0]
    const isAdmin = viewer.kind === 'member' && viewer.isAdmin
    const [rows, published, hidden] = await Promise.all([
      isAdmin
        ? queries.listPeople(db, today(), limit + 1, from)
        : queries.listCards(readFrom, today(), limit + 1, blockedFor(viewer), from),
      countMatching(isAdmin ? db : readFrom, {}, today(), blockedFor(viewer)),
      isAdmin ? queries.countHidden(db) : 0,
    ])
    return pageOf<Listed>(rows, limit, (last) => cursor.pack(last.number), published + hidden)
  })

  mount(contract.premiumMembers, ({ viewer, readFrom }) =>
    queries.premiumCards(readFrom, today(), 6, blockedFor(viewer)),
  )

  mount(contract.countBiodata, ({ readFrom }) => countByGender(readFrom))

  const { premiumContactsADay } = config
  const showing = { premiumContactsADay, sendsMail }
  /** A profile of somebody whom the member has asked for, or keeps as favourite, is never refused (SPEC-N1). */
  const read = async (
    viewer: Member,
    id: string,
    isKnown: boolean,
    address: Reading['address'],
  ): Promise<number | undefined> =>
    isKnown ? undefined : countReading(db, viewer, id, { now: clock(), sendsMail, address })

  mount(profile.viewProfile, ({ viewer, address, input }) => view(viewer, address, input))
  const view = async (
    viewer: Member,
    address: Reading['address'],
    { id, contact: asked }: InputOf<typeof profile.viewProfile>,
  ): Promise<Viewed> => {
    const [found, fit] = await Promise.all([
      queries.findProfile(db, viewer, id, today()),
      fitOf(db, viewer.userId, id, today()),
    ])
    if (!found || !isVisibleTo(viewer, found.profile)) throw notFound()
    const { profile, request, isFavourite: isMarked } = found
    const profilesLeft = await read(viewer, id, request !== undefined || isMarked, address)
    const contact = contactVisibility(viewer, profile, request)
    const right = rightToContact(viewer, profile, request)
    const { published: isPublished, contactFor, ...open } = profile
    const seen = { ...open, contact, isFavourite: isMarked, fit, profilesLeft }
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

  mount(profile.showContact, async ({ viewer, input: { id } }) => {
    const [owner, request] = await Promise.all([queries.findOwner(db, id), findRequest(db, viewer.userId, id)])
    if (!owner || !isVisibleTo(viewer, owner)) throw notFound()
    const right = rightToContact(viewer, owner, request)
    if (!right)
      throw new Problem('forbidden', { code: 'contact-withheld', detail: 'This contact is not shown to you.' })
    return showContactOnPress(db, viewer, right, id, showing)
  })

  mount(profile.viewCard, async ({ viewer, address, input: { bioDataId } }) => {
    const card = await queries.findCard(db, bioDataId, today())
    if (!card || !isVisibleTo(viewer, card)) return null
    const [request, isMarked, fit] = await Promise.all([
      findRequest(db, viewer.userId, card.id),
      isFavourite(db, viewer, { id: card.id }),
      fitOf(db, viewer.userId, card.id, today()),
    ])
    await read(viewer, card.id, request !== undefined || isMarked, address)
    const right = rightToContact(viewer, card, request)
    return {
      ...card,
      contact: contactVisibility(viewer, card, request),
      ...(await contactOnPress(db, viewer, right, card.id, premiumContactsADay)),
      fit: fit && unquoted(fit),
    }
  })

  mount(profile.numberOf, async ({ viewer, input: { id } }) => {
    const named = await queries.findOwner(db, id)
    if (!named || !isVisibleTo(viewer, named)) throw notFound()
    return named
  })

  mount(contract.similar, async ({ viewer, input: { id } }) => {
    const near = await queries.findSimilar(db, id, today(), 3, blockedFor(viewer))
    if (!near || !isVisibleTo(viewer, near.owner)) throw notFound()
    return near.cards
  })

  mount(profile.viewOwn, async ({ viewer, input: { email = 'me' } }) => {
    const own = email === 'me' || email === viewer.email
    const id = own ? viewer.userId : await userIdOf(db, email)
    const found = id && (await queries.findProfile(db, viewer, id, today()))
    if (!found) return null
    const { profile } = found
    const contact = await showContact(db, viewer, own ? 'owner' : 'administrator', profile.id, showing)
    if (!contact) return null
    if ('opensAt' in contact) throw contactLimit(contact.opensInSeconds)
    const { published: isPublished, contactFor, ...open } = profile
    const ofOwner = own && { contactFor, isPublished, ...(await queries.findWishes(db, profile.id)) }
    return { ...open, premiumStatus: await premiumStatusOf(db, profile.id), ...contact, ...ofOwner }
  })

  mount(profile.save, async ({ viewer, input: { email: _, consent, ...form } }) => {
    if (!isOfLegalAge(form.gender, form.birth, today(), config.legalAge)) {
      const limit = config.legalAge[form.gender]
      throw invalid('birth', `The legal age of marriage is ${limit}.`, { code: 'under-age', limit })
    }
    if (!liesIn(form.district, form.division))
      throw invalid('district', 'must lie in the division of the permanent address', { code: 'elsewhere' })
    const reversed = reversedIn(form)
    if (reversed) throw invalid(ends(reversed)[0], 'must not be above the end of the range', { code: 'reversed' })
    if (consent) requirePresentWords(consent.version)
    if (consent || statesFaith(form)) await saveAndAgree(db, viewer, form, consent)
    else
      await db.transaction().execute(async (trx) => {
        await holdSession(trx, viewer)
        await queries.saveBiodata(trx, viewer.userId, form)
      })
    return { modifiedCount: 1 }
  })

  mountAction(
    mount,
    db,
    async (db, actorId, id) => {
      const modified = await setUnpublished(db, actorId, id, true)
      // People who wait for the contact get their fee back.
      payBack?.()
      return modified
    },
    admin.unpublish,
  )
  mountAction(mount, db, (db, actorId, id) => setUnpublished(db, actorId, id, false), admin.publishAgain)
  mount(admin.viewContact, ({ viewer, input: { id, reason } }) =>
    showContactOnPress(db, viewer, 'administrator', id, { ...showing, reason }),
  )
}
