import type { Browser, Page } from '@playwright/test'
import { consentVersion } from '#src/features/consents/policy.ts'
import { everyLook, expectAccessible } from './accessible.ts'
import { actAs, expect, isAlive, newMember, requestContact, type Site, sql, test } from './fixtures.ts'

const patch = (page: Page, url: string, data: object) =>
  page.evaluate(
    async ([address, body]) => {
      const answer = await fetch(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (!answer.ok) throw new Error(await answer.text())
    },
    [url, JSON.stringify(data)] as const,
  )

/** The member of the demo is asked first from now on. @returns the number of the biodata */
async function wantsToBeAsked(page: Page) {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/privacy')
  await isAlive(page)
  await page.getByRole('radio', { name: /Ask me first/ }).check()
  await expect(page.getByText('From now on we ask you first.').first()).toBeVisible()
  return page.evaluate(async () => (await (await fetch('/api/me/presence')).json()).number as number)
}

test('O1 O2 O3 O5: a premium member asks, an administrator approves, the family answers in two presses, and both see both contacts', async ({
  page,
  browser,
  site,
}) => {
  const number = await wantsToBeAsked(page)
  const [asking, judging] = await Promise.all([
    browser.newPage({ baseURL: site.url }),
    browser.newPage({ baseURL: site.url }),
  ])

  await actAs(asking, 'premium@demo.example')
  await asking.goto(`/checkout/${number}`)
  await isAlive(asking)
  await expect(asking.getByRole('heading', { name: 'This family is asked first' })).toBeVisible()
  const words = asking.getByLabel('A few words to the family')
  await words.fill('Call 01712 345678')
  await asking.getByRole('button', { name: 'Ask the family' }).focus()
  await expect(asking.getByText(/Take out phone numbers/)).toBeVisible()
  await words.fill('My parents and I read your biodata together.')
  await asking.getByRole('button', { name: 'Ask the family' }).focus()
  await expect(asking.getByText('Saved. The family reads it with your request.').first()).toBeVisible()
  await asking.getByRole('button', { name: 'Ask the family' }).click()
  await expect(asking).toHaveURL(/my-contact-request/)

  await actAs(judging, 'admin@demo.example')
  await judging.goto(`/dashboard/approvedContactRequest`)
  await isAlive(judging)
  await judging.getByRole('link', { name: new RegExp(`Review the request of .* nik-${number}$`) }).click()
  await expect(judging.getByText('My parents and I read your biodata together.')).toBeVisible()
  await expect(judging.getByText(/wants to be asked first/)).toBeVisible()
  await judging.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(judging.getByText(/^Approved: /).first()).toBeVisible()

  await page.goto('/dashboard/asked')
  await isAlive(page)
  await page.getByRole('link', { name: /^Read and answer/ }).click()
  await expect(page.getByText('My parents and I read your biodata together.')).toBeVisible()
  await expect(page.getByText(/^72 hours left/)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, share contacts' }).click()
  await expect(page.getByRole('region', { name: 'You see' }).getByRole('link', { name: /^\+880/ })).toBeVisible()
  await expect(page.getByText('They have not looked yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back my yes' })).toBeVisible()

  await asking.goto(`/dashboard/my-contact-request`)
  await expect(asking.getByText('The family said yes')).toBeVisible()
  await expect(asking.getByRole('link', { name: /^\+880/ }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^They looked on/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back my yes' })).toHaveCount(0)
})

test('U2: an owner with a guardian as the contact chooses by keyboard whose phone a yes shows', async ({
  page,
  browser,
  site,
}) => {
  const { number } = await newMember(page, { name: 'Farzana Karim' })
  await page.request.patch('/api/me/contact', { data: { contactFor: 'ask' } })
  const sent = { name: 'Abba', relation: 'father', mayAnswer: true, isContact: true, mayConfirm: false, mayEdit: false }
  const { link } = await (await page.request.post('/api/me/guardians', { data: sent })).json()
  const [helping, asking, judging] = await Promise.all([0, 1, 2].map(() => browser.newPage({ baseURL: site.url })))
  await newMember(helping!)
  const token = new URL(link).searchParams.get('token')
  const agreed = { token, phone: '01911000141', isOfAge: true, numberMayBeShown: true, consentVersion }
  await helping!.request.post('/api/guardian-invitation/acceptance', { data: agreed })
  await newMember(asking!, { gander: 'Male', birth: '1994-03-14' })
  const id = await requestContact(asking!, number)
  await actAs(judging!, 'admin@demo.example')
  await judging!.request.patch(`/api/contact-request-approver/${id}`)

  await page.goto(`/dashboard/asked/${id}`)
  await isAlive(page)
  await expect(page.getByRole('timer')).toHaveText(/72\s*hours left\s*until/)
  const choice = page.getByRole('group', { name: 'Which contact do you share?' })
  await expect(choice.getByRole('radio', { name: /^My guardian’s/ })).toBeChecked()
  await choice.getByRole('radio', { name: /^My guardian’s/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice.getByRole('radio', { name: /^Mine/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Yes, share contacts' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'They see' }).getByText('+880 1712-345678')).toBeVisible()
  await asking!.goto('/dashboard/my-contact-request')
  await expect(asking!.getByRole('link', { name: '+880 1712-345678' })).toBeVisible()
  // The guardian reads what was answered, and by whom.
  await helping!.goto('/dashboard/kept')
  await expect(helping!.getByText(/^Farzana Karim shared the contact with nik-/)).toBeVisible()
  await helping!.getByRole('link', { name: /^See both contacts/ }).click()
  await helping!.getByRole('link', { name: 'People I help' }).first().click()
  await expect(helping!.getByRole('heading', { name: 'You are the guardian of Farzana Karim' })).toBeVisible()
})

test('O4 O6: an asker takes a request back, and a family answers “not now”', async ({ page, browser, site }) => {
  const number = await wantsToBeAsked(page)
  const asking = await browser.newPage({ baseURL: site.url })
  await actAs(asking, 'premium@demo.example')
  const ask = async () => {
    await asking.goto(`/checkout/${number}`)
    await isAlive(asking)
    await asking.getByRole('button', { name: 'Ask the family' }).click()
    await expect(asking).toHaveURL(/my-contact-request/)
  }
  await ask()
  await asking
    .getByRole('button', { name: /^Take the request back/ })
    .first()
    .click()
  await asking.getByRole('alertdialog').getByRole('button', { name: 'Take the request back' }).click()
  await expect(asking.getByText('Closed again').first()).toBeVisible()

  await ask()
  const judging = await browser.newPage({ baseURL: site.url })
  await actAs(judging, 'admin@demo.example')
  await judging.goto(`/dashboard/adminDashboard`)
  const id = await judging.evaluate(async () => {
    const rows = await (await fetch('/api/contact-requests?status=pending&sort=-date')).json()
    return rows[0]._id as string
  })
  await patch(judging, `/api/contact-request-approver/${id}`, {})
  await page.goto(`/dashboard/asked/${id}`)
  await isAlive(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText(/The answer was “not now”/)).toBeVisible()
  await asking.reload()
  await expect(asking.getByText(/says nothing about you/).first()).toBeVisible()
})

/** A request for somebody whom the bureau keeps waits for a call. @returns it, and an administrator's page */
async function familyToCall(page: Page, browser: Browser, site: Site) {
  const [kept] = await sql(
    site,
    `update biodata set contact_for = 'ask' where id = (
      select b.id from published_biodata b where gender = 'Female' and not has_signed_in(b.id)
        and not exists (select from contact_requests where biodata_id = b.id) order by number limit 1)
    returning number`,
  )
  await newMember(page, { gander: 'Male', birth: '1994-03-14' })
  const id = await requestContact(page, Number(kept!.number))
  const judging = await browser.newPage({ baseURL: site.url })
  await actAs(judging, 'admin@demo.example')
  await judging.goto(`/dashboard/approvedContactRequest?request=${id}`)
  await expect(judging.getByText(/has never signed in\. After your approval you call it/)).toBeVisible()
  await patch(judging, `/api/contact-request-approver/${id}`, {})
  return { judging, address: `/dashboard/approvedContactRequest?status=forwarded&request=${id}` }
}

test('O6: an administrator asks a family that was never here by telephone, and the asker reads with whom', async ({
  page,
  browser,
  site,
}) => {
  const { judging, address } = await familyToCall(page, browser, site)
  await judging.goto('/dashboard/approvedContactRequest?status=forwarded')
  await isAlive(judging)
  await expect(judging.getByText('To call').first()).toBeVisible()
  await judging.goto(address)
  await isAlive(judging)
  const calls = judging.getByRole('region', { name: 'Asked by telephone' })
  await calls.getByRole('button', { name: 'Record the call' }).click()
  await expect(calls.getByText('Choose what they said.').first()).toBeVisible()
  await calls.getByRole('radio', { name: 'They want to think' }).check()
  await expect(calls.getByText(/The 72 hours begin now/)).toBeVisible()
  await calls.getByLabel('Who did you speak with?').selectOption('father')
  await calls.getByRole('button', { name: 'Record the call' }).click()
  await expect(calls.getByText(/They want to think\. Noted by/)).toBeVisible()
  await calls.getByRole('radio', { name: 'Yes, share contacts' }).check()
  await calls.getByLabel('Who did you speak with?').selectOption('father')
  await calls.getByRole('button', { name: 'Record the call' }).click()
  await expect(calls.getByText(/Yes, share contacts\. Noted by/)).toBeVisible()
  await expect(calls.getByRole('button', { name: 'Record the call' })).toHaveCount(0)
  await page.goto('/dashboard/my-contact-request')
  await expect(page.getByText(/heard by telephone from the family \(father\)/)).toBeVisible()
})

test('O6 G9: axe finds nothing where a call is recorded, and nothing scrolls sideways', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  test.setTimeout(180_000)
  const { judging, address } = await familyToCall(page, browser, site)
  const recorded = {
    name: 'calls',
    address,
    async prepare() {
      await judging.locator('[name=said][value=thinking]').check()
      await judging
        .locator('form')
        .filter({ has: judging.locator('[name=said]') })
        .locator('[type=submit]')
        .click()
      await judging.locator('.field-error').first().waitFor()
    },
  }
  await expectAccessible(judging, site.url, recorded, everyLook(recorded))
})
