export { formatMissed, formatOff, formatValue, formatWish, formatWished, labelOf, labelOfWish } from './words.ts'
