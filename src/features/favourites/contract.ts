import * as z from 'zod/mini'
import { bioDataId, bySelf, endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import {
  asPerson,
  type Decoded,
  Deleted,
  Id,
  Ignored,
  Inserted,
  Modified,
  OwnEmail,
  renamed,
  text,
} from '#src/platform/schemas/fields.ts'
import { longestNote, mostFavourites } from './policy.ts'

const wireNames = {
  id: '_id',
  number: 'bioDataId',
  biodataId: 'bioData_id',
  address: 'PermanentAddress',
  occupation: 'Occupation',
} as const

const favouriteFields = {
  id: Id,
  number: z.int(),
  email: z.string(),
  biodataId: Id,
  name: z.string(),
  nameInOtherScript: z.optional(z.string()),
  address: z.string(),
  occupation: z.string(),
}
export type Favourite = Decoded<typeof favouriteFields>

export const isFavourite = endpoint({
  path: '/favorite-status/:bioDataId/:email',
  summary: "Whether a biodata is among the caller's favourites.",
  ...bySelf,
  input: z.object({ bioDataId, email: OwnEmail }),
  output: z.object({ isFavorite: z.boolean() }),
})

export const addFavourite = endpoint({
  method: 'POST',
  path: '/favorite-bioData',
  summary: `Marks a biodata as favourite; marking twice is one favourite, and there are ${mostFavourites} at most. Name, address and occupation come from the biodata, so marking counts as reading the profile.`,
  ...bySelf,
  input: renamed({ number: bioDataId, ...asPerson, name: Ignored, address: Ignored, occupation: Ignored }, wireNames),
  output: Inserted,
  problems: ['not-found', 'conflict'],
})

/** Its answer is the room `shortlist`'s, which needs this one. */
export const shortlistPath = '/me/shortlist'

export const listFavourites = pagedEndpoint({
  path: '/favorite',
  summary: "The caller's favourites, newest first.",
  access: 'member',
  output: z.array(renamed(favouriteFields, wireNames)),
})

export const writeNote = endpoint({
  method: 'PATCH',
  path: '/favorite-note/:id',
  summary:
    "Writes the caller's own note beside one of their favourites; nobody else reads it. An empty one removes it.",
  ...bySelf,
  input: z.object({ id: Id, ...asPerson, note: z.union([z.literal(''), text(longestNote)]) }),
  output: Modified,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/delete-favorite/:id',
  summary: "Removes one of the caller's favourites.",
  access: 'member',
  input: z.object({ id: Id }),
  output: Deleted,
})
