import type { Page } from '@playwright/test'

/* Steps into a state, without reading any text. */

export const submit = (page: Page) => page.locator('main form:has([type=submit]) [type=submit]').last().click()
export const submitted = async (page: Page) => {
  await submit(page)
  await page.locator('[role=alert]').first().waitFor()
}
export const opened = async (page: Page, button: string) => {
  await page.locator(button).first().click()
  await page.locator('dialog[open]').waitFor()
}
