export type { Auth } from './auth.server.ts'
export { hashPassword, madeHash, type PasswordCost, verifyPassword, withHash } from './password.server.ts'
export { passwordChecks } from './password-checks.server.ts'
export { findPutAway } from './put-away/queries.server.ts'
export {
  blocked,
  browsersKnownOf,
  changePassword,
  confirmSession,
  endOtherSessions,
  endSession,
  endSessions,
  endSessionsBeyond,
  findSession,
  hasPasskey,
  hasSignedInSince,
  keepIfStillAWayIn,
  listSessions,
  passwordOf,
  passwordOfEmail,
  proveByIssuer,
  proveEmail,
  resetPassword,
  tellOfChange,
  tellOfNewIssuer,
  type WayIn,
} from './queries.server.ts'
export { hostPrefix, isToBeRenewed, renewedEvery, sessionCookieReader, unusedFor } from './session-cookie.server.ts'
