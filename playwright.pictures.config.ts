import config from './playwright.config.ts'

/** `npm run screens`: pictures for eyes instead of tests. */
export default { ...config, testMatch: '**/pictures.ts' }
