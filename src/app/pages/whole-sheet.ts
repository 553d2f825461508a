/** A visitor's page has only its own rules (styles.server.ts) until it is used. A member's waits for the sheet before it comes alive. */
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

/** The page's parts listen now. A press waits for the styles of what it draws; `early.ts` notes it until then. */
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
