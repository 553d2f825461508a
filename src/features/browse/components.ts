/**
 * What this page has in common with the one of visitors. Asked for when it runs, and not when it is built: what two pages
 * share would be a file of its own, which visitors on a slow line wait for too.
 */
export const { AgeField, cardsPerPage, checkAges, PeoplePage, placeIn, properSearch, Results, SearchForm } =
  await import('./browse.page.tsx')

export type { FormPlace, Wrong } from './search-form.tsx'
