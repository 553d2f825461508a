/** Joins class names and drops the ones switched off. */
export const classNames = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
