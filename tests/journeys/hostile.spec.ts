import { compose } from '#src/features/mail/compose.server.ts'
import type { Mail } from '#src/features/mail/mail.ts'
import { expect, test } from './fixtures.ts'
import { found, nothing, testHostileTexts, viewers, watch } from './hostile.ts'
import { payloads } from './planted.ts'

// The other viewers are in trials/hostile: together they read some hundred pages.
testHostileTexts(viewers.find(({ who }) => who === 'a visitor')!)

test('E1 X4: what people write is text in a mail, which no policy protects', async ({ browser }) => {
  const page = await browser.newPage()
  const outside = await watch(page, 'about:')
  const brand = { name: 'Nikhad', nameBn: 'নিখাদ', idPrefix: 'nik-' }
  for (const text of payloads) {
    const mails: Mail[] = [
      { kind: 'contact-form', name: text, email: `${text}@mail.example`, message: payloads.join('\n') },
      { kind: 'contact-refused', hasFee: true, why: 'refused', number: 7, reason: text },
      { kind: 'reset', link: `https://nikhad.example/${text}` },
    ]
    for (const content of mails) {
      const config = { brand, origin: `https://${text}`, contactEmail: text, operator: {} }
      await page.setContent(compose({ content, language: 'en', recipientName: text }, config).html)
      expect.soft({ ...(await found(page)), text: [] }, content.kind).toEqual({ ...nothing, text: [] })
    }
  }
  expect(outside).toEqual([])
  await page.close()
})

test('E1: whatever runs or would run is noticed', { tag: '@trial' }, async ({ browser, site }) => {
  // In a context whose console may speak.
  const page = await browser.newPage({ baseURL: site.url })
  const outside = await watch(page, site.url)
  const policy = (await page.request.get('/')).headers()['content-security-policy']!
  const unnoticed: string[] = []
  for (const payload of payloads) {
    const quote = /^["']/.exec(payload)?.[0]
    const body = quote ? `<input value=${quote}${payload}${quote}>` : payload
    await page.route('**/planted', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
        body: `<!doctype html><body>${body}`,
      }),
    )
    await page.goto('/planted')
    // Chromium 153 looks at what a pointer would run only once there is one, 156 before.
    await page.mouse.move(1, 1)
    await page.mouse.move(20, 20)
    // One leads the page away, before it can be asked or a moment later.
    if (/^<meta http-equiv=refresh/.test(payload)) await expect.poll(() => outside.length).toBeGreaterThan(0)
    const { ran, broken } = await found(page).catch(() => ({ ran: true, broken: undefined }))
    if (!ran && !broken && outside.length === 0) unnoticed.push(payload)
    outside.length = 0
    await page.unroute('**/planted')
  }
  // What a browser does with these only once it is pressed, or never.
  expect(unnoticed.map((payload) => payload.slice(0, 8))).toEqual([
    '<math><m',
    '<object ',
    '<embed s',
    '<form><b',
    '${window',
    '\\u003csc',
    '&lt;scri',
  ])
  await page.close()
})
