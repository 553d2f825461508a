import * as z from 'zod/mini'
import { confirmed, endpoint } from './contract.ts'

/** For what a browser asks for itself, such as a file: a refusal would be saved in its place. */
export const checkConfirmed = endpoint({
  path: '/me/confirmation',
  summary: 'Refused with `confirm-password` when a call that asks for the password would be.',
  ...confirmed,
  output: z.object({ confirmed: z.boolean() }),
})
