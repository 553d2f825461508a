export { countMarriages, saveAndAgree } from './queries.server.ts'
export { type AskConfig, askAboutNumber } from './still-right.server.ts'
