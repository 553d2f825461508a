export { cardsPerPage, formatAges } from './browse-filter.ts'
