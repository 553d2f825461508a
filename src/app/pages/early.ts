/**
 * Runs in the head of every page, before anything is drawn. The content security policy knows it by its hash.
 * - The style sheet knows only the theme's attribute, so a person without a choice gets the system's theme here.
 * - React may lose a press before hydration. This notes the last one, keeps it from React and repeats it afterwards.
 *   Buttons that command a dialog need no script.
 * - The page's scripts wait for the first view: fetched with it, they took the line and the processor from it.
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

// By its name: a part of a page that the server could not draw is a template as well.
addEventListener('load', () =>
  document.body.append(document.querySelector<HTMLTemplateElement>('#scripts')?.content ?? ''),
)
