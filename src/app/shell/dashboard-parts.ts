/** What the frame of the dashboard loads when it is there: one file. */

export { default as VerifyBanner } from '#src/features/email-links/verify-banner.tsx'
export { default as PutAwayNote } from '#src/features/identity/put-away/put-away-note.tsx'
export { default as PausedNote } from '#src/features/presence/paused-note.tsx'
export { default as ConfirmSelf } from '#src/features/sign-in/confirmation/confirm-self.tsx'
export { DashboardLinks as Links, DashboardMenu as Menu } from './dashboard-links.tsx'
export { Styles } from './dashboard-styles.tsx'
