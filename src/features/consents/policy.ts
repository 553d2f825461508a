/**
 * REQUIREMENTS R3. `contact` is part of `publish`: it stands while the person lets others see the contact. `guardian` is
 * given to become one, and stands while there is a ward (REQUIREMENTS U1).
 */
export const consentKinds = ['publish', 'contact', 'faith', 'guardian'] as const
export type ConsentKind = (typeof consentKinds)[number]
/** With a biodata. */
export const biodataKinds = ['publish', 'contact', 'faith'] as const
export const askedKinds = ['publish', 'faith'] as const
export type AskedKind = (typeof askedKinds)[number]

/** Raise it when `consent.words` or `privacy.contactFor` say something else: the next save asks everybody again. */
export const consentVersion = 4
