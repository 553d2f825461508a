import type { ComponentProps } from 'react'
import * as biodata from '#src/features/biodata/index.ts'
import { inchesOf } from '#src/features/biodata/policy.ts'
import { ConsentBox } from '#src/features/consents/components.ts'
import { ContactForOptions } from '#src/features/contact-requests/components.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { formatNumber } from '#src/features/matching/index.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon, PersonIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import * as ui from '#src/ui/forms/field.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { type DateParts, dateParts, type Errors, type TypedForm } from './typed-form.ts'

interface Given {
  /** What the inputs begin with. */
  typed: TypedForm
  errors: Errors
}

export function FormField({ name, typed, errors }: Given & { name: biodata.FieldName }) {
  const t = useMemberTexts()
  const field = biodata.fields[name]
  // Not on the card, and yet visitors learn it by looking for it.
  const isSearched = field.kind === 'choice' && field.inFilter && !field.onCard
  const hints: Partial<Record<biodata.FieldName, string>> = t.biodata.hints
  const texts = {
    label: biodata.labelsOf(t)[name],
    hint: hints[name] ?? (field.isOptional && (isSearched ? t.biodata.searched : t.biodata.notRequired)),
    className: field.isWide && 'edit-wide',
  }
  const common = { ...texts, id: name, error: errors[name] }
  const begun = typed[name]
  if (typeof begun !== 'string') return <DateField {...common} begun={begun} />
  const given = { ...common, name, defaultValue: begun }
  const choose = t.biodata.choose
  switch (field.kind) {
    case 'choice':
      if (field.isOpen) return <ui.SegmentedField {...given} options={biodata.optionsOf(t, field.of)} />
      return <ui.SelectField {...given} placeholder={choose} options={biodata.groupedOptionsOf(t, field.of)} />
    case 'height':
      return <ui.SelectField {...given} placeholder={choose} options={heightsByFoot(t)} />
    case 'weight':
      return <ui.SelectField {...given} placeholder={choose} options={kilogramsOf(t)} />
    case 'prose':
      return <ui.TextAreaField {...given} rows={5} />
    case 'phone':
      return <ui.TextField {...given} type="tel" autoComplete="tel" />
    case 'link':
      return <ui.TextField {...given} type="url" inputMode="url" />
    default:
      return <ui.TextField {...given} autoComplete={field.kind === 'line' ? field.autoComplete : undefined} />
  }
}

const kilogramsOf = (t: AllTexts) =>
  biodata.numbersOf.weight.map((kg) => ({ value: `${kg}kg`, label: t.biodata.kg(kg) }))

const { feet, inch } = biodata.heightParts
/** All that the contract takes, in inches. */
const heights = biodata.numbersIn({ least: inchesOf(feet.least, inch.least), most: inchesOf(feet.most, inch.most) })

const heightsByFoot = (t: AllTexts) =>
  [...Map.groupBy(heights, (inches) => Math.floor(inches / 12))].map(([feet, inches]) => ({
    label: t.options.feet(feet),
    options: inches.map((n) => ({ value: String(n), label: formatNumber(t, 'height', n) })),
  }))

type DateProps = Omit<ComponentProps<typeof ui.Field>, 'children'> & { id: string; begun: DateParts }

/** A birth date as typed, sent as `id-day` and so on; day has `id`. No calendar: GOV.UK design system, "Dates". */
function DateField({ id, begun, ...texts }: DateProps) {
  const t = useMemberTexts()
  return (
    <ui.Field isGroup {...texts}>
      <div className="flex flex-wrap gap-2.5">
        {dateParts.map((part) => {
          const partId = part === 'day' ? id : `${id}-${part}`
          return (
            <div key={part} className={`field ${part === 'year' ? 'year-field' : 'day-field'}`}>
              <label htmlFor={partId}>{t.biodata[part]}</label>
              <ui.Input
                id={partId}
                name={`${id}-${part}`}
                inputMode={part === 'month' ? undefined : 'numeric'}
                autoComplete={`bday-${part}`}
                defaultValue={begun[part]}
              />
            </div>
          )
        })}
      </div>
    </ui.Field>
  )
}

const seenBy = [
  ['visitors', ShowIcon],
  ['members', PersonIcon],
  ['chosen', LockIcon],
] as const

interface PublishingProps {
  contactFor: ContactFor
  problem: string | undefined
}

export function Publishing({ contactFor, problem }: PublishingProps) {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.consent.title}>
      <div className="mt-4 grid items-start gap-5 publishing">
        {/* A guardian is invited and chosen under Privacy: nothing that is typed here may be refused for want of one. */}
        <ContactForOptions legend={t.consent.whoSees} chosen={contactFor} without="ask guardian" />
        <div className="rounded-button bg-surface-2 p-4.5">
          <h3 className="font-sans text-base font-semibold">{t.consent.others}</h3>
          <dl className="mt-2 grid gap-3">
            {seenBy.map(([who, Icon]) => (
              <div key={who} className="grid gap-x-3 publishing-fact">
                <Icon className="mt-0.5 text-ink-2 publishing-icon" />
                <dt className="font-semibold">{t.consent.seenBy[who]}</dt>
                <dd className="text-ink-2">{t.consent.words.publish[who]}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-4 border-t pt-4">
            <ConsentBox what="publish" problem={problem} />
          </div>
        </div>
      </div>
    </Section>
  )
}
