/**
 * Runs in the head of every page, before anything is drawn.
 * - A person who chose no theme gets the system's; the style sheet knows only the attribute.
 * - On a slow line a page is readable seconds before it is alive. The last button pressed or list chosen from in that
 *   time is noted, kept from React, which loses or does it depending on how far it is, and done by `repeatEarlyPress`.
 *   Buttons that command a dialog need nobody.
 * - On a machine without any font for Bangla (its letters are as wide as one that does not exist), the page waits for
 *   ours: in English too, where people have Bangla names. A Bangla page keeps the room its letters will need: see
 *   `bangla-metrics` in scripts/fonts.ts.
 */
export const headScript =
  "document.documentElement.dataset.theme||=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';" +
  "window.noteEarly=e=>{let c=e.target.closest(e.type=='click'?'button[type=button]:not([commandfor])':'select');if(c){window.early=c;e.stopImmediatePropagation()}};" +
  "for(let t of['click','change'])addEventListener(t,noteEarly,true);" +
  "{let d=document,m=d.currentScript.dataset.metrics,x=d.createElement('canvas').getContext('2d'),w=t=>x.measureText(t).width;" +
  "if(x&&w('\\u0995\\u0996')==w('\\u0984\\u0984')){d.documentElement.dataset.bangla='none';" +
  "m&&d.fonts.add(new FontFace('Bangla Metrics',Uint8Array.from(atob(m),c=>c.charCodeAt()),{weight:'400 700'}))}}"

declare global {
  interface Window {
    noteEarly?: ((event: Event) => void) | undefined
    early?: HTMLElement | undefined
  }
}

/** Does what was asked for before the page could. Called once the parts of the page listen. */
export function repeatEarlyPress() {
  if (window.noteEarly) for (const type of ['click', 'change']) removeEventListener(type, window.noteEarly, true)
  const { early } = window
  window.noteEarly = window.early = undefined
  if (early instanceof HTMLSelectElement) early.dispatchEvent(new Event('change', { bubbles: true }))
  else early?.click()
}
