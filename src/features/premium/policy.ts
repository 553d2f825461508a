export const premiumStatuses = ['pending', 'approve'] as const
export type PremiumStatus = (typeof premiumStatuses)[number]

/** Asking is offered once: not while a request waits, nor after it was approved (REQUIREMENTS V2). */
export const canRequestPremium = (status: PremiumStatus | undefined) => status === undefined
