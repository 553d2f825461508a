import type { Page } from '@playwright/test'
import { actAs, expect, newMember, someCards, test } from './fixtures.ts'

/** What a messenger reads of an address: it has no account and runs no script, and follows where it is led. */
async function cardOf(page: Page, address: string, language = 'en') {
  const answer = await page.request.get(address, { headers: { 'accept-language': language } })
  const html = await answer.text()
  const found = [...html.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g)]
  return { html, card: Object.fromEntries(found.map(([, name, content]) => [name, content])) }
}

test('B4: a link to a public page says what it leads to, with a picture that is there', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  for (const [address, title] of [
    ['/', 'Find Your Perfect Match'],
    ['/baiDataPage?gender=Female', 'Browse Biodatas'],
    ['/about', 'About Us'],
    ['/register', 'Register'],
  ] as const) {
    const { card, html } = await cardOf(page, address)
    expect(card).toMatchObject({
      'og:type': 'website',
      'og:site_name': 'Nikhad',
      'og:title': title,
      'og:description': expect.stringMatching(/^\w.{40,}\.$/),
      'og:url': site.url + address.replace(/\?.*/, ''),
      'og:image': `${site.url}/share.png`,
    })
    // In the part of the page that messengers read.
    expect(html.indexOf('og:image')).toBeLessThan(2_000)
  }
  expect((await cardOf(page, '/baiDataPage', 'bn')).card).toMatchObject({
    'og:site_name': 'নিখাদ',
    'og:title': 'বায়োডাটা দেখুন',
  })
  const picture = await page.request.get('/share.png')
  expect(picture.headers()['content-type']).toBe('image/png')
  const bytes = await picture.body()
  expect(bytes.length).toBeLessThan(300_000)
  // Width and height stand at the beginning of a PNG.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
})

test('B5 D2: a link to a profile tells people who are not signed in the site, the number and what any card says, and no name', async ({
  page,
  site,
}) => {
  const { id, number } = await newMember(page, { name: 'Sadia Rahman', fatherName: 'Mizanur Rahman' })
  await page.context().clearCookies()
  const { card, html } = await cardOf(page, `/BioDataDetails/${id}`)
  expect(card).toMatchObject({
    'og:site_name': 'Nikhad',
    'og:title': `Biodata nik-${number}`,
    'og:url': `${site.url}/BioDataDetails/${id}`,
    'og:image': `${site.url}/share.png`,
  })
  expect(JSON.stringify(card)).not.toMatch(/Sadia|Female|Dhaka/)
  // The login wall says whose profile waits as a card does (A10).
  expect(html).not.toMatch(/Sadia|Mizanur|01712/)
  // What does not exist, or is no profile, is the login and nothing else.
  for (const wanted of [
    '/BioDataDetails/018f0000-0000-7000-8000-000000000000',
    '/BioDataDetails/x',
    '/dashboard/manage',
  ])
    expect((await cardOf(page, wanted)).card['og:title'], wanted).toBe('Login')
  expect((await cardOf(page, '/login?from=https://elsewhere.example')).card['og:title']).toBe('Login')
})

test('B5: pages of members say nothing to messengers', { tag: '@trial' }, async ({ page }) => {
  const { id } = await newMember(page, {})
  for (const address of [`/BioDataDetails/${id}`, '/dashboard/viewBioData', '/dashboard/account'])
    expect((await cardOf(page, address)).card, address).toEqual({})
  await actAs(page, 'admin@demo.example')
  expect((await cardOf(page, '/dashboard/manage')).card).toEqual({})
})

test('D1: the link is copied, or shown to be copied where the browser refuses', { tag: '@trial' }, async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await actAs(page, 'user@demo.example')
  await page.goto(`/BioDataDetails/${(await someCards(page))[0]!._id}`)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  const field = page.getByLabel('Copy this link:')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(page.url())
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(page.url())
})
