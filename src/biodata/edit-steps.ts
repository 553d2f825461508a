import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from '#src/platform/routing.tsx'
import { goToField } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { sections } from './fields.ts'
import { parts, progressOf, type TypedForm } from './typed-form.ts'

const partOf = (id: string) => sections.find((part) => part === id || parts[part].some((name) => name === id))

/**
 * The part of the form that a phone shows, which has no room for all of them: the one that the address names after its
 * `#`, by itself or by one of its fields; otherwise the first in which something is missing of what the form `began`
 * with. Each is an entry of the browser's history, so that Back leads to the part before.
 */
export function useSteps(began: TypedForm) {
  const navigate = useNavigate()
  const { hash, key } = useLocation()
  // No server learns it.
  const named = useHydrated() ? hash.slice(1) : ''
  const [missing] = progressOf(began).missing
  const part = partOf(named) ?? (missing && partOf(missing)) ?? sections[0]!
  const place = sections.indexOf(part)

  const arrive = useEffectEvent(() => {
    if (!named) return
    if (named !== part) return void goToField(named)
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
    /** To a part, or to a field in whichever it is. @returns true, as there is one */
    goTo(id: string) {
      if (!goToField(id)) navigate(`#${id}`)
      return true
    },
  }
}

/** Where the list of the parts stands, with which every step begins. */
export const stepsId = 'parts'
