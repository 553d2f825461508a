import { actAs, expect, fillCard, signIn, someCards, test } from './fixtures.ts'

test('L1: a deleted favourite comes back with Undo, and the focus with it', async ({ page }) => {
  await signIn(page, 'user@demo.example')
  const [first, second] = await someCards(page)
  for (const { bioDataId } of [first!, second!])
    await page.request.post('/api/favorite-bioData', {
      data: { bioDataId },
      headers: { origin: new URL(page.url()).origin },
    })
  await page.goto('/dashboard/my-favorite?view=table')
  const rows = page.getByRole('row').filter({ has: page.getByRole('button') })
  const names = await rows.getByRole('rowheader').allTextContents()
  const buttonOf = (name: string) => page.getByRole('button', { name: `Remove ${name} from favourites` })
  await buttonOf(names[0]!).click()
  await expect(page.getByText('Deleted Successfully.')).toBeVisible()
  await expect(buttonOf(names[0]!)).toHaveCount(0)
  await expect(buttonOf(names[1]!)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(buttonOf(names[0]!)).toBeFocused()
  expect(await rows.getByRole('rowheader').allTextContents()).toEqual(names)
})

test('K4: a paid request that was deleted comes back as it was with Undo', { tag: '@trial' }, async ({ page }) => {
  await actAs(page, 'new@demo.example')
  const card = (await someCards(page))[2]!
  await page.goto(`/checkout/${card.bioDataId}`)
  await fillCard(page)
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await expect(page).toHaveURL('/dashboard/my-contact-request')
  const row = page.getByRole('row').filter({ hasText: `nik-${card.bioDataId}` })
  const before = await row.innerText()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('button', { name: /^Delete/ })).toBeFocused()
  expect(await row.innerText()).toBe(before)
  await page.reload()
  await expect(row).toHaveCount(1)
})
