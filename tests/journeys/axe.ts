import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** The short form: every page reads it anew. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** The rules of WCAG 2.2 A and AA, by axe's names for them. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds wrong with a page and the frames in it, by all rules or those with some tags; one line for each. */
export async function complaints(page: Page, tags = [...wcag, 'best-practice']) {
  return run(page, { type: 'tag', values: tags })
}

/** Only the contrast, which is all that a second theme can change: the other rules do not look at colours. */
export const contrastComplaints = (page: Page) => run(page, { type: 'rule', values: ['color-contrast'] })

async function run(page: Page, runOnly: axe.RunOnly) {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => window.axe !== undefined)))
      // Frames of other origins answer only if told to.
      await frame.evaluate(`${source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  // Reports of what is right are most of the work.
  const { violations } = await page.evaluate((options) => window.axe!.run(document, options), {
    runOnly,
    resultTypes: ['violations' as const],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}
