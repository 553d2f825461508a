import * as z from 'zod/mini'
import { cursor } from '#src/platform/http/paging.ts'
import type { Order as AnyOrder } from './contract.ts'

/** In these everybody who matches is listed, for every reader. */
export type Order = Exclude<AnyOrder, 'best'>

/** With the newest first by the number alone. */
export interface Place {
  birth: string
  number: number
}

const ByNumber = z.tuple([z.int32()])
const ByAge = z.tuple([z.iso.date().check(z.regex(/^[12]/)), z.int32()])

/** @throws Problem 422 for a cursor of a list in another order */
export function placeIn(order: Order, after: string | undefined): Place | undefined {
  if (order !== 'newest') {
    const place = cursor.unpack(after, ByAge)
    return place && { birth: place[0], number: place[1] }
  }
  const place = cursor.unpack(after, ByNumber)
  return place && { birth: '', number: place[0] }
}

export const cursorOf = (order: Order, { birth, number }: Place) =>
  order === 'newest' ? cursor.pack(number) : cursor.pack(birth, number)
