/** favourites BioData as the list from which a family decides: cards, a note of one's own, the state, two compared. */
import { complaints } from './axe.ts'
import { expect, isAlive, newMember, requestContact, test } from './fixtures.ts'

const bornFor = (age: number) => `${new Date().getFullYear() - age}-01-01`

test('L2 S2-15: a family notes what it knows, sees the state and compares two; the table is one press away', {
  tag: '@trial',
}, async ({ page }) => {
  const facts = { gander: 'Female', perDivision: 'Dhaka', district: 'Gazipur', maritalStatus: 'Never married' }
  const woman = (name: string, age: number, more: object) =>
    newMember(page, { ...facts, name, birth: bornFor(age), ...more })
  const nusrat = await woman('Nusrat Jahan', 26, { education: 'Bachelor', profession: 'Software engineer' })
  const ritu = await woman('Ritu Akter', 25, { education: 'Master' })
  const mim = await woman('Mim Jahan', 24, {})
  await newMember(page, { gander: 'Male', birth: bornFor(28) })
  for (const { number } of [mim, ritu, nusrat])
    await page.request.post('/api/favorite-bioData', { data: { bioDataId: number } })
  await requestContact(page, ritu.number)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/my-favorite')
  await expect(page.getByText('3 people. Only you see your notes.')).toBeVisible()
  const card = (name: string) => page.getByRole('article', { name })
  await expect(card('Nusrat Jahan, 26')).toContainText(/Software engineer\s·\sBachelor/)
  await expect(card('Nusrat Jahan, 26')).toContainText(/Gazipur\s·\s5\sft\s4\sin\s·\sNever married/)
  await expect(card('Nusrat Jahan, 26')).toContainText('Contact not requested')
  await expect(card('Ritu Akter, 25')).toContainText('Requested, being checked')

  await isAlive(page)
  const write = page.getByRole('button', { name: 'Write a note: Nusrat Jahan' })
  await write.click()
  const note = page.getByLabel('My note: Nusrat Jahan')
  await expect(note).toBeFocused()
  await note.fill('Nothing to keep')
  await page.keyboard.press('Escape')
  await expect(card('Nusrat Jahan, 26')).toContainText('No note yet')
  await expect(write).toBeFocused()
  await write.click()
  await note.fill('Aunt Selina knows the family.')
  // It stays where it is, so that what was pressed gets the press.
  await page.getByLabel('Compare: Nusrat Jahan').click()
  await expect(page.getByLabel('Compare: Nusrat Jahan')).toBeChecked()
  await expect(page.getByText('The note is saved.')).toBeVisible()
  await card('Nusrat Jahan, 26').getByRole('button', { name: 'Save' }).click()
  await expect(write).toBeFocused()
  await page.reload()
  await expect(card('Nusrat Jahan, 26')).toContainText('Aunt Selina knows the family.')
  expect(await complaints(page)).toEqual([])

  // A third one takes the place of the first.
  for (const name of ['Mim Jahan', 'Ritu Akter', 'Nusrat Jahan']) await page.getByLabel(`Compare: ${name}`).check()
  await expect(page.getByLabel('Compare: Mim Jahan')).not.toBeChecked()
  await expect(page.getByText('Ritu Akter and Nusrat Jahan')).toBeVisible()
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Compare two' })).toBeVisible()
  const row = (label: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
  await expect(row('Education').getByRole('cell')).toHaveText(['Master', 'Bachelor'])
  await expect(row('Profession').getByRole('cell')).toHaveText(['Doctor', 'Software engineer'])
  await expect(row('My note').getByRole('cell')).toHaveText(['No note yet', 'Aunt Selina knows the family.'])
  await expect(row('Request').getByRole('cell')).toHaveText(['Requested, being checked', 'Contact not requested'])
  await expect(row('District')).toHaveCount(1)
  await page.getByLabel('Only what differs').check()
  await expect(row('District')).toHaveCount(0)
  expect(await complaints(page)).toEqual([])
  const isWider = () => document.documentElement.scrollWidth > innerWidth
  expect(await page.evaluate(isWider)).toBe(false)

  await page.getByRole('main').getByRole('link', { name: 'favourites BioData' }).click()
  await page.getByRole('link', { name: 'Table' }).click()
  await expect(page.getByRole('table')).toContainText('Nusrat Jahan')
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(await complaints(page)).toEqual([])

  // The server draws what was chosen last, in another visit too.
  await page.goto('/dashboard/my-favorite')
  await expect(page.getByRole('table')).toContainText('Nusrat Jahan')
  await expect(page.getByRole('link', { name: 'Table' })).toHaveAttribute('aria-current', 'true')
  expect(await (await page.request.get('/dashboard/my-favorite')).text()).toContain('<table')
  await isAlive(page)
  await page.getByRole('link', { name: 'Cards' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.goto('/dashboard/my-favorite')
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('L2 L1: Undo brings a favourite back with its note', { tag: '@trial' }, async ({ page }) => {
  const { number } = await newMember(page, { name: 'Farzana Sultana' })
  await newMember(page)
  await page.request.post('/api/favorite-bioData', { data: { bioDataId: number } })
  const [{ favorite_id: id }] = await (await page.request.get('/api/me/shortlist')).json()
  await page.request.patch(`/api/favorite-note/${id}`, { data: { note: 'Her brother studied with me.' } })
  await page.goto('/dashboard/my-favorite')
  await isAlive(page)
  const card = page.getByRole('article', { name: /^Farzana Sultana/ })
  await card.getByRole('button', { name: 'Remove Farzana Sultana from favourites' }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('Her brother studied with me.')
})

test('L2: two that are not both among the favourites are not compared, and the page leads back', {
  tag: '@trial',
}, async ({ page }) => {
  const { number } = await newMember(page, {})
  await newMember(page)
  await page.goto(`/dashboard/my-favorite?compare=${number},99999`)
  await expect(page.getByText('These two are not both here')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'favourites BioData' }).first().click()
  await expect(page).toHaveURL('/dashboard/my-favorite')
})
