/** Seconds for which a withdrawal is told; a page that has not asked for so long has missed some. */
export const toldFor = 60

/** Of at least about so many people any may be meant: the answer is open to everybody, and nobody keeps a list by it. */
const crowd = 16
/** Into how many crowds so many people are divided: a power of two, which seldom changes. */
export const crowdsOf = (people: number) => 2 ** Math.max(0, Math.floor(Math.log2(people / crowd)))
export const crowdOf = (person: number, crowds: number) => person % crowds

/**
 * By what a person without a biodata is known; other people are by its number. As the database's `person_key` has it.
 */
export const keyOfId = (id: string) => Number.parseInt(id.slice(0, 7), 16)
