import type { Pool } from 'pg'
import type { Person } from './world.server.ts'

// Who takes part in the day of day.test.ts, what is planted in them, and what the rules let each see of the others.

/** The same choices for the same seed (mulberry32). */
export function dice(seed: number) {
  let state = seed
  function roll() {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    pick: <T>(choices: readonly T[]) => choices[Math.floor(roll() * choices.length)]!,
    chance: (share: number) => roll() < share,
  }
}

/** Texts that occur nowhere else, none of them the beginning of another. */
export const plantedOf = (n: number) => {
  const tag = `${String(n).padStart(2, '0')}x`
  return {
    account: `account${tag}`,
    email: `mail${tag}@planted.example`,
    name: `person${tag}`,
    phone: `13998877${String(n).padStart(2, '0')}`,
    photo: `photos.example/photo${tag}.jpg`,
    father: `father${tag}`,
    mother: `mother${tag}`,
  }
}
export type Kind = 'admin' | 'premium' | 'member' | 'without biodata'
export type Somebody = Person & { kind: Kind; planted: ReturnType<typeof plantedOf>; isMan: boolean; number: number }

export const biodataOf = ({ planted, isMan }: Pick<Somebody, 'planted' | 'isMan'>) => ({
  name: planted.name,
  photoUrl: `https://${planted.photo}`,
  fatherName: planted.father,
  matherName: planted.mother,
  phoneNumber: `+880${planted.phone}`,
  ...(isMan ? { gander: 'Male' as const, birth: '1990-02-28' } : {}),
})
/** What the rules allow at this moment, in SQL of its own: what members may see of whom. */
export async function rightsOf(pool: Pool, by: Somebody | undefined) {
  const { rows } = await pool.query<{ id: string; visible: boolean; contact: boolean }>(
    `select b.id, v.seen as visible, v.seen and b.contact_for = 'checked' and (premium.user_id is not null or r.id is not null) as contact
     from users viewer cross join biodata b
     left join premium on premium.user_id = viewer.id and premium.status = 'approve'
     left join contact_requests r on r.user_id = viewer.id and r.biodata_id = b.id and r.status = 'approve',
     lateral (select b.presence = 'published' and not b.unpublished and not exists (
       select from users owner where owner.id = b.id and owner.suspended_at is not null
     ) and not exists (
       select from blocks where (blocker_id, blocked_id) in ((viewer.id, b.id), (b.id, viewer.id))
     ) as seen) v
     where viewer.id = $1 and viewer.suspended_at is null
       and exists (select from sessions where user_id = viewer.id)`,
    [by?.id ?? null],
  )
  return new Map(rows.map(({ id, ...right }) => [id, right]))
}

const bangla = '০১২৩৪৫৬৭৮৯'
/** An answer as somebody reads it who looks for numbers and addresses in it: without tags, blanks and lines. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[০-৯]/g, (digit) => String(bangla.indexOf(digit)))
    .replace(/<[^>]*>|[\s-]/g, '')

export interface Schema {
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
}
interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: { properties: Record<string, Schema> } } } }
}
/** They would end the day of the caller, or make everybody an administrator. */
const notToday = new Set([
  'POST /me/deletion',
  'POST /me/password',
  'DELETE /me/sessions/{id}',
  'DELETE /me/other-sessions',
  'PATCH /users/admin/{id}',
  'DELETE /users/admin/{id}',
])
/** Every call that the API's own document names, but for those. */
export const operationsIn = (document: { paths: Record<string, Record<string, Operation>> }) =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as 'GET',
        path,
        operation,
      })),
    )
    .filter(({ method, path }) => !notToday.has(`${method} ${path}`))
