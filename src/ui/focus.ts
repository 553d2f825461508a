/** A ref for what replaces a pressed element: a keyboard user would have to begin again at the top of the page. */
export const restoreFocus = (element: HTMLElement | null) => {
  const focused = document.activeElement
  if (focused === document.body || focused?.matches(':disabled')) element?.focus()
}

/** A ref for what has the focus when a dialog opens. React would focus it once, when the page is drawn. */
export const takesFocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')

/** For a part that stands on many pages: not every page's heading takes the focus, but the part around it does. */
export const focusMain = () => document.getElementById('main')?.focus()

export const focusHeading = () => document.querySelector('h1')?.focus()

/** To a field of a form, with its label in sight; what it is folded into opens. @returns whether it can be seen */
export function goToField(id: string) {
  const field = document.getElementById(id)
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  if (!field || field.getClientRects().length === 0) return false
  field.closest('.field')?.scrollIntoView({ block: 'start' })
  field.focus({ preventScroll: true })
  return true
}

/** After a row was deleted: to the same button of the row after it, else before it, else to the page's heading. */
export function focusNeighbour<Row>(rows: readonly Row[], deleted: Row, buttonIdOf: (row: Row) => string) {
  const place = rows.indexOf(deleted)
  const neighbour = rows[place + 1] ?? rows[place - 1]
  const next = (neighbour && document.getElementById(buttonIdOf(neighbour))) ?? document.querySelector('h1')
  // The row may not have left the page yet.
  if (document.activeElement?.id === buttonIdOf(deleted)) next?.focus()
  else restoreFocus(next)
}
