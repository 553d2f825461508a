import { Folded, OptionChecks } from '#src/features/biodata/components.ts'
import {
  ends,
  importances,
  isNumber,
  matters,
  type NumberWish,
  type SetWish,
  searchedHeights,
  type Wish,
  weights,
  wishes,
  wishNames,
  wishOptions,
} from '#src/features/biodata/index.ts'
import { formatOff, formatValue, labelOfWish } from '#src/features/matching/index.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { FieldGroup, SegmentedField, SelectField, TextField } from '#src/ui/forms/field.tsx'
import { FormField } from './form-field.tsx'
import type { FormInput, TypedForm } from './typed-form.ts'

interface Given {
  typed: TypedForm
  errors: { [Name in FormInput]?: string | undefined }
}

export function WishFields(given: Given) {
  const t = useMemberTexts()
  return (
    <>
      <p className="mt-1 text-ink-2">{t.wishes.lead}</p>
      <p className="mt-1 text-ink-2">{t.wishes.several}</p>
      {wishNames.map((wish) => (
        <WishField key={wish} wish={wish} {...given} />
      ))}
      <SegmentedField
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

function WishField({ wish, ...given }: Given & { wish: Wish }) {
  const t = useMemberTexts()
  const label = labelOfWish(t, wish)
  const importance = matters(wish)
  return (
    <div className="wish">
      <h3 className="plain-heading text-lg">{label}</h3>
      <SegmentedField
        className="wish-matters"
        label={t.wishes.howMuch(label)}
        name={importance}
        id={importance}
        defaultValue={given.typed[importance]}
        options={importances.map((value) => ({
          value: value === 'nice' ? '' : value,
          label: t.wishes.importances[value],
        }))}
      />
      {isNumber(wish) ? <NumberFields wish={wish} {...given} /> : <SetField wish={wish} label={label} {...given} />}
    </div>
  )
}

const { least, most } = searchedHeights
/** An age is typed, as the specification's is. */
const numbersOf = {
  partnerHeight: Array.from({ length: most - least + 1 }, (_, more) => least + more),
  partnerWeight: weights,
}

function NumberFields({ wish, typed, errors }: Given & { wish: NumberWish }) {
  const t = useMemberTexts()
  const [from, to] = ends(wish)
  const end = (name: typeof from | typeof to, label: string) => {
    const common = { id: name, name, label, defaultValue: typed[name], error: errors[name] }
    if (wish === 'partnerAge') return <TextField {...common} inputMode="numeric" />
    const options = numbersOf[wish].map((n) => ({ value: String(n), label: formatValue(t, wish, n) }))
    return <SelectField {...common} placeholder={t.biodata.choose} options={options} />
  }
  return (
    <div className="wish-numbers">
      <FormField name={wish} typed={typed} errors={errors} />
      <FieldGroup label={t.wishes.range} hint={t.wishes.about(formatOff(t, wish, wishes[wish].tolerance))}>
        <div className="grid grid-cols-2 items-end gap-2">
          {end(from, t.find.from)}
          {end(to, t.find.upTo)}
        </div>
      </FieldGroup>
    </div>
  )
}

function SetField({ wish, label, typed, errors }: Given & { wish: SetWish; label: string }) {
  const t = useMemberTexts()
  const { about } = wishes[wish]
  const chosen = typed[wish].split(';').filter(Boolean)
  const checks = (
    <OptionChecks
      of={about}
      label={label}
      id={wish}
      isInGroup
      chosen={chosen}
      box={(option) => ({
        id: option === wishOptions(wish)[0] ? wish : undefined,
        name: `${wish}-${option}`,
      })}
    />
  )
  return (
    <FieldGroup label={label} error={errors[wish]} className="wish-options">
      {about === 'district' ? (
        <Folded label={t.wishes.chooseDistricts} chosen={chosen.length}>
          {checks}
        </Folded>
      ) : (
        checks
      )}
    </FieldGroup>
  )
}
