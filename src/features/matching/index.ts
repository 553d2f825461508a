export { labelOf, labelOfWish, sayMissed, sayOff, sayValue, sayWish, sayWished } from './words.ts'
