export { saveAndAgree } from './queries.server.ts'
