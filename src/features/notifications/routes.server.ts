import type { FastifyInstance } from 'fastify'
import { readUnsubscribeToken } from '#src/features/mail/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { escaped } from '#src/platform/http/html.server.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { invalid, Problem } from '#src/platform/http/problem.ts'
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
          .send(document({ language, title, site: texts.brandName(config.brand), lead, action }))
      },
    })
  })
}

/** It looks like the mail it comes from, and needs neither a script nor a file. */
const document = (page: { language: string; title: string; site: string; lead: string; action: string }) => {
  const [title, site, lead] = [page.title, page.site, page.lead].map(escaped)
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg"><title>${title} | ${site}</title>
<style>
body{margin:0;background:#f3f6f2;color:#14261f;font:16px/1.6 Figtree,'Noto Sans Bengali','Segoe UI',Roboto,Arial,sans-serif}
.card{max-width:560px;margin:24px auto;border-radius:16px;overflow:hidden;background:#fff}
header a{display:block;background:#0c2f25;color:#f6cf63;padding:18px 28px;font-size:22px;font-weight:700;border-bottom:3px solid #e0a92a;text-decoration:none}
main{padding:12px 28px 28px}h1{font-size:24px;line-height:1.3}
button{min-height:44px;border:0;border-radius:12px;background:#b5145b;color:#fff;font:inherit;font-weight:600;padding:10px 24px;cursor:pointer}
main a{display:inline-block;min-height:44px;line-height:44px;color:inherit;font-weight:600}
:focus-visible{outline:3px solid #e0a92a;outline-offset:3px}
@media (max-width:608px){.card{margin:12px}}
@media (prefers-color-scheme:dark){body{background:#0a1511;color:#e8f0eb}.card{background:#12211b}}
</style></head><body><div class="card"><header><a href="${to.home}">${site}</a></header>
<main><h1>${title}</h1><p>${lead}</p>${page.action}</main></div></body></html>`
}
