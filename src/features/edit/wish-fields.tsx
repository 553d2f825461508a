import type { ReactNode } from 'react'
import { OptionChecks } from '#src/features/biodata/components.ts'
import * as biodata from '#src/features/biodata/index.ts'
import { formatValue, formatWished, labelOfWish } from '#src/features/matching/index.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ChevronDownIcon, PlusIcon } from '#src/ui/art/member-icons.ts'
import * as ui from '#src/ui/forms/field.tsx'
import { type Errors, endsIn, type TypedForm } from './typed-form.ts'
import { WishCount } from './wish-count.tsx'

interface Given {
  /** What the inputs begin with. */
  typed: TypedForm
  /** What is in them. */
  now: TypedForm
  errors: Errors
}

export function WishFields({ typed, now, errors }: Given) {
  const t = useMemberTexts()
  const isPrivate = now.partnerWishesPrivate === 'true'
  return (
    <>
      <p className="mt-1 text-ink-2">{t.wishes.needed}</p>
      {biodata.numberWishes.map((wish) => (
        <NumberField key={wish} {...{ wish, typed, now, errors, isPrivate }} />
      ))}
      <details className="more-wishes" open={biodata.setWishes.some((wish) => typed[wish] !== '')}>
        <summary>
          <h3 className="plain-heading text-lg">{t.wishes.more(biodata.setWishes.length)}</h3>
          <ChevronDownIcon className="more-wishes-mark" />
          <span className="text-sm text-ink-2">{t.wishes.moreHint}</span>
        </summary>
        {biodata.setWishes.map((wish) => (
          <SetField key={wish} {...{ wish, typed, now, errors }} />
        ))}
      </details>
      <WishCount typed={now} />
      <ui.SegmentedField
        className="wish-secrecy"
        label={t.wishes.secrecy}
        hint={t.wishes.secrecyHint}
        name="partnerWishesPrivate"
        id="partnerWishesPrivate"
        defaultValue={typed.partnerWishesPrivate}
        error={errors.partnerWishesPrivate}
        options={[
          { value: 'false', label: t.wishes.shown },
          { value: 'true', label: t.wishes.private },
        ]}
      />
      <p className="mt-4 text-sm text-ink-2">{t.wishes.lead}</p>
    </>
  )
}

function Importance({ wish, typed }: Pick<Given, 'typed'> & { wish: biodata.Wish }) {
  const t = useMemberTexts()
  const name = biodata.matters(wish)
  return (
    <ui.SegmentedField
      className="wish-matters"
      label={t.wishes.howMuch(labelOfWish(t, wish))}
      name={name}
      id={name}
      defaultValue={typed[name]}
      options={biodata.importances.map((value) => ({
        value: value === 'nice' ? '' : value,
        label: t.wishes.importances[value],
      }))}
    />
  )
}

/** The specification asks for one number; it follows from the range, unless that is private (REQUIREMENTS E7, R9). */
function NumberField({
  wish,
  typed,
  now,
  errors,
  isPrivate,
}: Given & { wish: biodata.NumberWish; isPrivate: boolean }) {
  const t = useMemberTexts()
  const ends = biodata.ends(wish)
  const begun = endsIn(typed, wish)
  const { least, most } = biodata.wishLimits[wish]
  const numbers = wish === 'partnerWeight' ? biodata.numbersOf.weight : biodata.numbersIn({ least, most })
  const options = numbers.map((n) => ({ value: String(n), label: formatValue(t, wish, n) }))
  const suffix = wish === 'partnerWeight' ? 'kg' : ''
  const placeholder = t.biodata.choose
  return (
    <ui.Field isGroup label={labelOfWish(t, wish)} className="wish">
      <div className="wish-parts">
        <div className="grid grid-cols-2 items-end gap-2">
          {ends.map((name, place) => (
            <ui.SelectField
              key={name}
              {...{ id: name, name, placeholder, options }}
              label={place === 0 ? t.find.from : t.find.upTo}
              defaultValue={begun[place]}
              error={errors[name]}
            />
          ))}
        </div>
        {now[wish] !== '' && <Importance wish={wish} typed={typed} />}
        {isPrivate && (
          <ui.SelectField
            id={wish}
            name={wish}
            label={t.wishes.shownNumber}
            hint={t.wishes.shownNumberHint}
            error={errors[wish]}
            defaultValue={now[wish]}
            {...(now[wish] === '' && { placeholder })}
            options={options.map(({ value, label }) => ({ value: value + suffix, label }))}
          />
        )}
      </div>
    </ui.Field>
  )
}

function SetField({ wish, typed, now, errors }: Given & { wish: biodata.SetWish }) {
  const t = useMemberTexts()
  const { about } = biodata.wishes[wish]
  const label = labelOfWish(t, wish)
  const [first] = biodata.wishOptions(wish)
  const begun = typed[wish].split(';').filter(Boolean)
  const chosen = now[wish].split(';').filter(Boolean)
  const box = (option: string) => ({ id: option === first ? wish : undefined, name: `${wish}-${option}` })
  return (
    <FoldedWish
      label={label}
      says={chosen.length > 0 ? formatWished(t, wish, { wished: chosen }) : t.wishes.importances.any}
      isOpen={begun.length > 0}
    >
      <ui.Field isGroup label={label} error={errors[wish]} className="wish-options">
        <OptionChecks of={about} label={label} id={wish} isInGroup chosen={begun} box={box} />
      </ui.Field>
      {chosen.length > 0 && <Importance wish={wish} typed={typed} />}
    </FoldedWish>
  )
}

function FoldedWish({
  label,
  says,
  isOpen,
  children,
}: {
  label: string
  says: string
  isOpen: boolean
  children: ReactNode
}) {
  const t = useMemberTexts()
  return (
    <details className="folded-wish" open={isOpen}>
      <summary>
        <span className="folded-wish-words">
          <span className="block font-semibold">{label}</span>
          <span className="text-sm text-ink-2">{says}</span>
        </span>
        <span className="folded-wish-choose">
          <PlusIcon /> {t.biodata.choose}
        </span>
      </summary>
      <div className="folded-wish-parts">{children}</div>
    </details>
  )
}
