import type { Site } from './site.ts'
import { count, type Tally } from './tally.ts'

/** A member who publishes, and how often that was acknowledged. */
export async function writerOn(site: Site) {
  const person = await site.signUp('writer')
  let said = 0
  let tried = 0
  return {
    person,
    said: () => said,
    /** @returns whether it was acknowledged */
    async write() {
      const { status } = await site.publish(person, { name: `Name ${++tried}` }).catch(() => ({ status: 0 }))
      if (status === 200) said = tried
      return status === 200
    },
    async expectKept(tally: Tally) {
      const { rows } = await site.pool.query('select name from biodata where id = $1', [person.id])
      const kept = Number(rows[0]?.name.slice(5) ?? 0)
      count(tally, 'lost', `published ${said}, kept ${kept}`, kept < said ? 1 : 0)
    },
  }
}
