import type { Page } from '@playwright/test'
import { actAs, expect, fillBiodata, newMember, password, publish, sql, test } from './fixtures.ts'

test('E5 R8: a draft outlives a reload, and signing out if it is to; nobody else in this browser sees it', async ({
  page,
}) => {
  await actAs(page, 'new@demo.example')
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Father Name').fill('Abdul Karim')
  await page.getByLabel('Day').fill('১৪')
  await expect(page.getByText(/Draft saved \d\d:\d\d/)).toBeVisible()
  // Nobody said that the biodata is their own, so the account's name is not in it. A day without a month is no date.
  await expect(page.getByText('1 of 16 filled')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  const isRestored = async () => {
    await expect(page.getByText(/What you typed at \d\d:\d\d and did not publish is here again/)).toBeVisible()
    await expect(page.getByLabel('Father Name')).toHaveValue('Abdul Karim')
    await expect(page.getByLabel('Day')).toHaveValue('১৪')
  }
  await page.reload()
  await isRestored()

  await page.getByRole('button', { name: 'logOut', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out without publishing?' })
  await question.getByLabel('Keep the draft in this browser for 30 days').check()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('logout successful', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('@')
  await actAs(page, 'premium@demo.example')
  await page.goto('/dashboard/EditBioData')
  await expect(page.getByLabel('Father Name')).not.toHaveValue('Abdul Karim')
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  await page.context().clearCookies()

  await actAs(page, 'new@demo.example')
  await page.goto('/dashboard/EditBioData')
  await isRestored()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Father Name')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Father Name')).toHaveValue('Abdul Karim')
  // The next step on other pages counts as the form does when it opens: a consent is in no draft.
  await page.getByLabel('I agree that my biodata is published').check()
  await expect(page.getByText('2 of 16 filled')).toBeVisible()
  const home = await page.context().newPage()
  await home.goto('/')
  await expect(home.getByRole('region', { name: 'Write your biodata' })).toContainText('1 of 16 filled')
  await home.close()
  await page.getByLabel('Father Name').fill('')
  await page.getByLabel('Day').fill('')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Save And Publish Now' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
})

test('E5: a second tab writes into the draft only what was changed there, and neither loses nor publishes the other’s', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, {})
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    tab.on('dialog', (dialog) => dialog.accept())
    await tab.goto('/dashboard/EditBioData')
    await expect(publish(tab)).toBeEnabled()
  }
  const father = (tab: Page) => tab.getByLabel('Father Name')
  const mother = (tab: Page) => tab.getByLabel('Mother Name')
  const reopen = async (tab: Page) => {
    await tab.reload()
    await expect(publish(tab)).toBeEnabled()
  }
  await father(page).fill('Abdul Karim')
  await mother(other).press('End')
  await mother(other).press('x')
  await expect(other.getByText(/Draft saved/)).toBeVisible()
  await mother(other).press('Backspace')
  await reopen(page)
  await expect(father(page)).toHaveValue('Abdul Karim')
  await mother(other).fill('Rahima Khatun')
  await reopen(page)
  await expect(mother(page)).toHaveValue('Rahima Khatun')
  await expect(father(page)).toHaveValue('Abdul Karim')

  // The other tab has never shown the father's name, so it cannot have published it.
  await publish(other).click()
  await expect(other).toHaveURL('/dashboard/viewBioData')
  await other.goto('/dashboard/EditBioData')
  await expect(father(other)).toHaveValue('Abdul Karim')
  await expect(mother(other)).toHaveValue('Rahima Khatun')
  await other.getByRole('button', { name: 'Discard' }).click()
  await expect(father(other)).toHaveValue('Mizanur Rahman')
  await other.getByRole('button', { name: 'Restore' }).click()
  await reopen(other)
  await expect(father(other)).toHaveValue('Abdul Karim')
  await publish(other).click()
  await expect(other).toHaveURL('/dashboard/viewBioData')
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('E5: a tab that was opened before another one published takes nothing of that back, and what both say is no draft', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, {})
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    tab.on('dialog', (dialog) => dialog.accept())
    await tab.goto('/dashboard/EditBioData')
    await expect(publish(tab)).toBeEnabled()
  }
  const father = (tab: Page) => tab.getByLabel('Father Name')
  const mother = (tab: Page) => tab.getByLabel('Mother Name')
  const drafts = () => other.evaluate(() => Object.values(localStorage).join())
  await father(page).fill('Abdul Karim')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await mother(other).fill('Rahima Khatun')
  await expect.poll(drafts).toContain('Rahima Khatun')
  await other.reload()
  await expect(publish(other)).toBeEnabled()
  await expect(mother(other)).toHaveValue('Rahima Khatun')
  await expect(father(other)).toHaveValue('Abdul Karim')

  // Published in the one tab, and typed in the other one too.
  await page.goto('/dashboard/EditBioData')
  await expect(mother(page)).toHaveValue('Rahima Khatun')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await father(other).fill('Somebody')
  await mother(other).press('End')
  await mother(other).press('x')
  await mother(other).press('Backspace')
  await father(other).fill('Abdul Karim')
  await other.reload()
  await expect(publish(other)).toBeEnabled()
  await expect(mother(other)).toHaveValue('Rahima Khatun')
  await expect(other.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  expect(await drafts()).toBe('')
})

test('R8: after signing out nothing of the person is left in the browser, nor a draft that is thirty days old', {
  tag: '@trial',
}, async ({ page }) => {
  const phone = '01798765432'
  const traces = () =>
    page.evaluate(async () => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      const cached = files.flat().map(({ url }) => new URL(url).pathname)
      return { stored: { ...localStorage, ...sessionStorage }, databases, cached: cached.sort() }
    })
  const type = async () => {
    await page.goto('/dashboard/EditBioData')
    await page.getByLabel('Phone Number').fill(phone)
    await expect(page.getByText(/Draft saved/)).toBeVisible()
  }
  page.on('dialog', (dialog) => dialog.accept())
  await actAs(page, 'new@demo.example')
  await type()
  expect(JSON.stringify(await traces())).toContain(phone)
  await page.getByRole('button', { name: 'LogOut', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out without publishing?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Phone Number')).toHaveValue(phone)
  await page.getByRole('button', { name: 'LogOut', exact: true }).click()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('logout successful', { exact: true })).toBeVisible()
  const { stored, databases, cached } = await traces()
  expect({ stored, databases }).toEqual({ stored: {}, databases: [] })
  expect(cached.filter((path) => !path.startsWith('/offline'))).toEqual([])
  await page.goBack()
  await expect(page.getByText(phone)).toHaveCount(0)

  await actAs(page, 'new@demo.example')
  await type()
  await page.clock.setFixedTime(Date.now() + 31 * 86_400_000)
  await page.reload()
  await expect(page.getByLabel('Phone Number')).toHaveValue('')
  // The page is empty before it is alive, and only then looks for drafts.
  await expect.poll(async () => JSON.stringify(await traces())).not.toContain(phone)
})

test('E5: a link, Back and closing the tab ask before an unpublished form is left', { tag: '@trial' }, async ({
  page,
}) => {
  await actAs(page, 'new@demo.example')
  await page.goto('/dashboard/my-favorite')
  await page.getByRole('link', { name: 'View BioData' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Write your biodata' }).last().click()
  await expect(page.getByRole('heading', { name: 'Edit BioData' })).toBeVisible()
  await page.getByLabel('Mother Name').fill('Rahima Khatun')
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  const leave = {
    link: () => page.getByRole('link', { name: 'My Contact Request' }).click(),
    back: () => page.evaluate(() => history.back()),
  }
  for (const way of [leave.link, leave.back]) {
    await way()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/dashboard/EditBioData')
    await expect(page.getByLabel('Mother Name')).toHaveValue('Rahima Khatun')
  }
  await leave.back()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByRole('heading', { name: 'View BioData' })).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel('Mother Name')).toHaveValue('Rahima Khatun')
  await leave.link()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/my-contact-request')

  await page.goto('/dashboard/EditBioData')
  await expect(page.getByRole('button', { name: 'Save And Publish Now' })).toBeEnabled()
  await page.getByLabel('Mother Name').fill('Rahima')
  const asked = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await closed
})

test('E2: sixteen errors leave the form on a phone’s screen, and each is one press away from its field', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await actAs(page, 'new@demo.example')
  await page.goto('/dashboard/EditBioData')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/dashboard/EditBioData#about')
  await page.reload()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('link', { name: 'Contact information' }).click()
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  const summary = page.locator('.error-summary')
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: Edit BioData/)
  await expect(summary.getByRole('heading', { name: 'There are 16 problems' })).toBeVisible()
  await expect(summary.getByRole('link')).toHaveCount(4)
  expect((await summary.boundingBox())!.height).toBeLessThan(350)
  await summary.getByRole('button', { name: 'Show all 16' }).click()
  await expect(summary.getByRole('link')).toHaveCount(16)
  await expect(summary.getByRole('link').nth(4)).toBeFocused()
  for (const link of await summary.getByRole('link').all()) {
    const field = (await link.getAttribute('href'))!
    await link.click()
    await expect(page.locator(field)).toBeFocused()
    await expect(page.locator(field)).toBeInViewport()
  }
})

test('E4 V1: too young is told in our words beside the field, and Bangla digits and months are dates', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'new@demo.example')
  await page.goto('/dashboard/EditBioData')
  await page.getByRole('button', { name: 'Save And Publish Now' }).isEnabled()
  await fillBiodata(page, { year: String(new Date().getFullYear() - 10) })
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  const text = 'The legal age of marriage is 18. Check the date of birth and the gender.'
  await expect(page.getByRole('group', { name: 'Date of birth' }).getByText(text)).toBeVisible()
  await expect(page.locator('.error-summary').getByRole('link', { name: text })).toBeVisible()
  await page.getByLabel('Day').fill('১৪')
  await page.getByLabel('Month').fill('মার্চ')
  await page.getByLabel('Year').fill('২০০০')
  await expect(page.getByText('16 of 16 filled')).toBeVisible()
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByText('14 March 2000')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('E5: a session that ends over the form gives it back after the next sign-in', async ({ page }) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Father Name').fill('Kept Over The End')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/dashboard/EditBioData')}`)
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Father Name')).toHaveValue('Kept Over The End')
})

test('R8 clears what is left of somebody whose session ended elsewhere: whom they saw, and the contact of a draft', {
  tag: '@trial',
}, async ({ page, site }) => {
  const phone = '01798765432'
  page.on('dialog', (dialog) => dialog.accept())
  await actAs(page, 'new@demo.example')
  const [card] = await (await page.request.get('/api/bioData-filter?limit=1')).json()
  await page.goto(`/BioDataDetails/${card._id}`)
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  await expect.poll(stored).toContain('seen:')
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Father Name').fill('Abdul Karim')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await sql(site, "delete from sessions where user_id = (select id from users where email = 'new@demo.example')")
  await page.goto('/')
  await expect.poll(stored, { timeout: 20_000 }).not.toContain(phone)
  expect(await stored()).not.toContain('seen:')
  expect(await stored()).toContain('Abdul Karim')
})
