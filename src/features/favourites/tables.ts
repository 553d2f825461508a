import type { Generated } from 'kysely'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    favourites: { id: Generated<string>; ownerId: string; biodataId: string; createdAt: Created }
    removedFavourites: { ownerId: string; biodataId: string; at: Date }
  }
}
