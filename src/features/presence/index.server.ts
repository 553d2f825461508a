export { countMarriages, marriageOf } from './marriage.server.ts'
export { saveAndAgree } from './queries.server.ts'
export { type AskConfig, askAboutNumber } from './still-right.server.ts'
