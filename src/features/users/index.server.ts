export {
  changeAccount,
  deleteUser,
  holdSession,
  holdUser,
  listUsers,
  lockPaymentsBetween,
  lockPaymentsFor,
  photoOf,
  setLanguage,
  suspendedBecause,
  userIdOf,
} from './queries.server.ts'
