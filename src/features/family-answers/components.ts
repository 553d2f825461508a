export { AskedCount } from './asked-count.tsx'
export { FamilyFirst } from './introduction.tsx'
