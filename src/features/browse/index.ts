export { cardsPerPage, sayAges } from './browse-filter.ts'
