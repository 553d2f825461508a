import { countReading } from '#src/features/safety/index.server.ts'
import { stated } from '#src/platform/db/rows.server.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found } from '#src/platform/http/problem.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'

export function mountFavourites(mount: Mount, { db, clock, config }: Deps) {
  mount(contract.isFavourite, async ({ viewer, input: { bioDataId } }) => ({
    isFavorite: await queries.isFavourite(db, viewer, bioDataId),
  }))

  mount(contract.addFavourite, async ({ viewer, address, input: { number } }) => {
    const now = clock()
    const { id, isKnown } = found(await queries.findMarkable(db, viewer, number, now))
    // The list shows the name, which only the profile does otherwise. A member who marks from there has just read it.
    if (!isKnown) await countReading(db, viewer, id, { now, sendsMail: config.mail !== undefined, address })
    return { insertedId: found(await queries.addFavourite(db, viewer.userId, id)) }
  })

  mountPages(mount, contract.listFavourites, async (wanted, viewer) =>
    (await queries.listFavouritesOf(db, viewer, wanted)).map(stated),
  )

  mount(contract.writeNote, async ({ viewer, input: { id, note } }) => ({
    modifiedCount: found((await queries.writeNote(db, viewer, id, note)) || undefined),
  }))

  mount(contract.removeFavourite, async ({ viewer, input: { id } }) => ({
    deletedCount: found((await queries.removeFavourite(db, viewer, id, clock())) || undefined),
  }))
}
