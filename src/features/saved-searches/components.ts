export { formatDay, formatPeople, NewsBar } from './news-bar.tsx'
export { SaveTile } from './save-tile.tsx'
export { SearchCard } from './search-card.tsx'
