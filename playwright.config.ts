import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/journeys/browser.ts'

export default defineConfig({
  projects: [
    { name: 'tests', testDir: 'tests/journeys', testMatch: '**/*.spec.ts', grepInvert: /@trial/ },
    // `npm run test:all` runs these two.
    { name: 'tagged', testDir: 'tests/journeys', testMatch: '**/*.spec.ts', grep: /@trial/ },
    { name: 'trials', testDir: 'trials', testMatch: '**/*.spec.ts' },
  ],
  // Each worker has its own server; two cores bear two.
  workers: 2,
  forbidOnly: true,
  // On a machine that others use too a second try, on a server of its own; the report names the tests that needed it.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    actionTimeout: 20_000,
    // One test allows it; in the others it would take requests out of their hands.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...findBrowser({ hasWindows: false }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Letters as wide as on phones, in every browser: without windows the default are whole pixels.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
