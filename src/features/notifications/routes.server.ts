import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, mostPerAnswer, pageOf, TimeAndRunningId } from '#src/platform/http/paging.server.ts'
import { invalid, Problem } from '#src/platform/http/problem.ts'
import { attemptKey, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import * as contract from './contract.ts'
import { type Channel, type Kind, kindNames, kinds } from './kinds.ts'
import { pushServiceIn, sendsPush } from './policy.ts'
import { pushKeys } from './push.server.ts'
import * as queries from './queries.server.ts'

const ageOf = (moment: Date, now: Date): contract.Notice['age'] => {
  const days = (Date.parse(dayOf(now)) - Date.parse(dayOf(moment))) / 86_400_000
  return days < 1 ? 'today' : days < 7 ? 'week' : 'earlier'
}
const isLocked = (kind: Kind) => kinds[kind].isLocked === true

export function mountNotifications(mount: Mount, { db, clock, config }: Deps) {
  const pushKey = sendsPush(config.mode) ? pushKeys(config).publicKey : null

  mount(contract.listNotifications, async ({ viewer, input: { limit = mostPerAnswer, after } }) => {
    const now = clock()
    const rows = await queries.listNotifications(db, viewer, now, limit + 1, cursor.unpack(after, TimeAndRunningId))
    const page = pageOf(rows, limit, (last) => cursor.pack(last.key, last.id))
    return {
      ...page,
      items: page.items.map(({ key, madeAt, seenAt, readAt, ...notice }) => {
        return { ...notice, isNew: readAt === null, date: madeAt.toISOString(), age: ageOf(madeAt, now) }
      }),
    }
  })

  mount(contract.markNotifications, async ({ viewer, input }) => ({
    modifiedCount: await queries.mark(db, viewer.userId, input, clock()),
  }))

  mount(contract.notificationSettings, async ({ viewer }) => {
    const chosen = await queries.preferencesOf(db, viewer.userId)
    const isWanted = (kind: Kind, channel: Channel) =>
      isLocked(kind) ||
      (chosen.find((row) => row.kind === kind && row.channel === channel)?.wanted ?? kinds[kind][channel])
    return {
      hasMail: config.mail !== undefined,
      email: viewer.email,
      pushKey,
      isWoken: !!(await queries.findSubscription(db, viewer.sessionId, pushKey)),
      kinds: kindNames.map((kind) => ({
        kind,
        mail: isWanted(kind, 'mail'),
        push: isWanted(kind, 'push'),
        isLocked: isLocked(kind),
      })),
    }
  })

  mount(contract.chooseNotification, async ({ viewer, input }) => {
    if (isLocked(input.kind)) throw invalid('kind', 'is always told')
    return { modifiedCount: Number(await queries.setPreference(db, viewer.userId, input)) }
  })

  mount(contract.subscribeToPush, async ({ viewer: { userId, sessionId }, input: { endpoint, ...keys } }) => {
    if (!pushKey) throw new Problem('unavailable', { code: 'push-off', detail: 'This site sends no push messages.' })
    const address = pushServiceIn(endpoint)
    if (!address) throw invalid('endpoint', 'must be the address of a push service that browsers use')
    await takeAttempt(db, attemptKey('push', userId), limits.pushSubscriptions, clock())
    return {
      insertedId: await queries.subscribe(db, { userId, sessionId, endpoint: address, ...keys, siteKey: pushKey }),
    }
  })

  mount(contract.unsubscribeFromPush, async ({ viewer }) => ({
    deletedCount: await queries.unsubscribe(db, viewer.sessionId),
  }))
}
