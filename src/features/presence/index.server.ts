export { countMarriages, saveAndAgree } from './queries.server.ts'
