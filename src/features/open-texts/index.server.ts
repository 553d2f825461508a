export { countSuspiciousTexts, reviewAccountName, reviewBiodata } from './queries.server.ts'
