import type { Page } from '@playwright/test'
import { expect, pressForContact, signIn, someCards, test } from './fixtures.ts'

const newContext = (page: Page, more: object) => page.context().browser()!.newContext(more)

/** How many sheets Chromium prints the page on. */
const sheets = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('D2 F7: on paper a biodata is one sheet with brand, operator and id, and the contact only for those entitled', {
  tag: '@trial',
}, async ({ page, site }) => {
  const context = await newContext(page, { baseURL: site.url })
  const premium = await context.newPage()
  await signIn(page, 'user@demo.example')
  await signIn(premium, 'premium@demo.example')
  const card = (await someCards(page))[4]!
  for (const [reader, address, isEntitled] of [
    [page, `/BioDataDetails/${card._id}`, false],
    [premium, `/BioDataDetails/${card._id}`, true],
    [page, '/dashboard/viewBioData', true],
  ] as const) {
    await reader.goto(address)
    if (reader === premium) await pressForContact(reader)
    await reader.emulateMedia({ media: 'print' })
    const head = reader.getByText('Nikhad', { exact: true }).filter({ visible: true })
    await expect(head).toHaveCount(1)
    await expect(reader.getByText(/^id-\d+$/).first()).toBeVisible()
    await expect(reader.getByText('Run by Milan Marriage Bureau, +880 91 000141')).toBeVisible()
    for (const role of ['navigation', 'banner', 'contentinfo', 'button'] as const)
      await expect(reader.getByRole(role)).toHaveCount(0)
    await expect(reader.getByText('Contact Email').filter({ visible: true })).toHaveCount(isEntitled ? 1 : 0)
    expect(await sheets(reader)).toBe(1)
    await reader.emulateMedia({ media: 'screen' })
  }
  await context.close()
})
