export { attestedOf, attestedOn, endedAreKept, exportedOf, forgetAttestations } from './queries.server.ts'
