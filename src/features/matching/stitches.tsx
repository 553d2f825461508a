import type { FitSummary } from './contract.ts'

const dashes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => `M${(from + place) * 13 + 4} 4l5-1`).join('')

/** Hidden from screen readers: its words stand beside it. */
export const Stitches = ({ met, of }: FitSummary['yours']) => (
  <svg className="stitches" viewBox={`0 0 ${of * 13} 7`} aria-hidden="true">
    <path d={dashes(0, met)} />
    <path className="unmet" d={dashes(met, of)} />
  </svg>
)
