export { PaymentPill } from './payment-pill.tsx'
