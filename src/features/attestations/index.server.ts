export { attestedOf, endedAreKept, exportedOf, forgetAttestations } from './queries.server.ts'
