import type { FastifyInstance, FastifyReply } from 'fastify'
import { changePassword, deleteSelf, exportSelf } from '#src/features/account/contract.ts'
import { resetPassword } from '#src/features/email-links/contract.ts'
import { needsCode } from '#src/features/identity/contract.ts'
import { allPayments } from '#src/features/payments/contract.ts'
import { premiumRequests } from '#src/features/premium/contract.ts'
import { allRequests } from '#src/features/request-approval/contract.ts'
import { removePasskey, renewBackupCodes, turnAppOff, turnAppOn } from '#src/features/second-factor/contract.ts'
import { accountCalls } from '#src/features/sign-in/account-calls.server.ts'
import { sessionCookie } from '#src/features/sign-in/viewer.server.ts'
import { endAdmin, makeAdmin, users } from '#src/features/users/admin-contract.ts'
import type { Endpoint } from '#src/platform/http/contract.ts'

/** Names that alerts and searches in the log rely on: none is ever renamed (docs/operating.md lists them). */
export const securityEvents = [
  'sign-in.succeeded',
  'sign-in.failed',
  'sign-in.limited',
  'sign-up.succeeded',
  'password.changed',
  'second-factor.changed',
  'account.deleted',
  'own-data.exported',
  'list.exported',
  'role.changed',
  'access.refused',
  'csrf.refused',
  'reading.limited',
  'limit.reached',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

const routeOf = ({ method, path }: Endpoint) => `${method} /api${path}`
/** Where an issuer sends people back to; it leads on, signed in or with an error. */
const fromIssuer = 'GET /api/auth/callback/:provider'
const signIns = new Set([
  fromIssuer,
  ...accountCalls.filter(({ path }) => !/^\/auth\/sign-(up|out)/.test(path)).map(routeOf),
])

/** Every page of the site. One is refused for what was read, and for nothing else (`paused` in app/pages/page-state.ts). */
const anyPage = 'GET /*'

const readingLimits = new Set(['reading-limit', 'contact-limit'])

const whenDone: Record<string, SecurityEvent> = {
  'POST /api/auth/sign-up/email': 'sign-up.succeeded',
  [routeOf(changePassword)]: 'password.changed',
  [routeOf(resetPassword)]: 'password.changed',
  ...Object.fromEntries(
    [turnAppOn, turnAppOff, renewBackupCodes, removePasskey].map((each) => [routeOf(each), 'second-factor.changed']),
  ),
  'POST /api/auth/passkey/verify-registration': 'second-factor.changed',
  [routeOf(deleteSelf)]: 'account.deleted',
  [routeOf(exportSelf)]: 'own-data.exported',
  ...Object.fromEntries(
    [users, premiumRequests, allRequests, allPayments].map(({ file }) => [routeOf(file), 'list.exported']),
  ),
  [routeOf(makeAdmin)]: 'role.changed',
  [routeOf(endAdmin)]: 'role.changed',
}

function eventOf(route: string, reply: FastifyReply): SecurityEvent | undefined {
  const { statusCode: status, problem } = reply
  // Half of a sign-in is none, and who is asked for the password again is not refused yet.
  if (problem === needsCode || problem === 'confirm-password') return undefined
  // Of an account with a second factor the right password is only half of it: what counts is the session.
  if (status < 400 && signIns.has(route)) {
    if (givesSession(reply)) return 'sign-in.succeeded'
    return route === fromIssuer ? 'sign-in.failed' : whenDone[route]
  }
  if (status < 300) return whenDone[route]
  if (problem === 'foreign-origin') return 'csrf.refused'
  if (status === 429 && (readingLimits.has(problem ?? '') || route === anyPage)) return 'reading.limited'
  if (status === 429) return signIns.has(route) ? 'sign-in.limited' : 'limit.reached'
  if (status === 403) return 'access.refused'
  if (status >= 400 && status < 500 && signIns.has(route)) return 'sign-in.failed'
  return undefined
}

const givesSession = (reply: FastifyReply) =>
  new RegExp(`${sessionCookie}=[^;]`).test(String(reply.getHeader('set-cookie')))

/** Logs each security event and calls `happened`. A line holds nothing by which a person is known. */
export function logSecurityEvents(app: FastifyInstance, happened: (event: SecurityEvent) => void = () => {}) {
  app.addHook('onResponse', async (request, reply) => {
    const event = eventOf(`${request.method} ${request.routeOptions.url}`, reply)
    if (!event) return
    happened(event)
    request.log.info({ event, req: request, res: reply }, 'security')
  })
}
