import * as z from 'zod/mini'
import { Premium } from '#src/features/users/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/schemas/fields.ts'
import { type CardField, type Columns, cardFields, fields, fromEntries } from './fields.ts'
import { choices } from './options.ts'

export const wireNames = {
  id: '_id',
  number: 'bioDataId',
  gender: 'gander',
  motherName: 'matherName',
  division: 'perDivision',
  partnerFeet: 'PartnerFeet',
  partnerInch: 'PartnerInch',
  phone: 'phoneNumber',
  premium: 'type',
  premiumStatus: 'reqPremium',
  isFavourite: 'isFavorite',
} as const

/** The compiler cannot read the values of these schemas out of the table of fields. */
export type Schemas<Values> = { [Name in keyof Values]-?: z.ZodMiniType<Values[Name]> }

export const choice = (options: readonly string[]) => z.enum(options, `must be one of: ${options.join(', ')}`)

/** The empty text of a form leaves it out, too. */
export const orNone = <T extends z.core.$ZodType>(schema: T) =>
  z.codec(
    z.optional(z.union([z.literal(''), schema], 'is not one of the options')),
    z.optional(z.custom<z.output<T>>()),
    {
      decode: (value) => (value === '' ? undefined : (value as z.output<T>)),
      encode: (value) => value as never,
    },
  )

const cardChoices = fromEntries<Schemas<Pick<Columns, CardField>>>(
  cardFields.map((name) => [name, choice(choices[fields[name].of])]),
)
export const cardSchemas = { id: Id, number: z.int(), ...cardChoices, age: z.int(), premium: Premium }
/** What anybody may know of a person (REQUIREMENTS B5): no name, no parents, no contact. */
export const Card = renamed(cardSchemas, wireNames)
export type Card = Decoded<typeof cardSchemas>
