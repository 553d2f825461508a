export { Publishing } from './publishing.tsx'
export { sectionIcons } from './sections.tsx'
