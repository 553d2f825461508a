export {
  changeAccount,
  deleteUser,
  holdPaymentsBetween,
  holdPaymentsFor,
  holdSession,
  holdUser,
  listUsers,
  photoOf,
  setLanguage,
  suspendedBecause,
  userIdOf,
} from './queries.server.ts'
