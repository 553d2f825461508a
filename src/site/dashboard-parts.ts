/** What the frame of the dashboard loads when it is there: one file. */

export { default as PausedNote } from '#src/privacy/paused-note.tsx'
export { default as ConfirmSelf } from '#src/sign-in/confirmation/confirm-self.tsx'
export { default as VerifyBanner } from '#src/sign-in/links/verify-banner.tsx'
export { default as PutAwayNote } from '#src/sign-in/put-away/put-away-note.tsx'
export { DashboardLinks as Links, DashboardMenu as Menu } from './dashboard-links.tsx'
export { Styles } from './dashboard-styles.tsx'
