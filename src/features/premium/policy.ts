export const premiumStatuses = ['pending', 'approve'] as const

/** Asking is offered once: not while a request waits, nor after it was approved (REQUIREMENTS V2). */
export const canRequestPremium = (status: (typeof premiumStatuses)[number] | undefined) => status === undefined
