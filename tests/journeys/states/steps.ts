import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/* Steps into a state, without reading any text. */

export const submit = (page: Page) => page.locator('main form:has([type=submit]) [type=submit]').last().click()
export const submitted = async (page: Page) => {
  await submit(page)
  await page.locator('[role=alert]').first().waitFor()
}
/** Presses something of the dashboard's list, which a phone opens first. */
export async function pressInDashboard(page: Page, what: string) {
  const menu = page.locator('.dashboard-menu > summary')
  const wanted = page.locator(`main ${what}:visible`).first()
  // A page that comes while the menu of the one before is opened brings its own, which is closed.
  await expect(async () => {
    if (!(await wanted.isVisible()) && (await menu.isVisible())) await menu.click()
    await wanted.click({ timeout: 2_000 })
  }).toPass()
}
export const opened = async (page: Page, button: string) => {
  await page.locator(button).filter({ visible: true }).first().click()
  await page.locator('dialog[open]').waitFor()
}
/** By the header's link, which is not in sight on a phone. */
export const toBrowse = (page: Page) =>
  page
    .locator('header a[href="/baiDataPage"]')
    .first()
    .evaluate((link) => (link as HTMLAnchorElement).click())
