export {
  changeAccount,
  deleteUser,
  holdSession,
  holdUser,
  listUsers,
  lockPaymentsBetween,
  lockPaymentsFor,
  photoOf,
  type SignedIn,
  setLanguage,
  suspendedBecause,
  userIdOf,
} from './queries.server.ts'
