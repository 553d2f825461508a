type PremiumStatus = 'pending' | 'approve'

/** Asking is offered once: not while a request waits, nor after it was approved (REQUIREMENTS V2). */
export const canRequestPremium = (status: PremiumStatus | undefined) => status === undefined
