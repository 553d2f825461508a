import * as z from 'zod/mini'
import { toCard } from '#src/features/biodata/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/paging.server.ts'
import { blockedFor } from '#src/platform/http/viewer.ts'
import * as queries from './browse-queries.server.ts'
import type { BirthYearCounts } from './census.server.ts'
import * as contract from './contract.ts'

const NumberCursor = z.tuple([z.int32()])

export function mountBrowse(mount: Mount, { db, clock, census }: Deps & { census: BirthYearCounts }) {
  const today = () => dayOf(clock())
  const cardsOf = async (cards: ReturnType<typeof queries.publishedCards>, limit: number) =>
    (await cards.limit(limit).execute()).map((row) => toCard(today(), row))

  mount(contract.browse, async ({ viewer, readFrom, input: { limit = mostPerAnswer, after, ...filter } }) => {
    const before = cursor.unpack(after, NumberCursor)?.[0]
    const list = { today: today(), limit: limit + 1, excluded: blockedFor(viewer), before }
    const { cards, total } = await queries.browseCards(readFrom, census.isRare, filter, list)
    return pageOf(cards, limit, (last) => cursor.pack(last.number), total)
  })

  mount(contract.listAll, async ({ viewer, readFrom, input: { limit = mostPerAnswer, after } }) => {
    const from = cursor.unpack(after, NumberCursor)?.[0] ?? 0
    const isAdmin = viewer.kind === 'member' && viewer.isAdmin
    const [rows, published, hidden] = await Promise.all([
      isAdmin
        ? queries.listPeople(db, today(), limit + 1, from)
        : cardsOf(queries.publishedCards(readFrom, blockedFor(viewer)).where('number', '>', from), limit + 1),
      queries.countMatching(isAdmin ? db : readFrom, {}, today(), blockedFor(viewer)),
      isAdmin ? queries.countHidden(db) : 0,
    ])
    return pageOf<contract.Listed>(rows, limit, (last) => cursor.pack(last.number), published + hidden)
  })

  mount(contract.premiumMembers, ({ viewer, readFrom }) =>
    cardsOf(queries.publishedCards(readFrom, blockedFor(viewer)).where('premium', '=', true), 6),
  )

  mount(contract.cardBehindLogin, async ({ viewer, readFrom, input: { id } }) => {
    const [card] = await cardsOf(queries.publishedCards(readFrom, blockedFor(viewer)).where('id', '=', id), 1)
    return card ?? null
  })

  mount(contract.countBiodata, ({ readFrom }) => queries.countByGender(readFrom))
}
