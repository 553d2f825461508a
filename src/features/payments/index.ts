export type { PaymentProvider } from './provider.ts'
