import { classNames } from './class-names.ts'

interface DotsProps {
  /** What is false or empty is left out. */
  children: readonly (string | false | undefined)[]
  className?: string
}

/** Facts of one line. A dot stands only between two of them, never at the end or beginning of a line. */
export function Dots({ children, className }: DotsProps) {
  const facts = children.filter((fact) => !!fact)
  return (
    <span className={classNames('dots', className)}>
      {facts.map((fact, place) => (
        <span key={String(fact)}>
          {fact}
          {place < facts.length - 1 && <span className="sr-only">, </span>}
        </span>
      ))}
    </span>
  )
}
