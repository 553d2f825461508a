import type { Page } from '@playwright/test'
import {
  actAs,
  confirmEmail,
  expect,
  isAlive,
  newMember,
  password,
  requestContact,
  type Site,
  someBiodata,
  someCards,
  sql,
  test,
} from './fixtures.ts'

const user = 'user@demo.example'
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test('R4: a blocked person is gone from list and profile at once; Undo, and Unblock under Privacy and visibility, bring them back', async ({
  page,
}) => {
  await actAs(page, user)
  const [, other] = await someCards(page)
  const name = `nik-${other!.bioDataId}`
  const card = page.getByRole('article').filter({ hasText: new RegExp(`${name}\\b`) })
  const block = async () => {
    await page.goto('/baiDataPage?gender=Female&order=newest')
    await card.getByRole('link').click()
    await page.getByText('Report or block').click()
    await page.getByRole('button', { name: 'Block' }).click()
    const question = page.getByRole('alertdialog', { name: `Block ${name}?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Block' }).click()
    await expect(toast(page, `${name} is blocked.`)).toBeVisible()
    await expect(page).toHaveURL(/\/baiDataPage$/)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(card).toHaveCount(0)
  }
  await block()
  expect((await page.goto(`/BioDataDetails/${other!._id}`))!.status()).toBe(404)
  await page.goto('/dashboard/privacy')
  await page.getByRole('button', { name: `Unblock: ${name}` }).click()
  await expect(page.getByText('You have blocked nobody.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await block()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `${name} is no longer blocked.`)).toBeVisible()
  await page.goto('/baiDataPage?gender=Female&order=newest')
  await expect(card).toBeVisible()
})

test('R4: a report by the keyboard alone reaches an administrator, whose answer the reporter reads', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page)
  const [, other] = await someCards(page)
  const name = `nik-${other!.bioDataId}`
  await page.goto(`/BioDataDetails/${other!._id}`)
  const menu = page.locator('summary').filter({ hasText: 'Report or block' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Report ${name}` })
  await expect(dialog.getByRole('heading')).toBeFocused()
  await dialog.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(dialog.getByText('Choose what it is about.').first()).toBeVisible()
  await dialog.getByLabel('Other').focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(dialog.getByText('Say what it is about.').first()).toBeVisible()
  await dialog.getByLabel('In your words').fill('She wrote that she is engaged.')
  await dialog.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(toast(page, 'Your report is sent.')).toBeVisible()
  await expect(dialog).toBeHidden()

  // A second one says so, and what was typed stays.
  await page.getByRole('button', { name: 'Report' }).first().click()
  await dialog.getByLabel('Asks for money').check()
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'You have reported this person already.' })).toBeVisible()
  await expect(dialog.getByLabel('Asks for money')).toBeChecked()
  await page.keyboard.press('Escape')

  const reporter = await page.context().cookies()
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/adminDashboard')
  await expect(page.getByText(/^answer by \d+\s\w+\s\d{4}$/)).toBeVisible()
  await page.getByRole('link', { name: 'Review: Reports' }).click()
  await expect(page.getByText('She wrote that she is engaged.')).toBeVisible()
  const answer = page.getByRole('form', { name: `Answer about ${name}` })
  await answer.getByLabel('What those who reported read').fill('')
  await answer.getByRole('button', { name: 'Dismiss and answer' }).click()
  await expect(answer.getByText('Write an answer.')).toBeVisible()
  await answer.getByLabel('What those who reported read').fill('We have called her family.')
  await answer.getByRole('button', { name: 'Resolve and answer' }).click()
  await expect(page.getByRole('heading', { name: 'No report is waiting' })).toBeVisible()
  await page.getByRole('link', { name: 'Answered' }).click()
  await expect(page.getByText('We have called her family.')).toBeVisible()

  await page.context().clearCookies()
  await page.context().addCookies(reporter)
  await page.goto('/dashboard/privacy')
  await expect(page.getByText('We have called her family.')).toBeVisible()
})

test('R4 S3-21 suspends a reported person on the card of the report, and offers an answer that says so', async ({
  page,
  site,
}) => {
  const reported = await newMember(page, { name: 'Arif Hossain' })
  await sql(
    site,
    `insert into reports (reporter_id, reported_id, number, reason)
     select u.id, b.id, b.number, 'rude' from users u, biodata b where u.email = '${user}' and b.id = '${reported.id}'`,
  )
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/reports')
  await isAlive(page)
  const label = `nik-${reported.number}`
  const card = page.getByRole('region', { name: label })
  const answer = card.getByLabel('What those who reported read')
  await expect(answer).toHaveValue('Thank you. We have looked into it.')
  await expect(card.getByRole('link', { name: `Open the person: ${label}` })).toHaveAttribute(
    'href',
    `/dashboard/people/${reported.id}`,
  )
  await card.getByRole('button', { name: `Unpublish: ${label}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(answer).toHaveValue(/the biodata is no longer shown/)
  await card.getByRole('button', { name: `Suspend…: ${label}` }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Rude words to three families.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(card.getByText('Suspended', { exact: true })).toBeVisible()
  await expect(answer).toHaveValue(/this account is closed for now/)
  await expect(card.getByRole('button', { name: /^(Suspend|Unpublish)/ })).toHaveCount(0)
})

test('R4: when the next reported people cannot be had, the page says so, and the button brings them later', {
  tag: '@trial',
}, async ({ page, site }) => {
  await sql(
    site,
    `insert into reports (reporter_id, reported_id, number, reason)
     select u.id, b.id, b.number, 'other' from users u, (select id, number from biodata limit 11) b where u.email = '${user}'`,
  )
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/reports')
  await isAlive(page)
  await page.route('**/api/reports?*after=*', (route) => route.fulfill({ status: 503 }))
  const people = page.getByRole('form', { name: /^Answer about/ })
  const known = await people.count()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('alert').getByText('We can’t reach the server. Try again in a moment.')).toBeVisible()
  await page.unroute('**/api/reports?*after=*')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => people.count()).toBeGreaterThan(known)
})

test('R4 K3f: who is blocked on My Contact Request gets the fee back', async ({ page }) => {
  await newMember(page)
  const [, other] = await someCards(page)
  const name = `nik-${other!.bioDataId}`
  await requestContact(page, other!.bioDataId)
  await page.goto('/dashboard/my-contact-request')
  await page.getByRole('button', { name: `Report or block: ${name}` }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Block' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('The fee was refunded').first()).toBeVisible()
})

test('R4 K3f: a fee that is on its way back is told to have gone back by itself, on the page that is open', {
  tag: '@trial',
}, async ({ page, site }) => {
  await newMember(page)
  const [, other] = await someCards(page)
  const id = await requestContact(page, other!.bioDataId)
  const change = (status: string) =>
    sql(
      site,
      `update contact_requests set status = 'withdrawn', ended_at = now() where id = '${id}';
       update payments set status = '${status}', refund_because = 'hidden'
       where id = (select payment_id from contact_requests where id = '${id}');
       update refunds set ask_after = now() + interval '1 day'
       where payment_id = (select payment_id from contact_requests where id = '${id}')`,
    )
  await change('refund_due')
  await page.goto('/dashboard/my-contact-request')
  await expect(page.getByText('Your payment is being refunded').first()).toBeVisible()
  await change('refunded')
  await expect(page.getByText('The fee was refunded').first()).toBeVisible()
  await expect(page.getByText('Your payment is being refunded')).toHaveCount(0)
})

test('R2: a member who has read enough is told when it goes on, on the way to a profile and on a page of its own', async ({
  page,
  site,
}) => {
  const { email } = await newMember(page)
  await sql(
    site,
    `insert into profile_views (viewer_id, owner_id, at) select users.id, biodata.id, now() - interval '10 minutes'
     from users, (select id from biodata order by number limit 100) biodata where email = '${email}'`,
  )
  await page.goto('/baiDataPage?gender=Female')
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'A short pause' })).toBeVisible()
  await expect(page.getByText(/You can read on from \d+\s\w+\s\d{4},\s\d\d:\d\d\./)).toBeVisible()

  const answer = await page.reload()
  expect(answer!.status()).toBe(429)
  const seconds = Number(answer!.headers()['retry-after'])
  expect(seconds).toBeGreaterThan(48 * 60)
  expect(seconds).toBeLessThanOrEqual(50 * 60)
  await expect(page.getByRole('heading', { name: 'A short pause' })).toBeVisible()
  await expect(page).toHaveTitle(/^A short pause/)
  await sql(site, 'delete from profile_views')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
})

test('R2: a premium member who has seen enough contacts sees the profile, and when the contact opens', {
  tag: '@trial',
}, async ({ page, site }) => {
  await actAs(page, 'premium@demo.example')
  const [, other] = await someCards(page)
  await sql(
    site,
    `insert into contact_views (owner_id, viewer_id, by_right) select biodata.id, users.id, 'premium'
     from users, (select id from biodata where id <> '${other!._id}' order by number limit 50) biodata
     where email = 'premium@demo.example'`,
  )
  const words = /You have seen as many contacts .* opens for you at: \d+\s\w+\s\d{4},\s\d\d:\d\d\. No fee is taken/
  await page.goto(`/checkout/${other!.bioDataId}`)
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('without paying')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Submit Button' })).toHaveCount(0)
  const said = await page.getByText(words).textContent()
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByText(said!)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Family Information' })).toBeVisible()
  for (const role of ['link', 'button'] as const)
    await expect(page.getByRole(role, { name: /^Call|^Show contact/ })).toHaveCount(0)
})

test('D2 R1: one press shows the contact, by the keyboard too; the page says how many are left, and keeps the focus', {
  tag: '@trial',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { id, email } = await newMember(page, {})
  await confirmEmail(site, id)
  await actAs(page, 'premium@demo.example')
  await sql(
    site,
    `insert into contact_views (owner_id, viewer_id, by_right) select biodata.id, users.id, 'premium'
     from users, (select id from biodata where id <> '${id}' order by number limit 43) biodata
     where email = 'premium@demo.example'`,
  )
  await page.goto(`/BioDataDetails/${id}`)
  const contact = page.getByRole('region', { name: 'Contact information' })
  await expect(contact).toContainText('Recorded only when you press. The person sees your name and the time.')
  await expect(contact).toContainText(/\d contacts left for now\./)
  expect(await page.content()).not.toContain(email)
  await page.getByRole('complementary').getByRole('button', { name: 'Show contact' }).press('Enter')
  await expect(contact.getByRole('link', { name: email })).toBeVisible()
  await expect(page.locator('[data-contact]:focus')).toContainText('+880 1712-345678')
  await expect(page.getByRole('button', { name: 'Show contact' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Call Sadia/ }).first()).toBeVisible()
})

/** Signs in an administrator whose next contact needs the password again. @returns whose contact it is */
async function adminAtLimit(page: Page, site: Site) {
  const { id } = await newMember(page, {})
  const { email } = await newMember(page)
  const admin = `(select id from users where email = '${email}')`
  await sql(
    site,
    `update users set role = 'admin' where email = '${email}';
     insert into contact_views (owner_id, viewer_id, by_right) select id, ${admin}, 'administrator'
     from (select id from biodata where id <> '${id}' order by number limit 30) biodata;
     update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${admin}`,
  )
  return id
}

async function givesPassword(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('link', { name: '+880 1712-345678' }).first()).toBeVisible()
}

test('M8: an administrator who has seen thirty contacts in an hour is asked for the password, and then sees the next', {
  tag: '@trial',
}, async ({ page, site }) => {
  const id = await adminAtLimit(page, site)
  // The dialog's code comes after the page.
  await page.goto(`/BioDataDetails/${id}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Show contact' }).first().click()
  await givesPassword(page)
})

test('M8: a press before the code of the password dialog is here waits for it, and the button says so', {
  tag: '@trial',
}, async ({ page, site }) => {
  const id = await adminAtLimit(page, site)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/confirm-self*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`/BioDataDetails/${id}`)
  const button = page.getByRole('button', { name: 'Show contact' }).first()
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button.locator('.loader-circle')).toBeVisible()
  resolve()
  await givesPassword(page)
})

test('R2 SPEC-N3: at the reading limit the last ten are told, and Undo brings a deleted favourite back', {
  tag: '@trial',
}, async ({ page, site }) => {
  const { email } = await newMember(page)
  const [first, second, third] = await someCards(page)
  const seen = (many: number) =>
    sql(
      site,
      `insert into profile_views (viewer_id, owner_id, at) select id, gen_random_uuid(), now()
       from users, generate_series(1, ${many}) where email = '${email}'`,
    )
  await seen(34)
  await page.goto(`/BioDataDetails/${first!._id}`)
  await expect(page.getByText('5 more profiles for now.')).toBeVisible()
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await expect(page.getByRole('button', { name: 'In favourites', exact: true })).toBeVisible()
  await seen(4)
  await page.goto(`/BioDataDetails/${second!._id}`)
  await expect(page.getByText('This is the last profile for now.')).toBeVisible()
  await page.goto(`/BioDataDetails/${third!._id}`)
  await expect(page.getByRole('heading', { name: 'A short pause' })).toBeVisible()
  await page.goto('/dashboard/my-favorite')
  await page.getByRole('button', { name: /^Remove .* from favourites$/ }).click()
  await expect(page.getByText('Deleted Successfully.')).toBeVisible()
  await sql(site, `update profile_views set owner_id = gen_random_uuid() where owner_id = '${first!._id}'`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article').filter({ hasText: `nik-${first!.bioDataId}` })).toBeVisible()
  await page.goto(`/BioDataDetails/${first!._id}`)
  await expect(page.getByRole('heading', { name: 'Family Information' })).toBeVisible()

  // Lists count people by themselves.
  await sql(
    site,
    `insert into card_views (viewer_id, at, shown) select id, now(), array(select 1000000 + generate_series(1, 1800))
     from users where email = '${email}'`,
  )
  await page.goto('/baiDataPage')
  await expect(page.getByText(/^You can see 18\d more people in lists for now\./)).toBeVisible()
})

test('R2: a page that the server draws counts for the network it is sent to; others are none the worse', {
  tag: '@trial',
}, async ({ page }) => {
  const from = (network: string) => page.setExtraHTTPHeaders({ 'x-forwarded-for': network })
  await from('198.51.100.7')
  const list = () => page.request.get('/api/allBioData?limit=1', { headers: { 'x-forwarded-for': '198.51.100.7' } })
  // Three more are allowed each second, so a slow machine asks until the page is refused.
  await expect(async () => {
    for (let asked = 0; asked < 240; asked += 20) await Promise.all(Array.from({ length: 20 }, list))
    expect((await page.goto('/baiDataPage'))!.status()).toBe(429)
  }).toPass()
  await expect(page.getByRole('heading', { name: 'A short pause' })).toBeVisible()
  expect((await page.goto('/'))!.status()).toBe(200)
  await from('198.51.100.8')
  expect((await page.goto('/baiDataPage'))!.status()).toBe(200)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('R4 SEC-N11 says before a block that the card stays public', { tag: '@trial' }, async ({ page }) => {
  await actAs(page, user)
  const [, other] = await someCards(page)
  await page.goto(`/BioDataDetails/${other!._id}`)
  await page.getByText('Report or block').click()
  await page.getByRole('button', { name: 'Block' }).click()
  const question = page.getByRole('alertdialog', { name: `Block nik-${other!.bioDataId}?` })
  await expect(question.getByText(/Visitors still see your public card/)).toBeVisible()
  await expect(question.getByText(/Pause your biodata to hide it from everyone/)).toBeVisible()
})

test('E7 SEC-N7 shows an administrator the suspicious words, and takes a text off the list that is fine', async ({
  page,
}) => {
  await newMember(page)
  const aboutMe = 'I live in Dhaka. insta: nusrat.mim'
  expect((await page.request.patch('/api/bioData', { data: { ...someBiodata, aboutMe } })).ok()).toBe(true)
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/adminDashboard')
  await page.getByRole('link', { name: 'Review: Texts to check' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Texts to check' })).toBeVisible()
  await expect(page.locator('mark')).toHaveText('insta')
  await expect(page.getByRole('button', { name: /^Suspend/ })).toBeVisible()
  await page.getByRole('button', { name: /It is fine: / }).click()
  await expect(toast(page, 'Taken off the list')).toBeVisible()
  await expect(page.getByText('No text to check')).toBeVisible()
})
