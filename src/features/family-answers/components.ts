export { AskedCount } from './asked-count.tsx'
export { AskedOfWard } from './asked-of-ward.tsx'
export { FamilyCalls } from './family-calls.tsx'
export { FamilyFirst } from './introduction.tsx'
