export { RightsList } from './rights-list.tsx'
