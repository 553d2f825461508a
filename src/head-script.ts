/**
 * Runs in the head of every page, before anything is drawn.
 * - A person who chose no theme gets the system's; the style sheet knows only the attribute.
 * - On a slow line a page is readable seconds before it is alive. The last button pressed in that time is noted, kept
 *   from React, which loses or does a press depending on how far it is, and pressed again by `repeatEarlyPress`.
 */
export const headScript =
  "document.documentElement.dataset.theme||=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';" +
  "addEventListener('click',window.notePress=e=>{let b=e.target.closest('button');if(b?.type=='button'){window.earlyPress=b;e.stopImmediatePropagation()}},true)"

declare global {
  interface Window {
    notePress?: (event: Event) => void
    earlyPress?: HTMLButtonElement
  }
}

/** Does what was asked for before the page could. Called once, when it is alive. */
export function repeatEarlyPress() {
  if (window.notePress) removeEventListener('click', window.notePress, true)
  window.earlyPress?.click()
}
