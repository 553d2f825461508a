import { to } from '#src/platform/navigation/addresses.ts'
import type { AllTexts } from '#src/texts/texts.tsx'

export type Menu = 'own' | 'guardian' | 'admins' | 'more'

/**
 * What the pages of the dashboard are called, and in which menu each stands, in this order; in none if other pages lead
 * there. Apart from the pages themselves: a visitor's browser reads those, and is spared these.
 */
export const names: { path: string; name: (t: AllTexts) => string; menu?: Menu }[] = [
  { path: to.edit, name: (t) => t.dashboard.editBiodata, menu: 'own' },
  { path: to.viewOwn, name: (t) => t.dashboard.viewBiodata, menu: 'own' },
  { path: to.myRequests, name: (t) => t.dashboard.myContactRequest, menu: 'own' },
  { path: to.myFavourites, name: (t) => t.dashboard.favourites, menu: 'own' },
  { path: to.newForYou, name: (t) => t.searches.title, menu: 'own' },
  { path: to.asked(), name: (t) => t.asked.title, menu: 'own' },
  { path: to.asked(':id'), name: (t) => t.asked.title },
  { path: to.seen, name: (t) => t.dashboard.seen, menu: 'own' },
  { path: to.kept(), name: (t) => t.kept.nav, menu: 'guardian' },
  { path: to.editKept(':id'), name: (t) => t.kept.nav },
  { path: to.guardians, name: (t) => t.guardians.title, menu: 'own' },
  { path: to.privacyAndPresence, name: (t) => t.dashboard.privacy, menu: 'own' },
  { path: to.notifications, name: (t) => t.nav.news(0), menu: 'own' },
  { path: to.mailSettings, name: (t) => t.notifications.settings, menu: 'own' },
  { path: to.account, name: (t) => t.accounts.account },
  { path: to.adminDashboard, name: (t) => t.dashboard.adminDashboard, menu: 'admins' },
  { path: to.manageUsers, name: (t) => t.dashboard.manageUsers, menu: 'admins' },
  { path: to.approvePremium, name: (t) => t.dashboard.approvedPremium, menu: 'admins' },
  { path: to.approveRequests, name: (t) => t.dashboard.approvedContactRequest, menu: 'admins' },
  { path: to.payments, name: (t) => t.dashboard.payments, menu: 'more' },
  { path: to.transfers(), name: (t) => t.dashboard.payments },
  { path: to.refundsToSend, name: (t) => t.dashboard.payments },
  { path: to.paymentFindings, name: (t) => t.dashboard.payments },
  { path: to.statement, name: (t) => t.dashboard.payments },
  { path: to.reports, name: (t) => t.dashboard.reports, menu: 'more' },
  { path: to.unanswered, name: (t) => t.dashboard.reports },
  { path: to.suspiciousTexts, name: (t) => t.dashboard.suspicious, menu: 'more' },
  { path: to.imports(), name: (t) => t.dashboard.imports, menu: 'more' },
  { path: to.activity, name: (t) => t.dashboard.activity, menu: 'more' },
  { path: to.person(':id'), name: (t) => t.dashboard.person },
]
