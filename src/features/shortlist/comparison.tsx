import { useState } from 'react'
import { Stitches } from '#src/features/matching/components.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { BackLink, Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { ArrowLeftIcon } from '#src/ui/art/icons.ts'
import { HeartIcon } from '#src/ui/art/member-icons.ts'
import { Empty } from '#src/ui/empty.tsx'
import { CheckField } from '#src/ui/forms/field.tsx'
import { useSite } from '#src/ui/site.tsx'
import type { Shortlisted } from './contract.ts'
import { compared } from './facts.ts'

const isSame = ([one, other]: string[]) => one === other

/** Two favourites side by side. */
export function Comparison({ people }: { people: readonly Shortlisted[] }) {
  const t = useMemberTexts()
  const [isShort, setShort] = useState(false)
  const rows = compared(t, people).filter(({ values }) => !isShort || !isSame(values))
  return (
    <>
      <BackLink to={to.myFavourites} className="touch inline-flex items-center gap-2 text-ink-2">
        <ArrowLeftIcon /> {t.dashboard.favourites}
      </BackLink>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-4">
        <h1 tabIndex={-1} className="text-title">
          {t.favourites.compareTitle}
        </h1>
        {people.length === 2 && (
          <CheckField
            label={t.favourites.onlyDifferent}
            className="needs-script"
            checked={isShort}
            onChange={({ currentTarget }) => setShort(currentTarget.checked)}
          />
        )}
      </div>
      {people.length < 2 ? (
        <Empty icon={HeartIcon} title={t.favourites.notBoth} ways={[[to.myFavourites, t.dashboard.favourites]]}>
          {t.favourites.notBothHint}
        </Empty>
      ) : (
        <table className="section comparison">
          <caption className="sr-only">{t.favourites.compareTitle}</caption>
          <thead>
            <tr>
              <td className="comparison-corner" />
              {people.map((person) => (
                <PersonHead key={person.id} person={person} />
              ))}
            </tr>
          </thead>
          <tbody>
            <FitRow people={people} />
            {rows.map(({ label, values }) => (
              <tr key={label} data-same={isSame(values) || undefined}>
                <th scope="row">{label}</th>
                {values.map((value, place) => (
                  <td key={people[place]!.id}>
                    {label === t.favourites.request && people[place]!.request === 'approve' ? (
                      <Link to={to.details(people[place]!.id)} className="text-primary underline">
                        {value}
                      </Link>
                    ) : (
                      value || t.favourites.unsaid
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function PersonHead({ person }: { person: Shortlisted }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  return (
    <th scope="col">
      <Portrait of={person} className="comparison-portrait" />
      <Link to={to.details(person.id)} className="block font-semibold underline">
        {t.biodata.nameAndAge(nameFor(t, person), person.age)}
      </Link>
      <span className="font-normal text-ink-2">{brand.idPrefix + person.number}</span>
    </th>
  )
}

/** Of nobody where the reader has no biodata, and of nobody of the reader's own gender. */
function FitRow({ people }: { people: readonly Shortlisted[] }) {
  const t = useMemberTexts()
  if (people.every(({ fit }) => !fit)) return null
  return (
    <tr>
      <th scope="row">{t.favourites.match}</th>
      {people.map(({ id, fit, gender }) => (
        <td key={id}>
          {fit && (
            <>
              {fit.yours.of > 0 && (
                <span className="flex flex-wrap items-center gap-x-2.5">
                  <Stitches {...fit.yours} />
                  {t.whyYouTwo.both.yours(gender, fit.yours.met, fit.yours.of)}
                </span>
              )}
              {fit.theirs.of > 0 && (
                <span className="block font-normal text-ink-2">
                  {t.whyYouTwo.both.theirs(gender, fit.theirs.met, fit.theirs.of)}
                </span>
              )}
            </>
          )}
        </td>
      ))}
    </tr>
  )
}
