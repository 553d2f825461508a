export { checkPayment, declinesKeyOf, requireCardTries } from './notices.server.ts'
export type { PaymentProvider } from './provider.ts'
export {
  cancelPayment,
  findByRef,
  findOpenPayment,
  findReferred,
  findUnassigned,
  openPayment,
  type Payment,
  setProviderRef,
  sumByMonth,
} from './queries.server.ts'
export { nextAsk } from './receipts.ts'
export { referenceOf, returnPath } from './reference.ts'
export { type Fulfilment, type Settled, settle } from './settle.server.ts'
