export { listRequests, premiumStatusOf } from './queries.server.ts'
