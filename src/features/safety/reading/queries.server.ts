import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import { oneRow } from '#src/platform/db/rows.server.ts'
import { networksOf } from '#src/platform/http/network.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { attemptKey } from '#src/platform/limits/throttle.server.ts'
import {
  isUnconfirmed,
  profileLimits,
  type ReadingLimit,
  readingLimits,
  saidCardsLeft,
  saidLeft,
  sameLookSeconds,
} from '../policy.ts'

type Reader = Pick<Member, 'userId' | 'isAdmin' | 'isVerified'>

export interface Reading {
  now: Date
  sendsMail: boolean
  address: string | undefined
}

/** @returns how many more there is room for, from the last ten on. @throws Problem 429 with the seconds */
export async function countReading(db: Db, viewer: Reader, ownerId: string, { now, sendsMail, address }: Reading) {
  const limits = profileLimits(viewer, sendsMail)
  if (!limits || ownerId === viewer.userId) return undefined
  const networks = isUnconfirmed(viewer, sendsMail) ? networkLimits(address) : []
  const { wait, placesLeft } = await oneRow<{ wait: number; placesLeft: number }>(db)`
    select wait, places_left from count_reading(${viewer.userId}, ${ownerId}, ${now},
      make_interval(secs => ${sameLookSeconds}), ${asArrays(limits)},
      ${networks.map(({ key }) => key)}::text[], ${networks.map(({ most }) => most)}::integer[],
      ${networkViewsAreKept}::interval)`
  refuseUntil(wait)
  return placesLeft <= saidLeft ? placesLeft : undefined
}

const networkLimits = (address: string | undefined) =>
  Object.entries(networksOf(address)).map(([size, network]) => ({
    key: attemptKey('profiles', network),
    most: readingLimits.profilesOfNetworkPerHour[size as keyof typeof readingLimits.profilesOfNetworkPerHour],
  }))

const asArrays = (limits: readonly ReadingLimit[]) => sql`${limits.map(({ most }) => most)}::integer[],
  array(select make_interval(secs => s) from unnest(${limits.map(({ withinSeconds }) => withinSeconds)}::integer[]) s)`

function refuseUntil(retryAfter: number) {
  if (retryAfter > 0) throw new Problem('too-fast', { code: 'reading-limit', retryAfter })
}

/** Asking how many counts as one person: it tells as much. @throws Problem 429 with the seconds; then none counts */
export async function countCards(
  db: Db,
  viewer: Reader,
  { numbers, questions }: { numbers: readonly number[]; questions: readonly unknown[] },
  now: Date,
) {
  const shown = [...numbers, ...questions.map(numberOfQuestion)]
  if (viewer.isAdmin || shown.length === 0) return
  const { wait } = await oneRow<{ wait: number }>(db)`
    select count_cards(${viewer.userId}, ${shown}::integer[], ${now}, ${asArrays(readingLimits.cardsOfMember)}) as wait`
  refuseUntil(wait)
}

/** How many more people a member's lists have room for, from the last ten lists on; after they were counted. */
export async function cardsLeft(db: Db, { userId, isAdmin }: Reader, now: Date) {
  if (isAdmin) return undefined
  const { left } = await oneRow<{ left: number }>(db)`
    select greatest(0, min(l.most - (
      select coalesce(sum(cardinality(shown)), 0) from card_views where viewer_id = ${userId} and at > ${now}::timestamptz - l.within
    )))::integer as "left" from unnest(${asArrays(readingLimits.cardsOfMember)}) l (most, within)`
  return left <= saidCardsLeft ? left : undefined
}

/** Below zero, where no biodata is. */
const numberOfQuestion = (question: unknown) =>
  -1 - (createHash('sha256').update(JSON.stringify(question)).digest().readUInt32BE() >>> 1)

/** Looks from networks: the stretch of `profilesOfNetworkPerHour`. */
export const networkViewsAreKept = '1 hour'
