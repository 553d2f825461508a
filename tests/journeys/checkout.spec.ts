import { referenceOf } from '#src/features/payments/reference.ts'
import { actAs, expect, fillCard, newMember, payFee, someCards, sql, test } from './fixtures.ts'

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
  await expect(page.getByText('Not approved: the whole fee is refunded')).toBeVisible()
  await note.getByRole('link', { name: 'Write my biodata' }).click()
  await expect(page).toHaveURL(/\/dashboard\/EditBioData/)
  await newMember(page, {})
  await page.goto(`/checkout/${(await someCards(page))[7]!.bioDataId}`)
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('K9b: who comes back from paying elsewhere reads what became of it, without a session too', async ({
  page,
  site,
}) => {
  await newMember(page)
  const [card] = await someCards(page)
  const begun = await page.request.post('/api/create-payment-intent', { data: { bioDataId: card!.bioDataId } })
  const ref = (await begun.json()).clientSecret.split('_secret_')[0]
  const [open] = await sql(site, `select id from payments where provider_ref = '${ref}'`)
  const back = await page.request.post(`/api/payments/return/${referenceOf(open!.id)}`, { maxRedirects: 0 })
  expect(back.headers().location).toBe(`/checkout/return/${referenceOf(open!.id)}`)
  await page.goto(back.headers().location!)
  await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()

  await payFee(page, { bioDataId: card!.bioDataId })
  await page.reload()
  await expect(page.getByRole('heading', { name: '$5.00 paid' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Contact Request' }).click()
  await expect(page).toHaveURL('/dashboard/my-contact-request')
  await expect(page.getByText(`nik-${card!.bioDataId}`).first()).toBeVisible()

  await page.context().clearCookies()
  await page.goto(back.headers().location!)
  await expect(page.getByRole('heading', { name: '$5.00 paid' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
})
