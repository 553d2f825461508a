import type { IncomingMessage } from 'node:http'
import { APIError } from 'better-auth/api'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#src/platform/http/problem.ts'
import { type Viewer, visitor } from '#src/platform/http/viewer.ts'
import { setLanguage, viewerOfUser } from '#src/users/queries.server.ts'
import { type configure, type Deps, languageOf } from './better-auth.server.ts'
import { endSession } from './queries.server.ts'

export const sessionCookie = 'nikhad.session_token'

/** Milliseconds: how long a session lives at most, however much it is used. */
const longestSession = 180 * 24 * 60 * 60_000
/** Milliseconds: so long the password counts as just given (REQUIREMENTS M8). */
const confirmedFor = 10 * 60_000

/** Finds who is behind a request's session cookie: once a request, with role and premium as they are now. */
export function sessionReader(
  { config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
  auth: () => Pick<ReturnType<typeof configure>, 'api'>,
) {
  const hasCookie = ({ headers }: FastifyRequest) => headers.cookie?.includes(sessionCookie)
  const seen = new WeakMap<IncomingMessage, Promise<Viewer>>()
  /** Cookies that prolong a session that is being used. */
  const renewed = new WeakMap<IncomingMessage, string[]>()

  async function readViewer(request: FastifyRequest): Promise<Viewer> {
    if (!hasCookie(request)) return visitor
    try {
      const { headers, response } = await auth().api.getSession({
        headers: fromNodeHeaders(request.headers),
        returnHeaders: true,
      })
      if (response && clock().getTime() - response.session.createdAt.getTime() > longestSession) {
        await endSession(db, response.user.id, response.session.id)
        return visitor
      }
      renewed.set(request.raw, headers.getSetCookie())
      const found = response && (await viewerOfUser(db, response.user.id))
      if (!found) return visitor
      const { hasSecondFactor, ...viewer } = found
      const needsSecondFactor = viewer.isAdmin && config.adminSecondFactor === 'required' && !hasSecondFactor
      // Whoever reads the site in another language by now gets mails in it too.
      const language = languageOf(request.headers.cookie) ?? viewer.language
      if (language !== viewer.language) await setLanguage(db, viewer.userId, language)
      return {
        ...viewer,
        language,
        sessionId: response.session.id,
        isAdmin: viewer.isAdmin && !needsSecondFactor,
        needsSecondFactor,
        isConfirmed: clock().getTime() - response.session.confirmedAt.getTime() < confirmedFor,
      }
    } catch (error) {
      // It hides what happened; that somebody's session cannot be read for now is all there is to say.
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
      const found = await auth().api.getSession({
        headers: fromNodeHeaders(request.headers),
        query: { disableRefresh: true },
      })
      return found?.session
    },

    prolongSessions(app: FastifyInstance) {
      app.addHook('onSend', async (request, reply) => {
        for (const cookie of renewed.get(request.raw) ?? []) reply.header('set-cookie', cookie)
      })
    },
  }
}
