export {
  contactGuardian,
  exportOf,
  forgetGuardianships,
  guardianshipsAreKept,
  guardiansOf,
  guardiansPhone,
  isGuardianFor,
  isGuardianOf,
  tellOfEdit,
  wardsOf,
} from './queries.server.ts'
