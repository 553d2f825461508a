import drawings from './drawings.svg?raw'

/** What other drawings refer to by id. It stands once, outside the hydrated root: no script then carries its paths. */
export const artDefs = drawings.replace(/<!--.*?-->|\n\s*/g, '')
