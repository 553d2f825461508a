import { readFile, truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { workbookOf, workbookParts, zipOf } from '#tests/workbook.ts'
import { expect, signIn, test } from './fixtures.ts'
import { fileOf, importLines } from './states/imports.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  await page.goto('/dashboard/import')
})

const choose = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(file)

test('M9 S2-12 an administrator looks at a file, keeps its good rows as drafts, and takes them back', async ({
  page,
}) => {
  await expect(page.getByRole('link', { name: 'Template' })).toHaveAttribute('href', '/api/imports/template.csv')
  await choose(page, fileOf(importLines(5, { 1: { birth: '' }, 3: { division: 'Comilla' } })))
  await expect(page.getByRole('heading', { name: '3 good, 2 with problems' })).toBeVisible()
  await expect(page.getByText('5 rows, 18 columns. All column names are known')).toBeVisible()
  const problems = page.getByRole('table', { name: 'Rows with problems' })
  await expect(problems).toContainText('Date of birth: nothing is filled in')
  await expect(problems).toContainText('For example 1999-03-21.')
  await expect(problems).toContainText('“Comilla” is not known')
  await expect(problems).toContainText('Cumilla is a district of Chattagra.')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the 2 with problems' }).click()
  expect((await download).suggestedFilename()).toBe('problems.csv')

  await page.getByText('Look at the 3 good ones').click()
  await expect(page.getByRole('table', { name: 'Look at the 3 good ones' })).toContainText('Person 0')
  await page.getByRole('button', { name: 'Import 3 as drafts' }).click()
  await expect(page.getByRole('heading', { name: '3 imported' })).toBeVisible()
  await expect(page.getByText('nobody else sees them.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('Taken back: all are removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'people.csv' })).toContainText('taken back')
})

test('M9: in Bangla a hint names a division in Bangla, and as the file has to say it', async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await page.reload()
  await choose(page, fileOf(importLines(2, { 1: { division: 'Comilla' } })))
  await expect(page.locator('main table').first()).toContainText('কুমিল্লা চট্টগ্রাম (Chattagra) বিভাগের জেলা।')
})

test('M9 publishes only with a word on how and when these people agreed', async ({ page }) => {
  await choose(page, fileOf(importLines(1)))
  await page.getByLabel('Publish at once').check()
  await page.getByRole('button', { name: 'Import and publish 1' }).click()
  await expect(page.getByText('Write how these people agreed.')).toBeVisible()
  await expect(page.getByLabel('How did these people agree?')).toBeFocused()
  await page.getByLabel('How did these people agree?').fill('They signed our paper form.')
  await page.getByLabel('When did they agree?').fill('2026-01-05')
  await page.getByRole('button', { name: 'Import and publish 1' }).click()
  await expect(page.getByRole('heading', { name: '1 imported' })).toBeVisible()
  await expect(page.getByText('They signed our paper form.')).toBeVisible()
})

test('M9 reads an Excel workbook once its unknown column has a name', async ({ page }) => {
  const [heads, ...lines] = importLines(2)
  const renamed = heads!.map((name) => (name === 'phone' ? 'Uncle' : name))
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await choose(page, { name: 'people.xlsx', mimeType, buffer: workbookOf([renamed, ...lines]) })
  await expect(page.getByText('These columns are missing: phone.')).toBeVisible()
  await page.getByLabel('The column “Uncle” is').selectOption('phone')
  await page.getByRole('button', { name: 'Read the file again' }).click()
  await expect(page.getByRole('heading', { name: '2 good, 0 with problems' })).toBeVisible()
})

test('M9 takes a file that was chosen before the page was alive', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/browser-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/dashboard/import', { waitUntil: 'commit' })
  await choose(page, fileOf(importLines(1)))
  resolve()
  await expect(page.getByRole('heading', { name: '1 good, 0 with problems' })).toBeVisible()
})

test('M9 refuses a file of 200 MB, one of another kind, and a zip bomb, each in words', async ({ page }, testInfo) => {
  const large = testInfo.outputPath('large.csv')
  await writeFile(large, '')
  await truncate(large, 200 * 1024 * 1024)
  await choose(page, large)
  await expect(page.getByRole('alert')).toContainText('This file has 200 MB.')
  await choose(page, { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('png') })
  await expect(page.getByRole('alert')).toContainText('neither a .csv nor an .xlsx file')
  const parts = { ...workbookParts([]), 'xl/worksheets/sheet1.xml': Buffer.alloc(65 * 1024 * 1024, 32) }
  await choose(page, { name: 'bomb.xlsx', mimeType: 'application/zip', buffer: zipOf(parts) })
  await expect(page.getByRole('alert')).toContainText('larger than 64 MB')
})

// How soon: trials/scale/imports.test.ts, where nothing else runs.
test('M9 shows 10,000 rows with 3 bad ones, and gives these back as a file', { tag: '@trial' }, async ({ page }) => {
  await choose(page, fileOf(importLines(10_000, { 9: { birth: '' }, 99: { phone: '1' }, 9999: { email: 'x' } })))
  await expect(page.getByRole('heading', { name: '9,997 good, 3 with problems' })).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the 3 with problems' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(1 + 3)
})
