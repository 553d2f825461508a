export { callsOf, isForBureau } from './calls.server.ts'
