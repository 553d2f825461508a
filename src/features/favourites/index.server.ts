export { isFavourite, isFavouriteOf } from './queries.server.ts'
