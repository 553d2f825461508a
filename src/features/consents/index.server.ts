export { giveConsent, requirePresentWords, standingConsents, takeBackConsent } from './queries.server.ts'
