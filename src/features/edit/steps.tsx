import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Section, sections } from '#src/features/biodata/index.ts'
import type { AskedKind } from '#src/features/consents/policy.ts'
import { sectionIcons } from '#src/features/profile/components.ts'
import { useLocation, useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { AlertIcon, CheckIcon } from '#src/ui/art/icons.ts'
import { goToField } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { Pill } from '#src/ui/pill.tsx'
import { type Errors, givenIn, isAsked, parts, progressOf, type TypedForm } from './typed-form.ts'

const stepsId = 'parts'

/** How far a form is. */
interface Filling {
  typed: TypedForm
  errors: Errors
  /** Consents that are asked for. */
  asked: readonly AskedKind[]
  /** What a try to go on has found wrong. */
  said: Errors
}

const partOf = (id: string) => sections.find((part) => part === id || parts[part].some((name) => name === id))

/** A phone shows the part after the `#`, else the one with `missing`. Each is an entry of the history. */
export function useSteps(missing: string | undefined) {
  const navigate = useNavigate()
  const { hash, key, action } = useLocation()
  const arrivedAt = useRef(key)
  // No server learns it.
  const named = useHydrated() ? hash.slice(1) : ''
  const first = partOf(missing ?? '') ?? sections[0]!
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

interface ProgressProps {
  filling: Filling
  shown: Section
  goTo: (part: Section) => void
}

export function Progress({ filling, shown, goTo }: ProgressProps) {
  const t = useMemberTexts()
  const { filled, needed } = progressOf(filling.errors, filling.asked)
  return (
    <nav id={stepsId} aria-label={t.biodata.parts} className="section grid gap-3 edit-progress">
      <p className="font-semibold phone-only">
        {t.biodata.step(sections.indexOf(shown) + 1, sections.length, t.biodata[shown])}
      </p>
      <span aria-hidden="true" className="progress">
        <span style={{ width: `${(100 * filled) / needed}%` }} />
      </span>
      <ol className="edit-parts">
        {sections.map((part) => (
          <li key={part} className="edit-part">
            <PartLink filling={filling} part={part} isShown={part === shown} goTo={goTo} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A part that needs nothing is done once all its optional fields are filled. */
function usePart(part: Section, { typed, errors, asked, said }: Filling) {
  const t = useMemberTexts()
  const given = givenIn(typed, part).filter((name) => !errors[name]).length
  const of = parts[part].filter((place) => place in typed && isAsked(place, typed)).length
  const { missing, filled, needed } = progressOf(errors, asked, parts[part])
  const isOptional = missing.length === 0 && progressOf(errors, [], parts[part]).needed === 0
  return {
    t,
    missing,
    isWrong: parts[part].some((place) => said[place]),
    /** Nothing more is asked for, though there may be room for more. */
    isEnough: isOptional ? given > 0 : missing.length === 0,
    isDone: isOptional ? given === of : missing.length === 0,
    state: isOptional ? t.searches.places(given, of) : t.searches.places(filled, needed),
    label: isOptional ? t.biodata.partOptional(given, of) : t.searches.places(filled, needed),
  }
}

type PartProps = { part: Section; isShown: boolean; filling: Filling; goTo: (part: Section) => void }

function PartLink({ part, isShown, filling, goTo }: PartProps) {
  const { t, missing, isWrong, isEnough, isDone, state } = usePart(part, filling)
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
      {isWrong ? (
        <span className="part-mark text-danger">
          <AlertIcon />
          <span className="sr-only">{t.common.thereIsAProblem}</span>
        </span>
      ) : isEnough ? (
        <span className="part-mark text-ok">
          <CheckIcon />
          <span className="sr-only">{isDone ? t.biodata.partDone : state}</span>
        </span>
      ) : (
        <span className="text-ink-2 phone-sr-only">{state}</span>
      )}
      {isShown && <span className="sr-only phone-only">{t.biodata.stepShown}</span>}
    </a>
  )
}

export function PartState({ part, filling }: { part: Section; filling: Filling }) {
  const { t, isDone, label } = usePart(part, filling)
  if (!isDone) return <Pill className="whitespace-normal">{label}</Pill>
  return (
    <Pill tone="ok">
      <CheckIcon /> {t.biodata.partDone}
    </Pill>
  )
}
