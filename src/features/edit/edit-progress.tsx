import { type Section, sections } from '#src/features/biodata/index.ts'
import { sectionIcons } from '#src/features/profile/components.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { CheckIcon } from '#src/ui/art/icons.ts'
import { goToField } from '#src/ui/focus.ts'
import { Pill } from '#src/ui/pill.tsx'
import { stepsId } from './edit-steps.ts'
import { isAsked, parts, progressOf, saidIn, type TypedForm } from './typed-form.ts'

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
  const t = useMemberTexts()
  const [said, of] = [saidIn(typed, part).length, parts[part].filter((name) => isAsked(name, typed)).length]
  return { t, said, of, ...progressOf(typed, parts[part]) }
}

type PartProps = { part: Section; isShown: boolean; typed: TypedForm; goTo: (part: Section) => void }

function PartLink({ part, isShown, typed, goTo }: PartProps) {
  const { t, said, of, missing, filled, needed } = usePart(part, typed)
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
      {needed > 0 && missing.length === 0 ? (
        <span className="part-done text-ok">
          <CheckIcon />
          <span className="sr-only">{t.biodata.partDone}</span>
        </span>
      ) : (
        <span className="text-ink-2 phone-sr-only">
          {needed === 0 ? t.searches.places(said, of) : t.searches.places(filled, needed)}
        </span>
      )}
      {isShown && <span className="sr-only phone-only">{t.biodata.stepShown}</span>}
    </a>
  )
}

export function PartState({ part, typed }: { part: Section; typed: TypedForm }) {
  const { t, said, of, missing, filled, needed } = usePart(part, typed)
  if (needed === 0) return <Pill className="whitespace-normal">{t.biodata.partOptional(said, of)}</Pill>
  return missing.length === 0 ? (
    <Pill tone="ok">
      <CheckIcon /> {t.biodata.partDone}
    </Pill>
  ) : (
    <Pill>{t.searches.places(filled, needed)}</Pill>
  )
}
