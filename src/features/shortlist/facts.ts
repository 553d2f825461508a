import { attestedWords } from '#src/features/attestations/components.ts'
import { formatOption, formatOptionOfPerson, labelsOf } from '#src/features/biodata/index.ts'
import { inchesOf } from '#src/features/biodata/policy.ts'
import { formatNumber, formatWished } from '#src/features/matching/index.ts'
import type { AllTexts } from '#src/texts/texts.tsx'
import type { Shortlisted } from './contract.ts'

export const heightOf = (t: AllTexts, { feet, inch }: Shortlisted) => formatNumber(t, 'height', inchesOf(feet, inch))

export const workOf = (t: AllTexts, { profession, occupation }: Shortlisted) =>
  profession ?? formatOption(t, 'occupation', occupation)

export const homeOf = (t: AllTexts, { district, division }: Shortlisted) =>
  district ? formatOption(t, 'district', district) : formatOption(t, 'division', division)

const optional = (t: AllTexts, of: 'education' | 'religion' | 'maritalStatus', person: Shortlisted) =>
  person[of] ? formatOptionOfPerson(t, of, person[of], person.gender) : ''

export const educationOf = (t: AllTexts, person: Shortlisted) => optional(t, 'education', person)
export const maritalStatusOf = (t: AllTexts, person: Shortlisted) => optional(t, 'maritalStatus', person)

export const requestOf = ({ request }: Shortlisted): NonNullable<Shortlisted['request']> | 'none' => request ?? 'none'

/** What they look for, as far as they show it: age and divisions. */
function lookingFor(t: AllTexts, { fit }: Shortlisted) {
  const wishes = fit?.wishes ?? []
  return wishes
    .flatMap(({ name, theirs }) =>
      theirs && (name === 'partnerAge' || name === 'partnerDivision') ? [formatWished(t, name, theirs)] : [],
    )
    .join(', ')
}

/** What two people are compared by, as label and words of each; empty where there are none. */
export function compared(t: AllTexts, people: readonly Shortlisted[]) {
  const labels = { ...labelsOf(t), ...t.biodata.shownLabels }
  const rows: [label: string, say: (person: Shortlisted) => string][] = [
    [labels.profession, (person) => workOf(t, person)],
    [labels.education, (person) => educationOf(t, person)],
    [labels.district, (person) => homeOf(t, person)],
    [labels.height, (person) => heightOf(t, person)],
    [labels.maritalStatus, (person) => maritalStatusOf(t, person)],
    [labels.religion, (person) => optional(t, 'religion', person)],
    [labels.fatherOccupation, ({ fatherOccupation = '' }) => fatherOccupation],
    [t.favourites.lookingFor, (person) => lookingFor(t, person)],
    [t.attested.title, ({ attested }) => attestedWords(t, attested)],
    [t.favourites.note, ({ note }) => note || t.favourites.noNote],
    [t.favourites.request, (person) => t.favourites.requests[requestOf(person)]],
  ]
  return rows
    .map(([label, say]) => ({ label, values: people.map(say) }))
    .filter(({ values }) => values.some((value) => value !== ''))
}
