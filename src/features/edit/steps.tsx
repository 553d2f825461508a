import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Section, sections } from '#src/features/biodata/index.ts'
import { consentInput } from '#src/features/consents/components.ts'
import { sectionIcons } from '#src/features/profile/components.ts'
import { useLocation, useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CheckIcon } from '#src/ui/art/icons.ts'
import { goToField } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { Pill } from '#src/ui/pill.tsx'
import { givenIn, isAsked, parts, progressOf, type TypedForm } from './typed-form.ts'

const stepsId = 'parts'

/** What one agrees to stands below the last part. */
const partOf = (id: string) =>
  sections.find((part) => part === id || parts[part].some((name) => name === id)) ??
  (Object.values<string>(consentInput).includes(id) ? sections.at(-1) : undefined)

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
    if ((isComing && (named === '' || action === 'POP')) || wanted !== part) return
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
    goTo(id: string) {
      if (!goToField(id)) navigate(`#${id}`)
      return true
    },
  }
}

export function Progress({ typed, shown, goTo }: { typed: TypedForm; shown: Section; goTo: (part: Section) => void }) {
  const t = useMemberTexts()
  const { filled, needed } = progressOf(typed)
  return (
    <nav id={stepsId} aria-label={t.biodata.parts} className="section grid gap-3 edit-progress">
      <p className="text-sm text-ink-2 phone-only">{t.biodata.step(sections.indexOf(shown) + 1, sections.length)}</p>
      <span aria-hidden="true" className="progress">
        <span style={{ width: `${(100 * filled) / needed}%` }} />
      </span>
      <ol className="edit-parts">
        {sections.map((part) => (
          <li key={part} className="edit-part">
            <PartLink typed={typed} part={part} isShown={part === shown} goTo={goTo} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function usePart(part: Section, typed: TypedForm) {
  const given = givenIn(typed, part).length
  const of = parts[part].filter((name) => isAsked(name, typed)).length
  const { missing, filled, needed } = progressOf(typed, parts[part])
  return { t: useMemberTexts(), given, of, missing, filled, needed, isDone: needed > 0 && missing.length === 0 }
}

type PartProps = { part: Section; isShown: boolean; typed: TypedForm; goTo: (part: Section) => void }

function PartLink({ part, isShown, typed, goTo }: PartProps) {
  const { t, given, of, missing, filled, needed, isDone } = usePart(part, typed)
  const PartIcon = sectionIcons[part]
  return (
    <a
      href={`#${part}`}
      className="part-link"
      data-shown={isShown || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!goToField(missing[0] ?? parts[part][0]!)) goTo(part)
      }}
    >
      <PartIcon className="size-5 phone-only" />
      <span className="phone-sr-only">{t.biodata[part]}</span>
      {isDone ? (
        <span className="part-done text-ok">
          <CheckIcon />
          <span className="sr-only">{t.biodata.partDone}</span>
        </span>
      ) : (
        <span className="text-ink-2 phone-sr-only">
          {needed === 0 ? t.searches.places(given, of) : t.searches.places(filled, needed)}
        </span>
      )}
      {isShown && <span className="sr-only phone-only">{t.biodata.stepShown}</span>}
    </a>
  )
}

export function PartState({ part, typed }: { part: Section; typed: TypedForm }) {
  const { t, given, of, filled, needed, isDone } = usePart(part, typed)
  if (needed === 0) return <Pill className="whitespace-normal">{t.biodata.partOptional(given, of)}</Pill>
  if (!isDone) return <Pill>{t.searches.places(filled, needed)}</Pill>
  return (
    <Pill tone="ok">
      <CheckIcon /> {t.biodata.partDone}
    </Pill>
  )
}
