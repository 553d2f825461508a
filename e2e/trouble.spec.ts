import { expect, signIn, test } from './fixtures.ts'

test('P1: a session that ended elsewhere leads to the login, and back to where the person wanted to go', async ({
  page,
}) => {
  await signIn(page, 'user@demo.example')
  await page.goto('/baiDataPage')
  const link = page.getByRole('link', { name: 'View Profile' }).first()
  const wanted = await link.getAttribute('href')
  await page.context().clearCookies()
  await link.click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(wanted!)}`)
  await expect(page.getByText('Your session has ended. Log in again.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

test('F6: a list that could not be loaded says so, and Try again asks again', async ({ page }) => {
  await page.goto('/baiDataPage')
  await page.route('**/api/bioData-filter*', (route) => route.abort())
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Division').selectOption('Khulna')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/api/bioData-filter*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toContainText('Khulna')
})

test('A5: a tab that cannot learn who is signed in now keeps its page', async ({ page, context }) => {
  await signIn(page, 'user@demo.example')
  const other = await context.newPage()
  await other.goto('/baiDataPage')
  await other.route('**/api/session', (route) => route.fulfill({ status: 429, body: '{}' }))
  await page.getByRole('button', { name: 'logOut', exact: true }).first().click()
  await expect(page.getByText('logout successful', { exact: true })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Browse Biodatas' })).toBeVisible()
})

test('D3: a heart that could not be saved empties again and says so', async ({ page }) => {
  await signIn(page, 'premium@demo.example')
  await page.goto('/baiDataPage')
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await page.route('**/api/favorite-bioData', (route) => route.abort())
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  await expect(page.getByText('The favourite could not be saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to favourites' })).toHaveAttribute('aria-pressed', 'false')
})

test('F6: a page whose code cannot be loaded is asked for once, says so, and comes with the next try', async ({
  page,
}) => {
  await signIn(page, 'user@demo.example')
  await page.goto('/dashboard/viewBioData')
  let asked = 0
  await page.route('**/assets/my-favourites*.js', (route) => {
    asked++
    return route.abort()
  })
  await page.getByRole('link', { name: 'favourites BioData' }).click()
  await expect(page.getByText('The server does not answer. Try again in a moment.')).toBeVisible()
  expect(asked).toBeLessThan(5)
  await page.unroute('**/assets/my-favourites*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'favourites BioData' })).toBeVisible()
})

test('G7: a form opened by one person does not overwrite the biodata of another who signed in meanwhile', async ({
  page,
  browser,
  site,
}) => {
  await signIn(page, 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  const elsewhere = await browser.newContext({ baseURL: site.url })
  const other = await elsewhere.newPage()
  await signIn(other, 'premium@demo.example')
  const before = await (await other.request.get('/api/viewBioData')).json()
  await page.context().addCookies(await elsewhere.cookies())
  await page.getByLabel('Father Name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page.getByText('Somebody else is signed in here by now. Reload the page.').first()).toBeVisible()
  await expect(page.getByLabel('Father Name')).toHaveValue('Somebody Else')
  expect(await (await other.request.get('/api/viewBioData')).json()).toEqual(before)
  await elsewhere.close()
})
