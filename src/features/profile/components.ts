export { sectionIcons } from './sections.tsx'
