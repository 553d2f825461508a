import { complaints } from './axe.ts'
import { actAs, expect, isAlive, newMember, requestContact, test } from './fixtures.ts'

test('T3: an asker says by keyboard that nobody answers, an administrator who calls finds it true, and the fee is refunded', async ({
  page,
  browser,
  site,
}) => {
  const owner = await newMember(page, {})
  const owners = await page.context().cookies()
  const office = await browser.newPage({ baseURL: site.url })
  await newMember(page, { gander: 'Male', birth: '1994-03-14' })
  const id = await requestContact(page, owner.number)
  await actAs(office, 'admin@demo.example')
  await office.request.patch(`/api/contact-request-approver/${id}`)

  await page.goto('/dashboard/my-contact-request')
  await isAlive(page)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^\+880/ })
      .first(),
  ).toBeVisible()
  const say = page.getByRole('button', { name: /^Nobody answers this number/ })
  await say.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('the whole fee is refunded')
  await expect(dialog).toContainText('within 14 days of your first look')
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(say).toBeFocused()
  // The focus is back a moment before the page knows that the dialog has closed.
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('What we should know').fill('I called on three days.')
  await dialog.getByRole('button', { name: 'Ask us to check' }).press('Enter')
  await expect(page.getByText('You told us that nobody answers. We are checking the number.')).toBeFocused()
  await expect(say).toHaveCount(0)

  await office.goto('/dashboard/adminDashboard')
  await isAlive(office)
  await office.getByRole('link', { name: 'Review: Numbers nobody answers' }).click()
  const card = office.getByRole('region', { name: new RegExp(`^nik-${owner.number}, told by `) })
  await expect(card).toContainText('I called on three days.')
  await expect(card).toContainText('1 report made, 0 found true')
  await expect(card).toContainText('The bureau has not attested the phone')
  await expect(card).not.toContainText('+880')
  await expect(card.getByRole('button', { name: 'Nobody answers' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Show the number' }).press('Enter')
  await expect(card.getByRole('status')).toHaveText('+880 1712-345678')
  await expect(card.getByText('+880 1712-345678')).toBeFocused()
  expect(await complaints(office)).toEqual([])
  await card.getByRole('button', { name: 'Nobody answers' }).press('Enter')
  const question = office.getByRole('alertdialog')
  await expect(question).toContainText('the fee is refunded')
  await question.getByRole('button', { name: 'Nobody answers' }).press('Enter')
  await expect(office.getByText('No number is waiting')).toBeVisible()
  await expect(office.getByRole('heading', { level: 1 })).toBeFocused()
  await office.getByRole('link', { name: 'Checked' }).click()
  await expect(card).toContainText('Nobody answers')

  await page.reload()
  await expect(page.getByText('We couldn’t reach the number either, so this request has ended.')).toBeVisible()
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^\+880/ })).toHaveCount(0)

  await page.context().clearCookies()
  await page.context().addCookies(owners)
  await page.goto('/dashboard/notifications')
  await isAlive(page)
  await expect(page.getByText('Is your biodata still right?')).toBeVisible()
  await page.getByRole('link', { name: /Nobody answered the phone number of your biodata/ }).click()
  await expect(page).toHaveURL(/EditBioData/)
})
