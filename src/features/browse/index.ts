export { ages, cardsPerPage, formatAges, searchIn } from './browse-filter.ts'
