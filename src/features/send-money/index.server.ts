export { claimsAreKept, forgetClaims, lastTransferPage, transferOf } from './claims.server.ts'
export { providerId, withSendMoney } from './provider.server.ts'
export { countTransfers, refundShort } from './queries.server.ts'
export { mountSendMoney } from './routes.server.ts'
