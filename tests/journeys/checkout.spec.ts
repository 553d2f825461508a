import { actAs, expect, fillCard, newMember, someCards, test } from './fixtures.ts'

test('K1: a checkout that is not needed says why and leads to where the contact is', { tag: '@trial' }, async ({
  page,
}) => {
  await actAs(page, 'premium@demo.example')
  // Not the one of the premium account itself, which is nik-230.
  const card = (await someCards(page)).find(({ bioDataId }) => bioDataId < 230)!
  await page.goto(`/checkout/${card.bioDataId}`)
  await expect(page.getByText('As a premium member you see this contact without paying.')).toBeVisible()
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(`/BioDataDetails/${card._id}`)
  await expect(page.getByText('Contact Email')).toBeVisible()

  await page.context().clearCookies()
  await actAs(page, 'user@demo.example')
  const own = await (await page.request.get('/api/viewBioData')).json()
  await page.goto(`/checkout/${own.bioDataId}`)
  await page.getByRole('link', { name: 'View BioData' }).last().click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await page.goto('/checkout/99999999')
  await expect(page.getByText('There is no biodata with this number.')).toBeVisible()
})

test('K1: on a phone of 360 pixels a whole card fits on one line', { tag: '@trial' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await actAs(page, 'user@demo.example')
  await page.goto(`/checkout/${(await someCards(page))[7]!.bioDataId}`)
  await fillCard(page)
  const places = await Promise.all(
    ['Card number', 'Expiry date', 'CVC'].map((label) => page.getByLabel(label).boundingBox()),
  )
  expect(new Set(places.map((place) => Math.round(place!.y))).size).toBe(1)
  const isCut = await page.getByLabel('Card number').evaluate((input) => input.scrollWidth > input.clientWidth + 1)
  expect(isCut).toBe(false)
})

test('A10 S2-8: somebody without a biodata reads before the fee that families answer people they can read', async ({
  page,
}) => {
  await newMember(page)
  await page.goto(`/checkout/${(await someCards(page))[7]!.bioDataId}`)
  const note = page.getByRole('region', { name: 'Families answer people they can read' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeVisible()
  await note.getByRole('link', { name: 'Write my biodata' }).click()
  await expect(page).toHaveURL(/\/dashboard\/EditBioData/)
  await newMember(page, {})
  await page.goto(`/checkout/${(await someCards(page))[7]!.bioDataId}`)
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeVisible()
  await expect(note).toHaveCount(0)
})
