export { declinesKeyOf, requireCardTries } from './notices.server.ts'
export type { PaymentProvider } from './provider.ts'
export {
  cancelPayment,
  findOpenPayment,
  findPayment,
  findUnassigned,
  openPayment,
  type Payment,
  setProviderRef,
  sumByMonth,
} from './queries.server.ts'
export { type Fulfilment, type Settled, settle } from './settle.server.ts'
