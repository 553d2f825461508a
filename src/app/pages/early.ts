/**
 * Runs in the head of every page, before anything is drawn: scripts/build.ts makes one line of it, which the document
 * holds and the content security policy knows by its hash.
 * - A person who chose no theme gets the system's; the style sheet knows only the attribute.
 * - On a slow line a page is readable seconds before it is alive. The last button or option pressed, or list chosen from,
 *   in that time is noted, kept from React, which loses or does it depending on how far it is, and done by `repeatEarlyPress`
 *   once the parts of the page listen and what they draw has its styles (whole-sheet.ts). Buttons that command a dialog
 *   need nobody.
 */
export {}

declare global {
  interface Window {
    repeatEarlyPress?: (() => void) | undefined
    earlyPress?: HTMLElement | undefined
  }
}

const { dataset } = document.documentElement
dataset.theme ||= matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

const answers = { click: 'button[type=button]:not([commandfor]),[type=radio]', change: 'select' }
const types = Object.keys(answers) as (keyof typeof answers)[]

function note(event: Event) {
  const pressed = (event.target as Element).closest<HTMLElement>(answers[event.type as keyof typeof answers])
  if (!pressed) return
  window.earlyPress = pressed
  event.stopPropagation()
  // So that what it draws has its styles when the page is alive; if they do not come, whole-sheet.ts asks once more.
  const sheet = document.querySelector<HTMLLinkElement>('link[disabled]')
  if (!sheet) return
  sheet.onerror = () => {
    sheet.disabled = true
  }
  sheet.disabled = false
}
for (const type of types) addEventListener(type, note, true)

window.repeatEarlyPress = () => {
  for (const type of types) removeEventListener(type, note, true)
  const { earlyPress } = window
  window.earlyPress = undefined
  if (earlyPress instanceof HTMLSelectElement) earlyPress.dispatchEvent(new Event('change', { bubbles: true }))
  else {
    // What is chosen already would not be chosen by a click.
    if (earlyPress instanceof HTMLInputElement) earlyPress.checked = false
    earlyPress?.click()
  }
}
