export {
  allGuardiansOf,
  contactGuardian,
  exportOf,
  forgetGuardianships,
  guardianshipsAreKept,
  guardiansPhone,
  guardiansWho,
  isGuardianFor,
  isGuardianOf,
  isSinceAcceptance,
  tellOfEdit,
  wardIn,
} from './queries.server.ts'
