export { checkPayment, declinesKeyOf, requireCardTries } from './notices.server.ts'
export type { PaymentProvider, ProviderPayment } from './provider.ts'
export {
  cancelPayment,
  endFindings,
  findByRef,
  findOpenPayment,
  findReferred,
  findUnassigned,
  noteFinding,
  openPayment,
  type Payment,
  setProviderRef,
  sumByMonth,
} from './queries.server.ts'
export { nextAsk } from './receipts.ts'
export { referenceOf, returnPath } from './reference.ts'
export { type Fulfilment, type PaymentContext, type Settled, settle, settleIn } from './settle.server.ts'
