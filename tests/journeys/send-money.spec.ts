/** Money that the payer sends by hand: choosing it, telling us of it, and the page that says what became of it. */
import type { Browser, Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { actAs, expect, fillCard, newMember, type Site, someCards, sql, test } from './fixtures.ts'

let ids = 0
/** A transaction id that no other test names. */
const newId = () =>
  `T${process.pid.toString(36).toUpperCase().padStart(5, 'X').slice(-5)}${String(++ids).padStart(4, '0')}`

const chooseByHand = (page: Page) => page.getByRole('radio', { name: /^Send money/ }).check()

async function tell(page: Page, transactionId: string, lastDigits = '4821') {
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill(transactionId)
  await page.getByLabel('Last four digits').fill(lastDigits)
  await page.getByRole('button', { name: /^(I have sent|Correct the)/ }).click()
  await expect(page).toHaveURL(/\/checkout\/return\//)
}

/** Somebody new who has told of a transfer for a contact. */
async function told(page: Page, place: number) {
  await newMember(page, {})
  const { bioDataId } = (await someCards(page, 'gander=Male'))[place]!
  await page.goto(`/checkout/${bioDataId}?way=send`)
  const transactionId = newId()
  await tell(page, transactionId)
  return { bioDataId, transactionId }
}

/** What an administrator reads in the statement: an amount, or nothing. */
async function decide(browser: Browser, site: Site, transactionId: string, amount?: string) {
  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  const waiting = (await (await office.request.get('/api/transfers')).json()) as {
    _id: string
    transactionId: string
  }[]
  const { _id } = waiting.find((claim) => claim.transactionId === transactionId)!
  const answer = amount
    ? await office.request.patch(`/api/transfers/${_id}`, { data: { amount, at: new Date().toISOString() } })
    : await office.request.patch(`/api/transfers/${_id}/refusal`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return office
}

test('K8 K10a: on a phone the question how to pay is on the first screen, and a card that was typed stays while one looks at another way', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await actAs(page, 'user@demo.example')
  const begun: string[] = []
  page.on('request', (request) => request.method() === 'POST' && begun.push(new URL(request.url()).pathname))
  await page.goto(`/checkout/${(await someCards(page))[9]!.bioDataId}`)
  const question = page.getByRole('group', { name: 'How would you like to pay?' })
  for (const name of [/^Card \$5\.00$/, /^Send money BDT.500\.00$/]) {
    const place = (await question.getByRole('radio', { name }).boundingBox())!
    expect(place.y + place.height).toBeLessThan(640)
  }
  const summary = page.locator('section[aria-labelledby=person] summary')
  expect((await summary.boundingBox())!.height).toBeLessThanOrEqual(90)
  await expect(question.getByRole('radio', { name: /^Card/ })).toBeChecked()
  await fillCard(page)
  expect(begun.filter((path) => path === '/api/payment-transfers')).toEqual([])
  await chooseByHand(page)
  await expect(page.getByRole('heading', { name: /^1\s*Send exactly BDT.500\.00$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeHidden()
  await question.getByRole('radio', { name: /^Card/ }).check()
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeEnabled()
  for (const path of ['create-payment-intent', 'payment-transfers'])
    expect(begun.filter((one) => one === `/api/${path}`)).toHaveLength(1)
})

test('K10a: by the keyboard alone a payer chooses to send money, reads where to, is told of a wrong id, and tells us', async ({
  page,
}) => {
  await newMember(page, {})
  await page.goto(`/checkout/${(await someCards(page, 'gander=Male'))[10]!.bioDataId}`)
  await page.getByRole('radio', { name: /^Card/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('01000-000141')).toBeVisible()
  await page.getByRole('radio', { name: 'bKash' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('01000-000142')).toBeVisible()
  await expect(page.getByText('In your app choose Send Money, not Payment or Cash Out.')).toBeVisible()
  for (const name of ['Copy the number', 'Copy the reference']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('ab-1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('48')
  await page.keyboard.press('Enter')
  const wrong = 'Enter the transaction ID from the receipt: letters and digits only.'
  await expect(page.locator('.error-summary')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveAccessibleDescription(
    `Ten letters and digits, from the app’s receipt ${wrong}`,
  )
  await expect(page.getByLabel('Last four digits')).toHaveAccessibleDescription(/Enter the last four digits/)
  await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue('ab-1')
  expect(await complaints(page)).toEqual([])
  const transactionId = newId()
  await page
    .getByRole('textbox', { name: 'Transaction ID' })
    .fill(` ${transactionId.toLowerCase().replace(/(.{3})/g, '$1 ')}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue(transactionId)
  await page.getByLabel('Last four digits').fill('01711-004821')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: /^We are looking for your BDT.500\.00$/ })
  await expect(heading).toBeFocused()
  await expect(page.getByText(`Nagad, ${transactionId}, from …4821`)).toBeVisible()
})

test('K10a: what was told can be corrected, and the answers of the server leave what was typed', async ({ page }) => {
  const { transactionId, bioDataId } = await told(page, 11)
  await expect(page.locator('[aria-current=step]')).toContainText(`bKash, ${transactionId}, from …4821`)
  expect(await complaints(page)).toEqual([])
  await page.goto(`/checkout/${bioDataId}?way=send`)
  await expect(page.getByRole('radio', { name: /^Send money/ })).toBeChecked()
  await expect(page.getByText(`You have told us: bKash, ${transactionId}, from …4821.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See where it stands' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue(transactionId)

  const refuse = (status: number, problem: object) =>
    page.route('**/api/transfer-claims', (route) =>
      route.fulfill({ status, json: { type: 'about:blank', title: 'x', status, ...problem } }),
    )
  const corrected = newId()
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill(corrected)
  const send = page.getByRole('button', { name: 'Correct the transaction ID' })
  for (const [status, problem, words] of [
    [409, { code: 'told-before' }, 'You have told us of another transfer for this contact.'],
    [
      422,
      { code: 'invalid', errors: [{ field: 'transactionId', message: 'x' }] },
      'This transaction has been counted already.',
    ],
  ] as const) {
    await refuse(status, problem)
    await send.click()
    await expect(page.getByRole('alert').getByText(words)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue(corrected)
    await page.unroute('**/api/transfer-claims')
  }
  await page.getByLabel('Last four digits').fill('4822')
  await send.click()
  await expect(page.getByText(`bKash, ${corrected}, from …4822`)).toBeVisible()

  // On the page of the payment too, which stays when nobody can ask for the contact any more.
  await page.locator('summary').filter({ hasText: 'Correct the transaction ID' }).click()
  await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue(corrected)
  await page.getByLabel('Wallet').selectOption('Nagad')
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill(transactionId)
  expect(await complaints(page)).toEqual([])
  await page.getByRole('button', { name: 'Correct the transaction ID' }).click()
  await expect(page.getByText(`Nagad, ${transactionId}, from …4822`)).toBeVisible()
})

test('K10a: what was begun is told on the page of the payment when the contact is closed meanwhile', async ({
  page,
  site,
}) => {
  const { bioDataId } = await told(page, 19)
  const returned = new URL(page.url()).pathname
  await sql(site, `update biodata set contact_for = 'nobody' where number = ${bioDataId}`)
  await page.goto(`/checkout/${bioDataId}?way=send`)
  await page.getByRole('link', { name: /^You began to send money for this contact/ }).click()
  await expect(page).toHaveURL(returned)
  await expect(page.getByRole('heading', { name: /^We are looking for your/ })).toBeFocused()
})

test('K10a: money that was sent twice is told of on the page of the payment that is paid', async ({
  page,
  browser,
  site,
}) => {
  const { transactionId } = await told(page, 20)
  await decide(browser, site, transactionId, '500')
  await page.reload()
  await page.getByText('I have sent another transfer').click()
  const second = newId()
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill(second)
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await expect
    .poll(
      async () => (await sql(site, `select state from transfer_claims where transaction_id = '${second}'`))[0]?.state,
    )
    .toBe('waiting')
  await expect(page.getByRole('heading', { name: /^BDT.500\.00 paid$/ })).toBeVisible()
})

test('K10a: a transaction that somebody else names too is held, and the page says whom to call', async ({ page }) => {
  const { transactionId } = await told(page, 12)
  await newMember(page, {})
  await page.goto(`/checkout/${(await someCards(page, 'gander=Male'))[13]!.bioDataId}?way=send`)
  await tell(page, transactionId)
  await expect(page.getByRole('heading', { name: 'This transaction ID was already used' })).toBeFocused()
  await expect(page.getByRole('main').getByRole('link', { name: 'Call us' })).toHaveAttribute('href', /^tel:\+880/)
})

test('K10b: a part of the fee is told with what is missing; the payer sends the rest or has the part refunded', async ({
  page,
  browser,
  site,
}) => {
  const first = await told(page, 14)
  const returned = page.url()
  await decide(browser, site, first.transactionId, '450')
  await page.reload()
  await expect(page.getByRole('heading', { name: /^BDT.450\.00 arrived, the fee is BDT.500\.00$/ })).toBeFocused()
  await page.getByRole('link', { name: /^Send the missing BDT.50\.00$/ }).click()
  await expect(page.getByRole('heading', { name: /Send exactly BDT.50\.00$/ })).toBeVisible()
  await expect(page.getByText(/^BDT.450\.00 of the fee has arrived\./)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill(first.transactionId)
  await page.getByRole('button', { name: /^I have sent BDT.50\.00$/ }).click()
  await expect(page.getByRole('link', { name: 'This transaction has been counted already.' })).toBeVisible()

  await page.goto(returned)
  await page.getByRole('button', { name: /^Refund BDT.450\.00$/ }).click()
  await expect(page.getByRole('heading', { name: 'Your payment is being refunded' })).toBeFocused()
  await expect(page.getByText('We send it to your bKash …4821.')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(returned)
  await expect(page.getByRole('heading', { name: 'Your payment is being refunded' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('4821')
})

test('K10b K9b: money that is not in the statement can be named again, and others read the outcome alone', async ({
  page,
  browser,
  site,
}) => {
  const { transactionId } = await told(page, 15)
  const returned = page.url()
  await decide(browser, site, transactionId)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We could not find your payment' })).toBeFocused()
  await expect(page.getByText(`No transfer with ${transactionId} is in our statement.`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Call us' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue(transactionId)
  await expect(page.getByRole('button', { name: 'Correct the transaction ID' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto(returned)
  await expect(page.getByRole('heading', { name: 'We could not find your payment' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(transactionId)
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Login'])
})

test('K10d K6: a fee that was sent by hand goes back to the wallet it came from, and no page speaks of a card', async ({
  page,
  browser,
  site,
}) => {
  const { transactionId, bioDataId } = await told(page, 16)
  const office = await decide(browser, site, transactionId, '500')
  await page.reload()
  await expect(page.getByRole('heading', { name: /^BDT.500\.00 paid$/ })).toBeFocused()
  const requests = (await (await page.request.get('/api/payments')).json()) as { _id: string; bioDataId: number }[]
  const { _id } = requests[0]!
  await office.request.patch(`/api/contact-requests/${_id}/refusal`, { data: { reason: 'Not this time.' } })
  await page.goto('/dashboard/my-contact-request')
  await expect(page.getByRole('row').filter({ hasText: `nik-${bioDataId}` })).toBeVisible()
  await expect(page.getByText(/^BDT.500\.00 to your bKash …4821$/)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/card|Your bank/)
})

test('K10a G8: in Bangla at 360 pixels both steps and the page after them are in Bangla, without scrolling sideways', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await newMember(page, {})
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await page.goto(`/checkout/${(await someCards(page, 'gander=Male'))[17]!.bioDataId}`)
  await page.getByRole('radio', { name: /^সেন্ড মানি/ }).check()
  await expect(page.getByRole('heading', { name: /ঠিক ৫০০ টাকা পাঠান$/ })).toBeVisible()
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)
  expect(await complaints(page)).toEqual([])
  await page.getByLabel('ট্রানজেকশন আইডি').fill(newId())
  await page.getByLabel('শেষ চার সংখ্যা').fill('৪৮২১')
  await page.getByRole('button', { name: '৫০০ টাকা পাঠিয়েছি' }).click()
  await expect(page.getByRole('heading', { name: 'আপনার ৫০০ টাকা মিলিয়ে দেখা হচ্ছে' })).toBeFocused()
  expect(await isWide()).toBe(false)
  expect(await complaints(page)).toEqual([])
})

/** Opens the checkout inside the page, so that it asks the server for the ways to pay, which are `ways` then. */
async function openWith(page: Page, bioDataId: number, ways: object[]) {
  await page.route('**/api/payment-options', (route) =>
    route.fulfill({ json: { price: 500, currency: 'BDT', requiresBiodata: false, ways } }),
  )
  await page.goto('/about', { waitUntil: 'networkidle' })
  await page.evaluate((address) => {
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/checkout/${bioDataId}`)
}
const inTaka = { price: 500, currency: 'BDT', sandbox: false }
const gateway = { ...inTaka, id: 'sslcommerz', kind: 'redirect' }
const atBank = { wallet: 'bank', number: '1234567890', holder: 'Milan Marriage Bureau, Sonali Bank' }

test('K8 K9b: with one way there is no question; a gateway begins by a press and leads to its address', async ({
  page,
}) => {
  await newMember(page, {})
  const { bioDataId } = (await someCards(page, 'gander=Male'))[18]!
  await openWith(page, bioDataId, [gateway])
  const proceed = page.getByRole('button', { name: /^Continue to pay BDT.500\.00$/ })
  await expect(proceed).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  const asked: unknown[] = []
  await page.route('**/api/payment-redirects', (route) => {
    asked.push(route.request().postDataJSON())
    return asked.length === 1
      ? route.fulfill({ status: 503, body: '{}' })
      : route.fulfill({ json: { redirectTo: '/licensing' } })
  })
  await proceed.click()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/licensing')
  expect(asked).toEqual([1, 2].map(() => ({ way: 'sslcommerz', bioDataId })))
})

test('K8 K10a: a bank account is described in words of its own, beside a gateway', async ({ page }) => {
  await newMember(page, {})
  const { bioDataId } = (await someCards(page, 'gander=Male'))[19]!
  await openWith(page, bioDataId, [gateway, { ...inTaka, id: 'send-money', kind: 'send', payTo: [atBank] }])
  await expect(page.getByRole('radio', { name: /^Mobile wallet or local card/ })).toBeChecked()
  await chooseByHand(page)
  await expect(page.getByText('Transfer it to this account in your bank’s app or at a branch.')).toBeVisible()
  await expect(page.getByText('In your app choose Send Money')).toHaveCount(0)
  await expect(page.getByLabel('Last four digits')).toHaveAccessibleDescription('Of the account you sent from')
  await expect(page.getByText(atBank.holder)).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
})
