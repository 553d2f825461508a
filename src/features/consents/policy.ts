/**
 * What a person agrees to (REQUIREMENTS R3). `contact` is a part of `publish`: it stands as long as the person has chosen
 * that others see the contact.
 */
export const consentKinds = ['publish', 'contact', 'faith'] as const
export type ConsentKind = (typeof consentKinds)[number]
/** What is asked, each in words of its own. */
export const askedKinds = ['publish', 'faith'] as const
export type AskedKind = (typeof askedKinds)[number]

/**
 * Of the words that are agreed to: `consent.words` and the choices of `privacy.contactFor` in the language files. Raise it
 * when they say something else; everybody is asked again then, at the next save.
 */
export const consentVersion = 3
