import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { writeNote } from '#src/features/favourites/contract.ts'
import { longestNote } from '#src/features/favourites/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { FitLine } from '#src/features/matching/components.ts'
import { differingIn } from '#src/features/matching/index.ts'
import { call } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { searchOf, to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { Portrait } from '#src/ui/art/art.tsx'
import { ArrowRightIcon, DoneIcon, StarIcon } from '#src/ui/art/icons.ts'
import { EditIcon, NoteIcon, UnstatedIcon, WaitIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink, IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { restoreFocus } from '#src/ui/focus.ts'
import { CheckField, TextAreaField } from '#src/ui/forms/field.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { listShortlist, type Shortlisted } from './contract.ts'
import { educationOf, heightOf, homeOf, maritalStatusOf, requestOf, workOf } from './facts.ts'

interface CardProps {
  person: Shortlisted
  isPicked: boolean
  onPick: (isPicked: boolean) => void
  children: ReactNode
}

export function FavouriteCard({ person, isPicked, onPick, children }: CardProps) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { number, age, premium, fit } = person
  const name = nameFor(t, person)
  const headingId = `favourite-${number}`
  const words = (...parts: string[]) => parts.filter(Boolean).join('\u00a0· ')
  return (
    <article aria-labelledby={headingId} className={classNames('card favourite-card', premium && 'glow')}>
      <Portrait of={person} />
      <div>
        <h2 id={headingId} className="text-h3 wrap-anywhere">
          {t.biodata.nameAndAge(name, age)}
        </h2>
        <p className="font-semibold wrap-anywhere">{words(workOf(t, person), educationOf(t, person))}</p>
        <p className="text-sm text-ink-2">
          {words(homeOf(t, person), heightOf(t, person), maritalStatusOf(t, person))}
        </p>
      </div>
      {fit && <FitLine fit={{ ...fit, differs: differingIn(fit.wishes) }} isExplained={false} />}
      <Note person={person} />
      <RequestState person={person} />
      <div className="favourite-tools needs-script">
        <CheckField
          label={t.favourites.compare}
          aria-label={t.actions.named(t.favourites.compare, name)}
          checked={isPicked}
          onChange={({ currentTarget }) => onPick(currentTarget.checked)}
        />
        {children}
      </div>
      <div className="card-foot">
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {brand.idPrefix + number}
          {premium && (
            <Pill tone="gold">
              <StarIcon className="fill-current" /> {t.card.premium}
            </Pill>
          )}
        </span>
        <Link to={to.details(person.id)} className="card-link">
          {t.card.viewProfile} <span className="sr-only">{name}</span>
          <ArrowRightIcon />
        </Link>
      </div>
    </article>
  )
}

/** Saved when one leaves the field, which stays: a press on something below it would miss. Escape leaves it as it was. */
function Note({ person }: { person: Shortlisted }) {
  const t = useMemberTexts()
  const { favouriteId: id, note = '' } = person
  const name = nameFor(t, person)
  const { email } = useMember()
  const [typed, setTyped] = useState<string>()
  const [wasOpen, setWasOpen] = useState(false)
  const writing = useAction((text: string) => call(writeNote, { id, email, note: text }), {
    toastText: t.favourites.noteSaved,
    stale: [listShortlist],
  })
  const shown = writing.isPending ? writing.variables : note
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setTyped(undefined)
  }
  if (typed !== undefined)
    return (
      <div className="grid gap-2">
        <TextAreaField
          label={t.actions.named(t.favourites.note, name)}
          hint={t.favourites.noteHint}
          name={`note-${id}`}
          rows={3}
          maxLength={longestNote}
          value={typed}
          autoFocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={() => typed.trim() !== shown && writing.mutate(typed.trim())}
          onKeyDown={onKeyDown}
        />
        <Button look="secondary" small className="justify-self-start" onClick={() => setTyped(undefined)}>
          {t.searches.saveName}
        </Button>
      </div>
    )
  return (
    <div className="favourite-note">
      <NoteIcon className="text-gold-text" />
      <p className={classNames('whitespace-pre-line wrap-anywhere', shown === '' && 'text-ink-2')}>
        {shown || t.favourites.noNote}
      </p>
      <IconButton
        ref={wasOpen ? restoreFocus : undefined}
        label={t.actions.named(t.favourites.writeNote, name)}
        className="needs-script"
        onClick={() => {
          setWasOpen(true)
          setTyped(shown)
        }}
      >
        <EditIcon />
      </IconButton>
    </div>
  )
}

const requestIcons = { pending: WaitIcon, approve: DoneIcon, none: UnstatedIcon }

function RequestState({ person }: { person: Shortlisted }) {
  const t = useMemberTexts()
  const request = requestOf(person)
  const StateIcon = requestIcons[request]
  return (
    <p className="favourite-request" data-request={request}>
      <StateIcon /> {t.favourites.requests[request]}
    </p>
  )
}

/** Two can be compared; until then it says who is chosen. */
export function CompareBar({ people }: { people: readonly Shortlisted[] }) {
  const t = useMemberTexts()
  const [one, other] = people.map((person) => nameFor(t, person))
  return (
    <div className="compare-bar">
      <span className="flex" aria-hidden="true">
        {people.map((person) => (
          <Portrait key={person.number} of={person} className="search-portrait" />
        ))}
      </span>
      <p role="status" className="compare-names">
        {other ? t.favourites.both(one!, other) : t.favourites.oneMore(one!)}
      </p>
      {other && (
        <ButtonLink to={to.myFavourites + searchOf({ compare: people.map(({ number }) => number).join() })}>
          {t.favourites.compare}
        </ButtonLink>
      )}
    </div>
  )
}
