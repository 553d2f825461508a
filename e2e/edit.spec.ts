/** Edit BioData as a long form on a small screen: its parts, what is left to do, and a bar that covers nothing. */
import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { expect, fillBiodata, newMember, test } from './fixtures.ts'

const bar = (page: Page) => page.locator('.save-bar')

test('E1: the parts of the form stand apart, and no cell leaves a hole', async ({ page }) => {
  await newMember(page, {})
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/EditBioData')
    const parts = await page
      .locator('form section')
      .evaluateAll((all) => all.map((part) => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]))
    expect(parts).toHaveLength(6)
    for (let place = 1; place < parts.length; place++) expect(parts[place]![0]! - parts[place - 1]![1]!).toBe(16)
    for (const name of ['General information', 'More about you']) {
      const cells = page.getByRole('region', { name }).locator('.grid > .field')
      const rows = Map.groupBy(
        await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect)),
        ({ y }) => Math.round(y),
      )
      for (const row of rows.values()) {
        // Every row reaches both edges, and its cells are about as high.
        expect(row.at(-1)!.right - row[0]!.left).toBeGreaterThan(width === 360 ? 270 : 700)
        const heights = row.map(({ height }) => height)
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(40)
      }
    }
  }
})

test('E1: what is left to do is seen in every part, and one press leads there; without a photo it can be complete', async ({
  page,
}) => {
  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  const parts = page.getByRole('navigation', { name: 'Parts of the form' })
  await expect(parts.getByRole('link')).toHaveText([
    /^General information0 of 8$/,
    /^About Yourself1 of 2$/,
    /^More about you0 of 8$/,
    /^Family Information0 of 2$/,
    /^As a life partner expects0 of 4$/,
    /^Contact information0 of 1$/,
  ])
  await page.getByLabel('Father Name').fill('Abdul Karim')
  await parts.getByRole('link', { name: 'Family Information' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Mother Name')).toBeFocused()
  await page.keyboard.type('Rahima')
  await expect(parts.getByRole('link', { name: 'Family Information complete' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Family Information' }).getByText('complete')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  // A phone shows what comes next.
  await expect(parts.getByRole('link')).toHaveText([/^General information/])
  await expect(page.getByRole('region', { name: 'General information' }).getByText('0 of 8')).toBeVisible()

  await fillBiodata(page)
  await page.getByLabel('Photo URL').fill('')
  await expect(bar(page)).toContainText('17 of 17 filled')
})

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`E1 G9: at ${width} px the save bar is always there, with how far one has come, and covers nothing that has the focus`, async ({
    page,
  }) => {
    await newMember(page, {})
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard/EditBioData')
    await expect(bar(page).getByRole('button', { name: 'Save And Publish Now' })).toBeInViewport({ ratio: 1 })
    await expect(bar(page)).toContainText('17 of 17 filled')
    const reach = async (key: string, last: string) => {
      for (let stops = 0; stops < 120; stops++) {
        await page.keyboard.press(key)
        const covered = await page.evaluate(() => {
          const focused = document.activeElement!
          const place = focused.getBoundingClientRect()
          const edge = document.querySelector('.save-bar')!.getBoundingClientRect()
          const isInBar = focused.closest('.save-bar') !== null
          return !isInBar && focused.closest('form') !== null && place.bottom > edge.top + 1 && place.top < edge.bottom
            ? focused.outerHTML.slice(0, 80)
            : ''
        })
        expect(covered).toBe('')
        if ((await page.evaluate(() => document.activeElement?.id)) === last) return
      }
      throw new Error(`${last} was not reached`)
    }
    await page.getByRole('heading', { name: 'Edit BioData' }).click()
    await reach('Tab', 'save')
    await reach('Shift+Tab', 'birth')
  })
}

test('E5: a draft of another day says the day, in both languages', async ({ page, site }) => {
  await newMember(page, {})
  await page.clock.setFixedTime(new Date(2026, 10, 3, 14, 5))
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Father Name').fill('Written On The Third')
  await expect(page.getByText('Draft saved 14:05')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('What you typed at 14:05 and did not publish is here again.')).toBeVisible()
  await page.clock.setFixedTime(new Date(2026, 10, 5, 9, 0))
  await page.reload()
  await expect(
    page.getByText('What you typed on 3 November 2026 at 14:05 and did not publish is here again.'),
  ).toBeVisible()
  await expect(page.getByLabel('Father Name')).toHaveValue('Written On The Third')
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await page.reload()
  await expect(page.getByText('৩ নভেম্বর ২০২৬ তারিখে ১৪:০৫-এ যা লিখেছিলেন')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Third')
})
