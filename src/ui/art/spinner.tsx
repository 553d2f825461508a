/** The large centred spinner; it stays invisible for the first 150 ms. `label` is spoken, and shown without motion. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="spinner">
      <svg viewBox="0 0 64 64" fill="none" strokeWidth="6" strokeLinecap="round" aria-hidden="true">
        <circle cx="32" cy="32" r="26" stroke="var(--color-line)" />
        <path d="M32 6a26 26 0 0 1 26 26" stroke="currentColor" />
      </svg>
      <span className="spinner-words">{label}</span>
    </div>
  )
}
