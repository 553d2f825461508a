import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import * as contract from './contract.ts'
import { decidePutAway, findPutAway } from './queries.server.ts'

export function mountPutAway(mount: Mount, { db }: Deps) {
  mount(contract.viewPutAway, async ({ viewer }) => {
    const row = await findPutAway(db, viewer.userId)
    if (!row) return null
    const { name, image: photoUrl, hadBiodata: hasBiodata, premiumAskedAt } = row
    // Not the keys of browsers, which are secret.
    const counts = { searches: row.searches.length, browsers: row.push.length }
    return { name, photoUrl, hasBiodata, ...counts, askedForPremium: premiumAskedAt !== null }
  })
  mount(contract.bringBack, async ({ viewer }) => ({ modifiedCount: await decidePutAway(db, viewer, true) }))
  mount(contract.removePutAway, async ({ viewer }) => ({ deletedCount: await decidePutAway(db, viewer, false) }))
}
