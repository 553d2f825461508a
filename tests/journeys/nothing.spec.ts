import { actAs, expect, isAlive, newMember, test } from './fixtures.ts'

test('F6: an unknown address is a 404 page with ways on', async ({ page }) => {
  expect((await page.goto('/nothing/here'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Find Your Perfect Match' })).toBeVisible()
})

test('F6: every kind of nothing has a drawing of its own, and nobody’s portrait stands for any of them', {
  tag: '@trial',
}, async ({ page }) => {
  const drawings = new Map<string, string>()
  const note = async (state: string) => {
    const drawing = page.locator('main .empty-art')
    await expect(drawing, state).toBeVisible()
    await expect(page.locator('main svg [href="#art-woman"]'), state).toHaveCount(0)
    drawings.set(state, await drawing.locator('.lucide').innerHTML())
  }
  await page.goto('/nothing/here')
  await note('not found')
  // Not a thin box in an empty card: it stands free in the middle of the page, with the title of a page.
  const notice = page.locator('main div:has(> h1)')
  await expect(notice).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const { y, height } = (await notice.boundingBox())!
  expect(height).toBeGreaterThan(page.viewportSize()!.height * 0.6)
  const first = (await notice.locator('.empty-art').boundingBox())!
  const last = (await notice.getByRole('link').last().boundingBox())!
  expect(Math.abs(first.y - y - (y + height - last.y - last.height))).toBeLessThan(4)

  await page.goto('/baiDataPage?gender=Male&minAge=119')
  await note('nobody found')
  await newMember(page)
  for (const [state, address] of [
    ['no biodata', '/dashboard/viewBioData'],
    ['no favourites', '/dashboard/my-favorite'],
    ['no requests', '/dashboard/my-contact-request'],
    ['no access', '/dashboard/manage'],
  ] as const) {
    await page.goto(address)
    await note(state)
  }
  await isAlive(page)
  await page.route('**/api/me/shortlist*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByRole('link', { name: 'favourites BioData' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await note('failure')
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/manage?search=nobody-at-all')
  await note('nobody among the users')
  expect(drawings.get('nobody among the users')).toBe(drawings.get('nobody found'))
  expect(new Set(drawings.values()).size).toBe(drawings.size - 1)
})

test('F6: offline a list says so, and Try again brings it once the line is back', { tag: '@trial' }, async ({
  page,
  context,
}) => {
  await page.goto('/baiDataPage')
  await isAlive(page)
  await context.setOffline(true)
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Division').selectOption('Sylhet')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByText('You are offline. Check your connection and try again.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toContainText('Sylhet')
})
