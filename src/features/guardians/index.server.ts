export { contactGuardian, guardiansOf, isGuardianFor, tellOfEdit, wardsOf } from './queries.server.ts'
