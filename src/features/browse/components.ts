// A static import would make a file of its own of what both pages share, which visitors on slow lines wait for.
export const { AgeField, ChoiceField, checkAges, PeoplePage, Results, SearchForm, Total } = await import(
  './browse.page.tsx'
)

export type { Wrong } from './browse.page.tsx'
