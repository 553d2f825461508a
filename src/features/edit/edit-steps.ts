import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sections } from '#src/features/biodata/index.ts'
import { consentInput } from '#src/features/consents/components.ts'
import { useLocation, useNavigate } from '#src/platform/navigation/routing.tsx'
import { goToField } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { parts, progressOf, type TypedForm } from './typed-form.ts'

const last = sections.at(-1)!
/** What one agrees to stands below the last part. */
const partOf = (id: string) =>
  sections.find((part) => part === id || parts[part].some((name) => name === id)) ??
  (Object.values<string>(consentInput).includes(id) ? last : undefined)

/** A phone shows the part after the `#`, else the first incomplete one of `began`. Each is an entry of the history. */
export function useSteps(began: TypedForm) {
  const navigate = useNavigate()
  const { hash, key, action } = useLocation()
  const arrivedAt = useRef(key)
  // No server learns it.
  const named = useHydrated() ? hash.slice(1) : ''
  const [missing] = progressOf(began).missing
  const first = (missing && partOf(missing)) ?? sections[0]!
  const [part, setPart] = useState(first)
  // Something else of the page leads to no other part.
  const wanted = named === '' ? first : partOf(named)
  if (wanted && wanted !== part) setPart(wanted)
  const place = sections.indexOf(part)

  const arrive = useEffectEvent(() => {
    const isComing = arrivedAt.current === key
    arrivedAt.current = key
    // A page that is come to begins at its top, or where it was left.
    if (isComing && (named === '' || action === 'POP')) return
    if (wanted !== part) return
    if (named !== '' && named !== part) return void goToField(named)
    document.getElementById(stepsId)?.scrollIntoView({ block: 'start' })
    document.getElementById(part)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (key) arrive()
  }, [key])

  return {
    part,
    before: sections[place - 1],
    after: sections[place + 1],
    /** @returns true, as there is one */
    goTo(id: string) {
      if (!goToField(id)) navigate(`#${id}`)
      return true
    },
  }
}

export const stepsId = 'parts'
