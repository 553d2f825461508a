export type { PaymentProvider, RefundReason } from './provider.ts'
