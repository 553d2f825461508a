export { queueMail, queueMailToAdmins } from './outbox.server.ts'
export type { Delivery } from './transport.server.ts'
export { readUnsubscribeToken } from './unsubscribe.server.ts'
