import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerLink } from '#src/features/presence/still-right.server.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { complaints, wcag } from './axe.ts'
import {
  actAs,
  consentsOn,
  expect,
  fillBiodata,
  newMember,
  pressForContact,
  pressTwice,
  sql,
  test,
} from './fixtures.ts'

test('R3: who pauses is gone in another browser at its next look, is told so on every page, and comes back with one press', async ({
  page,
  browser,
  site,
}) => {
  const { id } = await newMember(page, {})
  const stranger = await browser.newPage({ baseURL: site.url })
  await actAs(stranger, 'premium@demo.example')
  await stranger.clock.install()
  await stranger.goto(`/BioDataDetails/${id}`)
  await expect(stranger.getByRole('heading', { name: 'Family Information' })).toBeVisible()

  await page.goto('/dashboard/privacy')
  await expect(page.getByRole('heading', { name: 'Your biodata is published' })).toBeVisible()
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your biodata is paused' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // Half a minute later a page that is looked at asks again whatever it was told; before, see open-pages.spec.ts.
  await stranger.clock.fastForward(31_000)
  await stranger.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(stranger.getByRole('heading', { name: 'Family Information' })).toHaveCount(0)
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'Family Information' })).toHaveCount(0)

  for (const address of ['/dashboard/my-favorite', '/dashboard/EditBioData', '/dashboard/seen']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText('Your biodata is paused')
  }
  await page.getByRole('button', { name: 'Publish again' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Publish again' })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'Family Information' })).toBeVisible()
  await stranger.close()
})

test('R3 V4 SPEC-N16: the first publish asks for one consent, not ticked, beside who may see the contact; both can be changed later', async ({
  page,
}) => {
  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  const boxes = consentsOn(page)
  await expect(boxes).toHaveCount(1)
  await expect(boxes).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'People whose paid request we approved' })).toBeChecked()
  await fillBiodata(page)
  await boxes.uncheck()
  const save = page.getByRole('button', { name: 'Save And Publish Now' })
  await save.click()
  await expect(boxes).toBeFocused()
  await page.getByRole('alert').getByRole('link', { name: 'Tick this to publish. Until then we keep a draft.' }).click()
  await expect(boxes).toBeFocused()
  await boxes.check()
  await save.click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByText('Your contact is open.')).toBeVisible()
  await page.getByRole('link', { name: 'See it as others do' }).click()
  await expect(page.getByText('Your contact is open.')).toBeVisible()
  await page.getByRole('link', { name: 'Change who may see it' }).click()
  await expect(page).toHaveURL('/dashboard/privacy')

  await page.goto('/dashboard/EditBioData')
  await expect(save).toBeEnabled()
  await expect(boxes).toHaveCount(0)
  await page.goto('/dashboard/privacy')
  const standing = page.getByText(/^since \d/)
  await expect(standing).toHaveCount(1)
  await page.getByRole('radio', { name: 'Nobody for now' }).check()
  await expect(page.getByText('Your contact is closed now.')).toBeVisible()
  await expect(standing).toHaveCount(1)
  await expect(page.getByRole('radio', { name: 'Nobody for now' })).toBeFocused()
  await page.goto('/dashboard/viewBioData')
  await expect(page.getByText('Your contact is closed.')).toBeVisible()
  await page.goto('/dashboard/privacy')
  await page.getByRole('button', { name: /^Withdraw: Publish my biodata/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('heading', { name: 'Your biodata is not published' })).toBeVisible()
  await page.getByRole('button', { name: 'Agree and publish again' }).click()
  await expect(page.getByRole('heading', { name: 'Your biodata is published' })).toBeVisible()
})

test('R3: being married is asked about first, withdraws, and can be taken back', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page, {})
  await page.goto('/dashboard/privacy')
  await page.getByRole('button', { name: 'We are married' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Withdraw my biodata' }).click()
  await expect(page.getByRole('heading', { name: 'Your biodata is withdrawn' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish again' }).click()
  await expect(page.getByRole('heading', { name: 'Your biodata is published' })).toBeVisible()
})

test('R1: who has seen my contact: by name and number, each time behind its row, and the list as a file', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const { id } = await newMember(page, {})
  await page.goto('/dashboard/seen')
  await expect(page.getByRole('heading', { name: 'Nobody has seen your contact' })).toBeVisible()
  const stranger = await browser.newPage({ baseURL: site.url })
  await actAs(stranger, 'premium@demo.example')
  const own = await (await stranger.request.get('/api/viewBioData')).json()
  await stranger.goto(`/BioDataDetails/${id}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nobody has seen your contact' })).toBeVisible()
  await pressForContact(stranger)
  await stranger.close()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: `nik-${own.bioDataId}` })
  await expect(row.getByRole('rowheader')).toContainText(nameFor({ languageName: 'English' }, own))
  await expect(row).toContainText('Premium members may look without a fee.')
  await expect(row.getByRole('listitem')).toBeHidden()
  await row.getByText('once').press('Enter')
  await expect(row.getByRole('listitem')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the list' }).click()
  expect((await download).suggestedFilename()).toBe('contact-views.csv')
  await page.getByRole('link', { name: 'Change who may see it' }).click()
  await expect(page).toHaveURL('/dashboard/privacy')
})

test('R4 R1: a person who has seen the contact is reported and blocked from the list, which says when the answer comes', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const { id } = await newMember(page, {})
  const stranger = await browser.newPage({ baseURL: site.url })
  await actAs(stranger, 'premium@demo.example')
  const own = await (await stranger.request.get('/api/viewBioData')).json()
  await stranger.goto(`/BioDataDetails/${id}`)
  await pressForContact(stranger)
  await stranger.close()

  await page.goto('/dashboard/seen')
  const name = `nik-${own.bioDataId}`
  const row = page.getByRole('row').filter({ hasText: name })
  const choose = async (what: string) => {
    await row.getByRole('button', { name: `Report: ${name}` }).press('Enter')
    await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: what }).press('Enter')
  }
  await choose('Report')
  const form = page.getByRole('dialog', { name: `Report ${name}` })
  await form.getByLabel('Asks for money').check()
  await form.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(row.getByText('Reported')).toBeVisible()
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', timeZone: 'Asia/Dhaka' }).format(inTwoDays)
  await expect(row.getByText(new RegExp(`^We answer by ${day}\\s`))).toBeVisible()

  await choose('Block')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${name} is blocked.` })).toBeVisible()
  await expect(row.getByRole('link', { name })).toHaveCount(0)
  await page.goto('/dashboard/privacy')
  await expect(page.getByRole('button', { name: `Unblock: ${name}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you have reported' })).toContainText('Asks for money')
})

test('R3: who may see the contact, chosen before the page is alive, is saved once it is', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page, {})
  let release = () => {}
  await page.route('**/assets/browser-*.js', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await page.goto('/dashboard/privacy', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'Nobody for now' }).check()
  await expect(page.getByText('Your contact is closed now.')).toHaveCount(0)
  release()
  await expect(page.getByText('Your contact is closed now.').first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Nobody for now' })).toBeChecked()
})

test('R3: of two choices of who may see the contact right after each other the second one wins', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, {})
  await page.goto('/dashboard/privacy', { waitUntil: 'networkidle' })
  const choices = page.getByRole('radio')
  const choose = (n: number) => () => choices.nth(n).check()
  const said = await pressTwice(page, '**/api/me/contact', [choose(1), choose(0)])
  expect(said).toEqual(['asked', 'answered', 'asked', 'answered'])
  await page.reload()
  await expect(choices.first()).toBeChecked()
})

test('R3: whose contact nobody sees for now is not asked for it, not even by premium members', {
  tag: '@trial',
}, async ({ page }) => {
  const { id } = await newMember(page, {})
  await page.goto('/dashboard/privacy')
  await page.getByRole('radio', { name: 'Nobody for now' }).check()
  await expect(page.getByText('Your contact is closed now.').first()).toBeVisible()
  for (const email of ['premium@demo.example', 'new@demo.example']) {
    await actAs(page, email)
    await page.goto(`/BioDataDetails/${id}`)
    await expect(page.getByText('Shows the contact to nobody for now').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'contact request' })).toHaveCount(0)
  }
})

test('T1: the question stands on every page of the dashboard, one press answers it, and what was paused comes back with one press', async ({
  page,
  site,
}) => {
  const { id } = await newMember(page, {})
  await sql(site, `insert into confirm_questions (owner_id, asked_at) values ('${id}', now())`)
  const yes = page.getByRole('button', { name: 'Yes, everything is still right' })
  for (const address of ['/dashboard/my-favorite', '/dashboard/seen', '/dashboard/privacy']) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText('Is your biodata still right?')
    await expect(yes).toHaveCount(1)
  }
  // From the moment it was seen there are seven days.
  await expect(page.getByRole('main')).toContainText(/Without an answer by \d/)
  await page.goto('/dashboard/my-favorite')
  await expect(page.getByRole('main')).toContainText(/Without an answer by \d/)
  expect(await complaints(page)).toEqual([])
  await yes.press('Enter')
  await expect(yes).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto('/dashboard/privacy')
  await expect(page.getByRole('main')).toContainText(/Last confirmed on .*We ask every 60 days/)

  await sql(
    site,
    `insert into confirm_questions (owner_id, asked_at, told_at, paused_at) values ('${id}', now(), now(), now());
    update biodata set presence = 'paused' where id = '${id}'`,
  )
  await page.goto('/dashboard/my-favorite')
  await expect(page.getByRole('main')).toContainText('had no answer, so it is paused.')
  await yes.press('Enter')
  await expect(yes).toHaveCount(0)
})

test('T1: the link of the mail leads a signed-out person to one button, which answers without a script too', async ({
  page,
  browser,
  site,
}) => {
  const { id } = await newMember(page, {})
  const question = '00000000-0000-4000-8000-000000000001'
  await sql(site, `insert into confirm_questions (owner_id, id, asked_at) values ('${id}', '${question}', now())`)
  const secret = readFileSync(join(site.dataDir, 'secret'), 'utf8').trim()
  const link = answerLink({ origin: site.url, secret }, { ownerId: id, id: question })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const elsewhere = await context.newPage()
  for (const _ of [1, 2]) {
    await elsewhere.goto(link)
    await expect(elsewhere.getByRole('heading', { name: 'Is your biodata still right?' })).toBeVisible()
  }
  await elsewhere.getByRole('button', { name: 'Yes, everything is still right' }).press('Enter')
  await expect(elsewhere.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('button')).toHaveCount(0)
  await context.close()
  await page.goto(link)
  expect(await complaints(page, wcag)).toEqual([])
})
