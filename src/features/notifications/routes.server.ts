import type { FastifyInstance } from 'fastify'
import { readUnsubscribeToken } from '#src/features/mail/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { escaped } from '#src/platform/http/html.server.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { invalid, Problem } from '#src/platform/http/problem.ts'
import { smallPage } from '#src/platform/http/small-page.server.ts'
import { attemptKey, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { to, unsubscribe } from '#src/platform/navigation/addresses.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import * as contract from './contract.ts'
import { type Channel, isKind, type Kind, kindNames, kinds } from './kinds.ts'
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

  mountPages(mount, contract.listNotifications, async (wanted, viewer) => {
    const now = clock()
    const rows = await queries.listNotifications(db, viewer, now, wanted)
    return rows.map(({ madeAt, seenAt, readAt, ...notice }) => {
      return { ...notice, isNew: readAt === null, date: madeAt.toISOString(), age: ageOf(madeAt, now) }
    })
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

/** Opening it shows a button only: programs open links too. A POST unsubscribes (RFC 8058), whatever its body. */
export async function mountUnsubscribe(app: FastifyInstance, { db, config }: { db: Db; config: Config }) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 8 * 1024 }, (_request, _body, done) => done(null))
    scope.route({
      method: ['GET', 'POST'],
      url: unsubscribe,
      config: { access: 'visitor' },
      async handler(request, reply) {
        const { token } = request.query as { token?: string | string[] }
        const { userId, notice = '' } = (typeof token === 'string' && readUnsubscribeToken(config.secret, token)) || {}
        const kind = isKind(notice) ? notice : undefined
        const isDone = request.method === 'POST'
        if (isDone && userId && kind) await queries.setPreference(db, userId, { kind, channel: 'mail', wanted: false })
        // In the language of whom the mail was for: its reader may be signed out, or somebody else on the same device.
        const users = db.selectFrom('users').select('language')
        const reader = userId && (await users.where('id', '=', userId).executeTakeFirst())
        const language = reader ? reader.language : request.language
        const { texts, serverTexts } = languageFile(language)
        const t = serverTexts.unsubscribe
        const what = kind && texts.notifications.kinds[kind]
        const [title, lead] = !what
          ? [t.wrongTitle, t.wrong]
          : isDone
            ? [t.doneTitle, t.done(what)]
            : [t.title, t.lead(what)]
        const action =
          what && !isDone
            ? `<form method="post"><button>${escaped(t.button)}</button></form>`
            : `<p><a href="${to.mailSettings}">${escaped(t.settings)}</a></p>`
        return reply
          .code(what ? 200 : 404)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(smallPage({ language, title, site: texts.brandName(config.brand), lead, action }))
      },
    })
  })
}
