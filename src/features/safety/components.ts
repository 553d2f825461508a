export { BlockedSection, OwnReportsSection } from './own-sections.tsx'
export { ReportOrBlock } from './report-or-block.tsx'
