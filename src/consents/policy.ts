/** What a person agrees to, each on its own (REQUIREMENTS R3). */
export const consentKinds = ['publish', 'contact', 'faith'] as const
export type ConsentKind = (typeof consentKinds)[number]

/**
 * Of the words that are agreed to: `consent.words` in the language files. Raise it when they say something else; everybody is
 * asked again then, at the next save.
 */
export const consentVersion = 2
