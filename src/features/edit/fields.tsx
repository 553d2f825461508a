import type { ComponentProps } from 'react'
import { FoldedChecks, OptionChecks } from '#src/features/biodata/components.ts'
import * as biodata from '#src/features/biodata/index.ts'
import { ConsentBox, consentInput } from '#src/features/consents/components.ts'
import type { AskedKind } from '#src/features/consents/policy.ts'
import { ContactForOptions } from '#src/features/contact-requests/components.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { formatOff, formatValue, labelOfWish } from '#src/features/matching/index.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon, PersonIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import * as ui from '#src/ui/forms/field.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { type DateParts, dateParts, type FormInput, type TypedForm } from './typed-form.ts'

interface Given {
  typed: TypedForm
  errors: { [Name in FormInput]?: string | undefined }
}

const toOptions = (numbers: readonly number[], label: (n: number) => string) =>
  numbers.map((n) => ({ value: String(n), label: label(n) }))

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

  if (field.kind === 'height') {
    const [feet, inch] = biodata.inputsOf(name)
    const part = (which: 'feet' | 'inch', input: biodata.InputName) => (
      <ui.Select
        id={input}
        name={input}
        defaultValue={String(typed[input])}
        aria-label={t.biodata[which]}
        placeholder={t.biodata[which]}
        options={toOptions(biodata.numbersIn(biodata.heightParts[which]), t.options[which])}
      />
    )
    return (
      <ui.Field isGroup {...texts} error={errors[feet!] ?? errors[inch!]}>
        <div className="pair">
          {part('feet', feet!)}
          {part('inch', inch!)}
        </div>
      </ui.Field>
    )
  }

  const input = name as biodata.InputName
  const common = { ...texts, id: name, error: errors[input] }
  const begun = typed[input]
  if (typeof begun !== 'string') return <DateField {...common} begun={begun} />
  const given = { ...common, name, defaultValue: begun }
  const choose = t.biodata.choose
  switch (field.kind) {
    case 'choice':
      if (field.isOpen) return <ui.SegmentedField {...given} options={biodata.optionsOf(t, field.of)} />
      return <ui.SelectField {...given} placeholder={choose} options={biodata.groupedOptionsOf(t, field.of)} />
    case 'weight': {
      const options = biodata.numbersOf.weight.map((kg) => ({ value: `${kg}kg`, label: t.biodata.kg(kg) }))
      return <ui.SelectField {...given} placeholder={choose} options={options} />
    }
    case 'prose':
      return <ui.TextAreaField {...given} rows={5} />
    case 'number':
      return <ui.TextField {...given} inputMode="numeric" />
    case 'phone':
      return <ui.TextField {...given} type="tel" autoComplete="tel" />
    case 'link':
      return <ui.TextField {...given} type="url" inputMode="url" />
    default:
      return <ui.TextField {...given} autoComplete={field.kind === 'line' ? field.autoComplete : undefined} />
  }
}

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

export function WishFields(given: Given) {
  const t = useMemberTexts()
  return (
    <>
      <p className="mt-1 text-ink-2">{t.wishes.lead}</p>
      <p className="mt-1 text-ink-2">{t.wishes.several}</p>
      {biodata.wishNames.map((wish) => (
        <WishField key={wish} wish={wish} {...given} />
      ))}
      <ui.SegmentedField
        className="wish"
        label={t.wishes.secrecy}
        hint={t.wishes.secrecyHint}
        name="partnerWishesPrivate"
        id="partnerWishesPrivate"
        defaultValue={given.typed.partnerWishesPrivate}
        error={given.errors.partnerWishesPrivate}
        options={[
          { value: 'false', label: t.wishes.shown },
          { value: 'true', label: t.wishes.private },
        ]}
      />
    </>
  )
}

function WishField({ wish, ...given }: Given & { wish: biodata.Wish }) {
  const t = useMemberTexts()
  const label = labelOfWish(t, wish)
  const importance = biodata.matters(wish)
  return (
    <div className="wish">
      <h3 className="plain-heading text-lg">{label}</h3>
      <ui.SegmentedField
        className="wish-matters"
        label={t.wishes.howMuch(label)}
        name={importance}
        id={importance}
        defaultValue={given.typed[importance]}
        options={biodata.importances.map((value) => ({
          value: value === 'nice' ? '' : value,
          label: t.wishes.importances[value],
        }))}
      />
      {biodata.isNumber(wish) ? (
        <NumberFields wish={wish} {...given} />
      ) : (
        <SetField wish={wish} label={label} {...given} />
      )}
    </div>
  )
}

function NumberFields({ wish, typed, errors }: Given & { wish: biodata.NumberWish }) {
  const t = useMemberTexts()
  const [from, to] = biodata.ends(wish)
  const end = (name: typeof from | typeof to, label: string) => {
    const common = { id: name, name, label, defaultValue: typed[name], error: errors[name] }
    // As the specification's age is typed.
    if (wish === 'partnerAge') return <ui.TextField {...common} inputMode="numeric" />
    const options = toOptions(biodata.numbersOf[biodata.wishes[wish].about], (n) => formatValue(t, wish, n))
    return <ui.SelectField {...common} placeholder={t.biodata.choose} options={options} />
  }
  const off = formatOff(t, wish, biodata.wishes[wish].tolerance)
  return (
    <div className="wish-numbers">
      <FormField name={wish} typed={typed} errors={errors} />
      <ui.Field isGroup label={t.wishes.range} hint={t.wishes.about(off)}>
        <div className="grid grid-cols-2 items-end gap-2">
          {end(from, t.find.from)}
          {end(to, t.find.upTo)}
        </div>
      </ui.Field>
    </div>
  )
}

function SetField({ wish, label, typed, errors }: Given & { wish: biodata.SetWish; label: string }) {
  const t = useMemberTexts()
  const { about } = biodata.wishes[wish]
  const [first] = biodata.wishOptions(wish)
  const chosen = typed[wish].split(';').filter(Boolean)
  const box = (option: string) => ({ id: option === first ? wish : undefined, name: `${wish}-${option}` })
  const checks = <OptionChecks of={about} label={label} id={wish} isInGroup chosen={chosen} box={box} />
  return (
    <ui.Field isGroup label={label} error={errors[wish]} className="wish-options">
      {about === 'district' ? (
        <FoldedChecks of={about} label={t.wishes.chooseDistricts} chosen={chosen}>
          {checks}
        </FoldedChecks>
      ) : (
        checks
      )}
    </ui.Field>
  )
}

const seenBy = [
  ['visitors', ShowIcon],
  ['members', PersonIcon],
  ['chosen', LockIcon],
] as const

interface Asked {
  asked: readonly AskedKind[]
  contactFor: ContactFor
  errors: Partial<Record<string, string>>
}

export function Publishing({ asked, contactFor, errors }: Asked) {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.consent.title}>
      {asked.includes('publish') && (
        <div className="mt-4 grid items-start gap-5 publishing">
          <ContactForOptions legend={t.consent.whoSees} chosen={contactFor} />
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
              <ConsentBox what="publish" problem={errors[consentInput.publish]} />
            </div>
          </div>
        </div>
      )}
      {asked.includes('faith') && (
        <div className="mt-4">
          <ConsentBox what="faith" problem={errors[consentInput.faith]} />
        </div>
      )}
    </Section>
  )
}
