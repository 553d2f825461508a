export { ages, cardsPerPage, formatRange, searchIn } from './browse-filter.ts'
