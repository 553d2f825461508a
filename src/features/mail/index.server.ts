export { queueMail, queueMailToAdmins } from './outbox.server.ts'
export type { Delivery, Trouble } from './transport.server.ts'
export { readUnsubscribeToken } from './transport.server.ts'
