import sheet from '#src/ui/dashboard.css?inline'

/**
 * The styles that only the dashboard has. Part of the code, they cannot fail apart from it; React puts them into the
 * document once, before anything that needs them is drawn.
 */
export function Styles() {
  return (
    <style href="dashboard" precedence="default">
      {sheet}
    </style>
  )
}
