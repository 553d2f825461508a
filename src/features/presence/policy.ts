/** Whether somebody who married found the other here. `unsaid`: they rather do not say (REQUIREMENTS T4). */
export const foundHere = ['yes', 'no', 'unsaid'] as const
export type FoundHere = (typeof foundHere)[number]
