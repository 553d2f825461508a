import type { ComponentProps } from 'react'
import { Folded, OptionChecks } from '#src/features/biodata/components.ts'
import * as biodata from '#src/features/biodata/index.ts'
import { formatOff, formatValue, labelOfWish } from '#src/features/matching/index.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import * as ui from '#src/ui/forms/field.tsx'
import { type DateParts, dateParts, type FormInput, type TypedForm } from './typed-form.ts'

interface Given {
  typed: TypedForm
  errors: { [Name in FormInput]?: string | undefined }
}

type Ends = { least: number; most: number }
const numbersIn = ({ least, most }: Ends) => Array.from({ length: most - least + 1 }, (_, place) => least + place)
const toOptions = (numbers: readonly number[], label: (n: number) => string) =>
  numbers.map((n) => ({ value: String(n), label: label(n) }))

/** The input of a field; of a height two. */
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
        options={toOptions(numbersIn(biodata.heightParts[which]), t.options[which])}
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
      if (field.isOpen) return <ui.SegmentedField {...given} options={biodata.allOptionsOf(t, field.of)} />
      return <ui.SelectField {...given} placeholder={choose} options={biodata.groupedOptionsOf(t, field.of)} />
    case 'weight': {
      const options = biodata.weights.map((kg) => ({ value: `${kg}kg`, label: t.biodata.kg(kg) }))
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

/** An age is typed, as the specification's is. */
const numbersOf = { partnerHeight: numbersIn(biodata.searchedHeights), partnerWeight: biodata.weights }

function NumberFields({ wish, typed, errors }: Given & { wish: biodata.NumberWish }) {
  const t = useMemberTexts()
  const [from, to] = biodata.ends(wish)
  const end = (name: typeof from | typeof to, label: string) => {
    const common = { id: name, name, label, defaultValue: typed[name], error: errors[name] }
    if (wish === 'partnerAge') return <ui.TextField {...common} inputMode="numeric" />
    const options = toOptions(numbersOf[wish], (n) => formatValue(t, wish, n))
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
        <Folded label={t.wishes.chooseDistricts} chosen={chosen.length}>
          {checks}
        </Folded>
      ) : (
        checks
      )}
    </ui.Field>
  )
}
