export { countReported, isBlockBetween, isNoneOf } from './queries.server.ts'
export { cardsLeft, countCards, countReading, type Reading } from './reading/queries.server.ts'
