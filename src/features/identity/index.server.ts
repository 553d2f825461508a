export { type Auth, passwordChecks } from './auth.server.ts'
export { hashPassword, madeHash, type PasswordCost, verifyPassword, withHash } from './password.server.ts'
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
  proveByIssuer,
  proveEmail,
  resetPassword,
  tellOfChange,
  tellOfNewIssuer,
  type WayIn,
} from './queries.server.ts'
