export type PageKind = 'cards' | 'table' | 'form' | 'form-card' | 'prose'

const parts = [...'123456'].map((part) => <i key={part} />)

/** The outline of a page that is not here yet, in the place of its parts; `label` is spoken. */
export function Skeleton({ kind, label }: { kind: PageKind; label: string }) {
  return (
    <div role="status" className={`wrap skeleton ${kind}`}>
      <h1 className="sr-only">{label}</h1>
      <i />
      <div>{parts}</div>
    </div>
  )
}
