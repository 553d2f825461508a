import type { Page } from '@playwright/test'

/* Steps into a state, without reading any text. */

export const submit = (page: Page) => page.locator('main form:has([type=submit]) [type=submit]').last().click()
export const submitted = async (page: Page) => {
  await submit(page)
  await page.locator('[role=alert]').first().waitFor()
}
/** Presses something of the dashboard's list, which a phone opens first. */
export async function pressInDashboard(page: Page, what: string) {
  const menu = page.locator('.dashboard-menu > summary')
  if (await menu.isVisible()) await menu.click()
  await page.locator(`main ${what}:visible`).first().click()
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
