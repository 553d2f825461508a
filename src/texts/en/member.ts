/** The texts that only pages of members need; visitors do not load them. */
export * from './member/account.ts'
export * from './member/biodata.ts'
export * from './member/contacts.ts'
export * from './member/dashboard.ts'
export * from './member/finding.ts'
export * from './member/home.ts'
export * from './member/privacy.ts'
