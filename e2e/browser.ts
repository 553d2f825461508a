import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The same browser without the parts that only people at a screen need: it takes half of the processor's time. */
const withoutWindows = ['/usr/bin/chromium-headless-shell']

/** A browser for the tests: the one named, one that is installed, or the one Playwright downloaded. */
export function findBrowser({ hasWindows = true } = {}): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is nothing there.`)
    return named
  }
  const found = [...(hasWindows ? [] : withoutWindows), ...installed, chromium.executablePath()].find((path) =>
    existsSync(path),
  )
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), set CHROMIUM_PATH, or run: npx playwright install chromium',
  )
}
