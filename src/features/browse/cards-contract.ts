import * as z from 'zod/mini'
import { Card } from '#src/features/biodata/contract.ts'
import { endpoint } from '#src/platform/http/contract.ts'

const mostCards = 12

const Numbers = z.codec(
  z
    .string('must be numbers')
    .check(
      z.regex(
        new RegExp(`^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,${mostCards - 1}}$`),
        `must be up to ${mostCards} numbers with commas between them`,
      ),
    ),
  z.array(z.int()),
  { decode: (text) => text.split(',').map(Number), encode: (numbers) => numbers.join() },
)

export const viewCards = endpoint({
  method: 'GET',
  path: '/bioData-cards',
  summary: 'Cards by their numbers, in that order; who is not there or not shown is left out.',
  access: 'visitor',
  input: z.object({ numbers: Numbers }),
  output: z.array(Card),
  isList: true,
  problems: ['too-fast'],
})
