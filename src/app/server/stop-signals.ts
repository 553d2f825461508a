export const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Before the server listens nothing is under way that would have to end first; the embedded database ends with us. */
export const exitDuringStart = () => process.exit(0)
