import sheet from '#src/ui/dashboard.css?inline'

/** Styles as code cannot fail apart from it. React inserts them before anything that needs them is drawn. */
export function Styles() {
  return (
    <style href="dashboard" precedence="default">
      {sheet}
    </style>
  )
}
