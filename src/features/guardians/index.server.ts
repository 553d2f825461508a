export {
  contactGuardian,
  exportOf,
  forgetGuardianships,
  guardianshipsAreKept,
  guardiansPhone,
  isGuardianFor,
  isGuardianOf,
  tellOfEdit,
} from './queries.server.ts'
