/** What an attack brought, beside what it may bring. */
export interface Figure {
  attack: string
  found: number
  of?: number
  /** What the project promises; undefined for a weakness that is only measured. */
  promised?: { atMost: number } | { atLeast: number }
}
export type Attack = (target: import('./target.ts').Target) => AsyncGenerator<Figure>

const isKept = ({ found, promised }: Figure) =>
  promised === undefined || ('atMost' in promised ? found <= promised.atMost : found >= promised.atLeast)
const said = (promised: Figure['promised']) =>
  promised === undefined
    ? 'no promise'
    : 'atMost' in promised
      ? `at most ${promised.atMost}`
      : `at least ${promised.atLeast}`

/** Prints a figure. @returns whether it is as promised */
export function print(figure: Figure) {
  const { attack, found, of, promised } = figure
  const mark = promised === undefined ? ' ' : isKept(figure) ? '✓' : '✗'
  console.log(`${mark} ${attack}: ${found}${of === undefined ? '' : ` of ${of}`} (${said(promised)})`)
  return isKept(figure)
}

export const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
