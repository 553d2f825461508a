/**
 * Runs in the head of every page, before anything is drawn.
 * - A person who chose no theme gets the system's; the style sheet knows only the attribute.
 * - On a slow line a page is readable seconds before it is alive. The last button pressed or list chosen from in that
 *   time is noted, kept from React, which loses or does it depending on how far it is, and done by `repeatEarlyPress`.
 */
export const headScript =
  "document.documentElement.dataset.theme||=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';" +
  "window.noteEarly=e=>{let c=e.target.closest(e.type=='click'?'button[type=button]':'select');if(c){window.early=c;e.stopImmediatePropagation()}};" +
  "for(let t of['click','change'])addEventListener(t,noteEarly,true)"

declare global {
  interface Window {
    noteEarly?: (event: Event) => void
    early?: HTMLElement | undefined
  }
}

/** Does what was asked for before the page could. Called once the parts of the page listen. */
export function repeatEarlyPress() {
  if (window.noteEarly) for (const type of ['click', 'change']) removeEventListener(type, window.noteEarly, true)
  const { early } = window
  window.early = undefined
  if (early instanceof HTMLSelectElement) early.dispatchEvent(new Event('change', { bubbles: true }))
  else early?.click()
}
