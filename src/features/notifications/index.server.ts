export { listNotifications, notify, preferencesOf, subscriptionsOf, takeBackNotice } from './queries.server.ts'
