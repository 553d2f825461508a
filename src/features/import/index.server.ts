export { importedAs } from './uploads.server.ts'
