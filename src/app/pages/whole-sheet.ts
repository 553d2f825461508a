/**
 * A visitor's page comes with the rules for what it shows (styles.server.ts). The whole sheet is fetched when somebody
 * begins to use the page, and when the page changes by itself. On a page for members it is there before the scripts.
 */
function missing() {
  const link = document.querySelector<HTMLLinkElement>('body > link')
  return link?.sheet ? null : link
}
let coming: Promise<unknown> | undefined

/** @returns nothing if it is here, otherwise when it is, or could not be had: then the next need tries again */
export function loadStyles() {
  const sheet = missing()
  if (!sheet || coming) return coming
  coming = new Promise((done) => {
    sheet.onload = done
    sheet.onerror = () => {
      sheet.disabled = true
      done(undefined)
    }
  }).then(() => {
    coming = undefined
  })
  sheet.disabled = false
  return coming
}

/**
 * The parts of the page listen now. What is pressed is done by them when what they draw has its styles; until then it is
 * noted by `early.ts`.
 */
export function onHydrated() {
  const { repeatEarlyPress } = window
  if (!repeatEarlyPress) return
  window.repeatEarlyPress = undefined
  if (!missing()) return repeatEarlyPress()
  const begin = async () => {
    await loadStyles()
    repeatEarlyPress()
    if (missing()) return
    changes.disconnect()
    listening.abort()
  }
  const listening = new AbortController()
  for (const type of ['pointerdown', 'keydown', 'focusin', 'click', 'change'])
    addEventListener(type, begin, { capture: true, signal: listening.signal })
  const changes = new MutationObserver(begin)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] })
  if (window.earlyPress) begin()
}
