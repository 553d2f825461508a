export { premiumStatusOf } from './queries.server.ts'
