export { countMarriages, marriageOf } from './marriage.server.ts'
export { saveAndAgree } from './queries.server.ts'
