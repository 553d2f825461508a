import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'

export const recentWithdrawals = endpoint({
  method: 'GET',
  path: '/withdrawals',
  summary:
    'For open pages: crowds in which somebody was hidden, left, or lost or took back a right within the last minute. People are divided into `crowds` by the number of their biodata; a client that holds something about somebody in such a crowd asks for it again.',
  access: 'visitor',
  input: z.object({}),
  output: z.object({
    crowds: z.int(),
    /** The crowd, a dot, and what tells it from others of the same crowd. */
    recent: z.array(z.string()),
  }),
  isFromMemory: true,
})

export const ownKey = endpoint({
  method: 'GET',
  path: '/me/key',
  summary: 'The number by which /withdrawals means the caller: of their biodata, or made of their id.',
  access: 'member',
  input: z.object({}),
  output: z.object({ key: z.int() }),
})
