import * as z from 'zod/mini'
import { contactVisibility } from '#src/contact-requests/policy.ts'
import { findRequest } from '#src/contact-requests/queries.server.ts'
import { isFavourite } from '#src/favourites/queries.server.ts'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.server.ts'
import { recordViewing } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/paging.ts'
import { invalid, notFound } from '#src/platform/http/problem.ts'
import { premiumStatusOf } from '#src/premium/queries.server.ts'
import { userIdOf } from '#src/users/queries.server.ts'
import * as contract from './contract.ts'
import { isOfLegalAge } from './policy.ts'
import * as profile from './profile-contract.ts'
import * as queries from './queries.server.ts'

const NumberCursor = z.tuple([z.int32()])

export function mountBiodata(
  mount: Mount,
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'legalAge'> },
) {
  const today = () => dayOf(clock())

  mount(contract.browse, async ({ input: { limit = mostPerAnswer, after, ...filter } }) => {
    const day = today()
    const [rows, total] = await Promise.all([
      queries.findCards(db, filter, day, limit + 1, cursor.unpack(after, NumberCursor)?.[0]),
      // Only on the first page: the others are of the same list, and whoever reads on knows it.
      after === undefined ? queries.countCards(db, filter, day) : undefined,
    ])
    return pageOf(rows, limit, (last) => cursor.pack(last.number), total)
  })

  mount(contract.listAll, async ({ viewer, input: { limit = mostPerAnswer, after } }) => {
    const list = viewer.kind === 'member' && viewer.isAdmin ? queries.listPeople : queries.listCards
    const [rows, counts] = await Promise.all([
      list(db, today(), limit + 1, cursor.unpack(after, NumberCursor)?.[0]),
      queries.countByGender(db),
    ])
    return pageOf(rows, limit, (last) => cursor.pack(last.number), counts.femaleCount + counts.maleCount)
  })

  mount(contract.premiumMembers, () => queries.premiumCards(db, today(), 6))

  mount(contract.countBiodata, () => queries.countByGender(db))

  mount(profile.viewProfile, async ({ viewer, input: { id } }) => {
    const [profile, request, isMarked] = await Promise.all([
      queries.findProfile(db, id, today()),
      findRequest(db, viewer.userId, id),
      isFavourite(db, viewer.userId, { id }),
    ])
    if (!profile) throw notFound()
    const visibility = contactVisibility(viewer, id, request)
    const seen = { ...profile, contact: visibility, isFavourite: isMarked }
    if (visibility !== 'shown') return seen
    // It may have been deleted between the two questions.
    const contact = await queries.contactOf(db, id)
    if (!contact) throw notFound()
    if (viewer.userId === id)
      return { ...profile, ...contact, contact: 'own' as const, premiumStatus: await premiumStatusOf(db, id) }
    if (viewer.isAdmin) await recordViewing(db, viewer.userId, id)
    return { ...seen, ...contact }
  })

  mount(profile.viewCard, async ({ viewer, input: { bioDataId } }) => {
    const card = await queries.findCard(db, bioDataId, today())
    if (!card) return null
    const request = await findRequest(db, viewer.userId, card.id)
    return {
      ...card,
      contact: card.id === viewer.userId ? ('own' as const) : contactVisibility(viewer, card.id, request),
    }
  })

  mount(profile.numberOf, async ({ input: { id } }) => {
    const found = await queries.findNumber(db, id)
    if (!found) throw notFound()
    return found
  })

  mount(contract.similar, async ({ input: { id } }) => {
    const profile = await queries.findProfile(db, id, today())
    if (!profile) throw notFound()
    return queries.similarCards(db, profile, today(), 3)
  })

  mount(profile.viewOwn, async ({ viewer, input: { email = 'me' } }) => {
    const own = email === 'me' || email === viewer.email
    const id = own ? viewer.userId : await userIdOf(db, email)
    const profile = id && (await queries.findProfile(db, id, today()))
    const contact = profile && (await queries.contactOf(db, profile.id))
    if (!contact) return null
    if (!own) await recordViewing(db, viewer.userId, profile.id)
    return { ...profile, premiumStatus: await premiumStatusOf(db, profile.id), ...contact }
  })

  mount(profile.save, async ({ viewer, input: { email: _, ...form } }) => {
    if (!isOfLegalAge(form.gender, form.birth, today(), config.legalAge)) {
      const limit = config.legalAge[form.gender]
      throw invalid('birth', `The legal age of marriage is ${limit}.`, { code: 'under-age', limit })
    }
    await queries.saveBiodata(db, viewer.userId, form)
    return { modifiedCount: 1 }
  })
}
