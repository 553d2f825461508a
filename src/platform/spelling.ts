/** How many letters have to be left out, added, changed or swapped with their neighbour to make one of the other. */
export function distanceBetween(a: string, b: string) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, changed, swapped))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** The one of `names` that needs the fewest changes to become `given`; undefined where every letter would have to change. */
export function nearestTo(given: string, names: readonly string[]): string | undefined {
  const known = names
    .map((name) => ({ name, distance: distanceBetween(given.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)[0]
  return known && known.distance < Math.max(given.length, known.name.length) ? known.name : undefined
}
