import {
  type BiodataForm,
  type Columns,
  type Entry,
  type Field,
  type FieldName,
  fieldNames,
  fields,
  fromEntries,
} from './fields.ts'
import { feetOf, inchesOf } from './policy.ts'
import { type WishColumns, type WishForm, type WishSecrecy, wishInputs } from './wishes.ts'

export function columnsOf(form: BiodataForm) {
  const inputs: Partial<Record<string, string | number>> = form
  return fromEntries<Columns>(
    fieldNames.map((name) => {
      const field = fields[name]
      if (field.kind !== 'height') return [name, inputs[name] ?? null]
      return [name, inchesOf(Number(inputs[field.feet]), Number(inputs[field.inch]))]
    }),
  )
}

/** Whether it is private is left out where not said: it stays as it was, or as the database begins. */
export const wishColumnsOf = ({ partnerWishesPrivate, ...form }: WishForm & WishSecrecy) => ({
  ...fromEntries<WishColumns>(wishInputs.map((name) => [name, form[name] ?? null])),
  ...(partnerWishesPrivate !== undefined && { partnerWishesPrivate }),
})

export const wishesOf = (columns: WishColumns) =>
  fromEntries<WishForm>(wishInputs.map((name) => [name, columns[name] ?? undefined]))

export function formOf<N extends FieldName>(names: readonly N[], columns: Pick<Columns, N>) {
  return fromEntries<Omit<BiodataForm, Exclude<FieldName, N>>>(
    names.flatMap((name): Entry[] => {
      const field: Field = fields[name]
      if (field.kind !== 'height') return [[name, columns[name] ?? undefined]]
      const { feet, inch } = feetOf(Number(columns[name]))
      return [
        [field.feet, feet],
        [field.inch, inch],
      ]
    }),
  )
}
