import type { IncomingMessage } from 'node:http'
import { APIError } from 'better-auth/api'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endSession, findSession } from '#src/features/identity/index.server.ts'
import { setLanguage } from '#src/features/users/index.server.ts'
import { mailLanguageOf } from '#src/platform/http/language.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { type Viewer, visitor } from '#src/platform/http/viewer.ts'
import { type configure, type Deps, renewedEverySeconds, unusedForSeconds } from './better-auth.server.ts'
import { confirmedMinutes } from './confirmation/contract.ts'

export const sessionCookie = 'nikhad.session_token'

const longestSessionMs = 180 * 24 * 60 * 60_000

/** Whether better-auth would prolong a session or end it. It does not prolong one that ends with the browser. */
function isToBeRenewed(expiresAt: Date, isForNow: boolean) {
  const leftSeconds = (expiresAt.getTime() - Date.now()) / 1_000
  return leftSeconds <= 0 || (!isForNow && leftSeconds <= unusedForSeconds - renewedEverySeconds)
}

/** Finds who is behind a request's session cookie: once a request, with role and premium as they are now. */
export function sessionReader(
  { config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
  auth: () => Pick<ReturnType<typeof configure>, 'api'>,
) {
  const hasCookie = ({ headers }: FastifyRequest) => headers.cookie?.includes(sessionCookie)
  const sent = ({ headers }: FastifyRequest) => ({ headers: fromNodeHeaders(headers) })
  const seen = new WeakMap<IncomingMessage, Promise<Viewer>>()
  const renewed = new WeakMap<IncomingMessage, string[]>()

  async function renew(request: FastifyRequest) {
    const { headers, response } = await auth().api.getSession({ ...sent(request), returnHeaders: true })
    renewed.set(request.raw, headers.getSetCookie())
    return response !== null
  }

  async function readViewer(request: FastifyRequest): Promise<Viewer> {
    if (!hasCookie(request)) return visitor
    try {
      const cookie = await auth().api.readSessionCookie(sent(request))
      if (!cookie) return visitor
      // better-auth would ask for session and user one after the other, and neither knows what a viewer is.
      const found = await findSession(db, cookie.token, clock())
      if (!found) {
        await renew(request)
        return visitor
      }
      const { session, member, hasSecondFactor } = found
      if (clock().getTime() - session.began.getTime() > longestSessionMs) {
        await endSession(db, member.userId, member.sessionId)
        return visitor
      }
      if (isToBeRenewed(session.expiresAt, cookie.isForNow) && !(await renew(request))) return visitor
      const needsSecondFactor = member.isAdmin && config.adminSecondFactor === 'required' && !hasSecondFactor
      const isAdmin = member.isAdmin && !needsSecondFactor
      // A person who has chosen another language by now gets mails in it too.
      const language = mailLanguageOf(request.headers, member.language)
      if (language !== member.language) await setLanguage(db, member.userId, language)
      return {
        ...member,
        language,
        question: config.confirmEveryDays === undefined ? null : member.question,
        isAdmin,
        needsSecondFactor,
        blocked: isAdmin ? [] : member.blocked,
        isConfirmed: clock().getTime() - session.confirmedAt.getTime() < confirmedMinutes * 60_000,
      }
    } catch (error) {
      // Do not leak the cause: report only that the session store is unavailable.
      if (error instanceof APIError && error.statusCode >= 500) throw new Problem('unavailable')
      throw error
    }
  }

  return {
    viewerOf(request: FastifyRequest) {
      const known = seen.get(request.raw) ?? readViewer(request)
      seen.set(request.raw, known)
      return known
    },

    /** The session that the cookie names, without prolonging it. */
    async sessionIn(request: FastifyRequest) {
      if (!hasCookie(request)) return undefined
      const found = await auth().api.getSession({ ...sent(request), query: { disableRefresh: true } })
      return found?.session
    },

    async tokenSetBy(answer: Response) {
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
      const headers = new Headers({ cookie: cookies.join('; ') })
      return (await auth().api.readSessionCookie({ headers }))?.token
    },

    halfSignedIn: (request: FastifyRequest) => auth().api.readHalfSignedIn(sent(request)),

    prolongSessions(app: FastifyInstance) {
      app.addHook('onSend', async (request, reply) => {
        for (const cookie of renewed.get(request.raw) ?? []) reply.header('set-cookie', cookie)
      })
    },
  }
}
