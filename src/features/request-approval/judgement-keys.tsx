import { useEffect, useLayoutEffect, useState } from 'react'
import { attempt } from '#src/platform/browser-storage/storage.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { CheckField } from '#src/ui/forms/field.tsx'

const keys = ['j', 'k', 'x', 'a', 'r', 'z'] as const
type Key = (typeof keys)[number]

const place = 'keys are off'
const areOn = () => attempt(() => localStorage.getItem(place)) !== 'true'

/** Not while something is typed or asked, with Ctrl and the like, or where they are switched off (WCAG 2.1.4). */
export function useKeys(actions: Record<Key, () => unknown>) {
  // At once: a key that is pressed as soon as the next request is seen must not decide the one before.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !areOn()) return
      const { target } = event
      const isTyping = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')
      if (isTyping || document.querySelector('dialog[open]')) return
      const key = keys.find((known) => known === event.key.toLowerCase())
      if (!key) return
      event.preventDefault()
      actions[key]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/** Which keys there are, and the switch; only where there is room for a keyboard. */
export function KeyList() {
  const t = useAdminTexts()
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(areOn()), [])
  return (
    <div className="flex wide-only flex-wrap items-center gap-x-4 text-md text-ink-2">
      <CheckField
        label={t.judging.useKeys}
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked)
          attempt(() => localStorage.setItem(place, String(!target.checked)))
        }}
      />
      {isOn && (
        <ul aria-label={t.judging.keys} className="flex flex-wrap gap-x-4 gap-y-1">
          {keys.map((key) => (
            <li key={key}>
              <kbd className="rounded-button key">{key.toUpperCase()}</kbd> {t.judging.keyNames[key]}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
