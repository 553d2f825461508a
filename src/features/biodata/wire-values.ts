import * as z from 'zod/mini'
import { inBangladesh } from '#src/platform/clock.ts'
import { weights } from './fields.ts'

/** '60kg' on the wire, 60 to us. */
export const Weight = z.codec(
  z.enum(
    weights.map((kg) => `${kg}kg` as const),
    'must be 30kg to 85kg in steps of 5kg',
  ),
  z.number(),
  {
    decode: (text) => Number.parseInt(text, 10),
    encode: (kg) => `${kg}kg` as `${(typeof weights)[number]}kg`,
  },
)

/** Date pickers send a moment: its day in Bangladesh is meant, or the day it says if it has no zone. */
export const Birth = z.codec(
  z.string('Date of birth not filled up.').check(z.minLength(1, 'Date of birth not filled up.')),
  z.iso
    .date('must be a real date, like 2001-05-31')
    .check(z.refine((day) => day > '1900-01-01', 'must be later than 1900')),
  {
    decode: (text, context) => {
      const [, day, zone] = text.match(/^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?$/) ?? []
      if (!day) return text
      if (Number.isNaN(Date.parse(text))) {
        context.issues.push({ code: 'custom', message: 'must be a real date, like 2001-05-31', input: text })
        return z.NEVER
      }
      return zone ? inBangladesh(text).day : day
    },
    encode: (day) => day,
  },
)
