/** So many favourites somebody keeps: a client that does not page gets all of them in one answer. */
export const mostFavourites = 500

/** Letters; migrations/0009-front-door.sql says the same. */
export const longestNote = 300
