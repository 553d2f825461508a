import { urlIn } from '#src/platform/navigation/addresses.ts'

export const ownPortrait = (origin: string) => `${origin}/portrait.svg`

/** Who somebody is to the person of a biodata: a guardian, or who keeps it. `uncle` is an aunt too. */
export const relations = ['father', 'mother', 'brother', 'sister', 'uncle', 'other'] as const
export type Relation = (typeof relations)[number]

/** With whom of a family the bureau has spoken. The database checks it too. */
export const withWhoms = ['father', 'mother', 'brother', 'sister', 'relative', 'self'] as const
export type WithWhom = (typeof withWhoms)[number]

/** The name of an account that has none: its issuer told none, or it is put away (identity/put-away/put-away.sql). */
export const unnamed = '-'

/** A link that is shown, never loaded (REQUIREMENTS E6). Name and password in it, or an odd sign, could mislead. */
export const isHttpsLink = (text: string) => urlIn(text) !== undefined && /^https:\/\/[^\s@\p{Cc}]+$/u.test(text)
export const longestLink = 2048

/** Whether an account may have this for its photo. The site's own portrait may, whatever the site's address is. */
export const isPhotoLink = (text: string, origin: string) =>
  text === ownPortrait(origin) || (isHttpsLink(text) && text.length <= longestLink)
