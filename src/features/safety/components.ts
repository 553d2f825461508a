export { BlockedSection, OwnReportsSection } from './own-sections.tsx'
export { ReportOrBlock, ReportOrBlockButton } from './report-or-block.tsx'
