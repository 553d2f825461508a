import sheet from '#src/ui/dashboard.css?inline'

export { default as VerifyBanner } from '#src/features/email-links/verify-banner.tsx'
export { default as PutAwayNote } from '#src/features/identity/put-away/put-away-note.tsx'
export { default as PausedNote } from '#src/features/presence/paused-note.tsx'
export { default as ConfirmSelf } from '#src/features/sign-in/confirmation/confirm-self.tsx'
export { DashboardLinks as Links, DashboardMenu as Menu } from './dashboard-links.tsx'

/** Styles as code cannot fail apart from it. React inserts them before anything that needs them is drawn. */
export function Styles() {
  return (
    <style href="dashboard" precedence="default">
      {sheet}
    </style>
  )
}
