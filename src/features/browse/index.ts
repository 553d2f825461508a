export { ages, cardsPerPage, formatRange, placeIn, properSearch, searchIn } from './browse-filter.ts'
