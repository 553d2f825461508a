import config from './playwright.config.ts'

/** `npm run screens`: pictures for eyes instead of tests. */
export default { ...config, projects: [{ testDir: 'tests/journeys', testMatch: '**/pictures.ts' }] }
