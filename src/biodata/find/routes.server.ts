import * as z from 'zod/mini'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf } from '#src/platform/http/paging.ts'
import { unseenBy } from '#src/platform/http/viewer.ts'
import type { Card } from '../contract.ts'
import { ladder } from '../fit/policy.ts'
import { fitsOf, missedBy, summaryOf } from '../fit/queries.server.ts'
import { bestCards, canBeCompared } from './best.server.ts'
import { type Found, find } from './contract.ts'
import { findCards } from './queries.server.ts'

const NumberCursor = z.tuple([z.int32()])
const PlaceCursor = z.tuple([z.int32(), z.int32(), z.int32(), z.int32()])

export function mountFind(mount: Mount, { db, clock }: { db: Db; clock: Clock }) {
  mount(find, async ({ viewer, input: { limit = mostPerAnswer, after, order, steps = ladder.length, ...sought } }) => {
    const today = dayOf(clock())
    const unseen = unseenBy(viewer)
    const withFit = async <T extends { card: Card }>(rows: T[]) => {
      const ids = rows.map(({ card }) => card.id)
      const fits = await fitsOf(db, viewer.userId, ids, today)
      return rows.map((row) => ({ ...row, fit: fits ? fits.get(row.card.id) : null }))
    }
    if (order === 'best' && (await canBeCompared(db, viewer.userId, sought))) {
      const place = cursor.unpack(after, PlaceCursor)
      const { rows, total } = await bestCards(db, viewer.userId, sought, today, limit + 1, unseen, steps, place)
      const { items, ...page } = pageOf(rows, limit, ({ place }) => cursor.pack(...place), total)
      const found = (await withFit(items)).map(({ card, fit, step, people }): Found => {
        const part = { mayMiss: ladder.slice(0, step), people }
        // Nothing, where one of the two has changed their gender since.
        return fit ? { ...card, fit: summaryOf(fit), part, missed: missedBy(fit) } : { ...card, part }
      })
      return { ...page, items: found }
    }
    const before = cursor.unpack(after, NumberCursor)?.[0]
    const { cards, total, atLeast } = await findCards(db, sought, today, limit + 1, unseen, before)
    const { items, ...page } = pageOf(cards, limit, (last) => cursor.pack(last.number), total)
    const found = (await withFit(items.map((card) => ({ card })))).map(
      ({ card, fit }): Found => ({ ...card, fit: fit && summaryOf(fit) }),
    )
    return { ...page, items: found, atLeast }
  })
}
