export { queueMail, queueMailToAdmins } from './outbox.server.ts'
export { type Delivery, readUnsubscribeToken, type Trouble } from './transport.server.ts'
