import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { goToField } from '#src/ui/focus.ts'
import { CheckIcon } from '#src/ui/icons.ts'
import { Pill } from '#src/ui/pill.tsx'
import { type Section, sections } from './fields.ts'
import { parts, progressOf, saidOf, type TypedForm } from './typed-form.ts'

/** Where something is missing still, and the way there. */
export function Progress({ typed }: { typed: TypedForm }) {
  const t = useMemberTexts()
  const { missing, filled, needed } = progressOf(typed)
  return (
    <nav
      aria-label={t.biodata.parts}
      className={classNames('section grid gap-3', filled === needed && 'max-sm:hidden')}
    >
      <span aria-hidden="true" className="progress">
        <span style={{ width: `${(100 * filled) / needed}%` }} />
      </span>
      <ol className="flex flex-wrap gap-2">
        {sections.map((part) => (
          <PartLink key={part} typed={typed} part={part} isNext={parts[part].some((name) => name === missing[0])} />
        ))}
      </ol>
    </nav>
  )
}

function PartLink({ part, isNext, typed }: { part: Section; isNext: boolean; typed: TypedForm }) {
  const t = useMemberTexts()
  const { missing, filled, needed } = progressOf(typed, parts[part])
  const { said, of } = saidOf(typed, parts[part])
  const field = missing[0] ?? parts[part][0]!
  // A phone has room for what comes next only.
  return (
    <li className={isNext ? undefined : 'max-sm:hidden'}>
      <a
        href={`#${field}`}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border-[1.5px] border-line px-3.5 text-md font-medium"
        onClick={(event) => {
          if (goToField(field)) event.preventDefault()
        }}
      >
        {t.biodata[part]}
        {needed === 0 ? (
          <span className="text-ink-2">{t.biodata.partFilled(said, of)}</span>
        ) : missing.length === 0 ? (
          <span className="text-ok">
            <CheckIcon />
            <span className="sr-only">{t.biodata.partDone}</span>
          </span>
        ) : (
          <span className="text-ink-2">{t.biodata.partFilled(filled, needed)}</span>
        )}
      </a>
    </li>
  )
}

export function PartState({ part, typed }: { part: Section; typed: TypedForm }) {
  const t = useMemberTexts()
  const { missing, filled, needed } = progressOf(typed, parts[part])
  const { said, of } = saidOf(typed, parts[part])
  if (needed === 0) return <Pill className="whitespace-normal">{t.biodata.partOptional(said, of)}</Pill>
  return missing.length === 0 ? (
    <Pill tone="ok" className="max-sm:hidden">
      <CheckIcon /> {t.biodata.partDone}
    </Pill>
  ) : (
    <Pill>{t.biodata.partFilled(filled, needed)}</Pill>
  )
}
