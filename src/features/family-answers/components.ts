export { AskedCount } from './asked-count.tsx'
export { AskedOfWard } from './asked-of-ward.tsx'
export { FamilyFirst } from './introduction.tsx'
