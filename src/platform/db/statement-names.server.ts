/** How often a statement is asked before it has a name: what is asked once is planned once anyway. */
const often = 5
/** Each is kept by every connection of the database, with its plan. */
const mostNames = 300
/** Texts that are watched at the same time; what is never asked again gives way. */
const mostWatched = 2_000

/**
 * PostgreSQL keeps the plan of a named statement (docs/decisions/017-plans-and-replica.md), perhaps one for all values:
 * each must read about the same whatever the values are (`trials/scale/buffers.test.ts`). Answers of `*` have no name:
 * a column that the next version adds would change them below a server that still runs.
 */
export function statementNames() {
  const names = new Map<string, string>()
  const asked = new Map<string, number>()
  return (text: string): string | undefined => {
    const name = names.get(text)
    if (name || names.size >= mostNames) return name
    const times = (asked.get(text) ?? 0) + 1
    if (times < often || !isNameable(text)) {
      if (asked.size >= mostWatched) asked.clear()
      asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    names.set(text, `n${names.size}`)
    return names.get(text)
  }
}

const isNameable = (text: string) =>
  /^\s*(select|with|insert|update|delete)\b/i.test(text) && !/\*\s*(,|from\b|$)/i.test(text)
