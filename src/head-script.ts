/**
 * Runs in the head of every page, before anything is drawn.
 * - A person who chose no theme gets the system's; the style sheet knows only the attribute.
 * - On a slow line a page is readable seconds before it is alive. The last button pressed in that time is noted and
 *   pressed again by `repeatEarlyPress`.
 */
export const headScript =
  "document.documentElement.dataset.theme||=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';" +
  "addEventListener('click',window.notePress=e=>{let b=e.target.closest('button');if(b?.type=='button')window.earlyPress=b},true)"

declare global {
  interface Window {
    notePress?: (event: Event) => void
    earlyPress?: HTMLButtonElement
  }
}

/** Called just before React takes the page over: from then on it keeps presses itself, and one would count twice. */
export function stopNotingPresses() {
  if (window.notePress) removeEventListener('click', window.notePress, true)
}

/** Does what was asked for before the page could. Called once, when it is alive. */
export const repeatEarlyPress = () => window.earlyPress?.click()
