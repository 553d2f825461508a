export { MakePremium } from './make-premium.tsx'
