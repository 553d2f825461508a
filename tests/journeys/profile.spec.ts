/** A biodata as another member and as its owner sees it: the main action, the contact, the way back, paper, favourites. */
import type { Browser, Locator, Page } from '@playwright/test'
import { complaints } from './axe.ts'
import {
  actAs,
  confirmEmail,
  expect,
  isAlive,
  newMember,
  password,
  requestContact,
  type Site,
  someCards,
  sql,
  test,
} from './fixtures.ts'

/** Approves a request as the office does. */
async function approve(browser: Browser, site: Site, request: string) {
  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  expect((await office.request.patch(`/api/contact-request-approver/${request}`)).ok()).toBe(true)
  await office.context().close()
}

/** Whether all of it is on the screen, and nothing lies over its middle. */
async function isWholeInView(page: Page, thing: Locator) {
  const box = (await thing.boundingBox())!
  const size = page.viewportSize()!
  const isFree = await thing.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return element.contains(top) || top?.contains(element)
  })
  return isFree && box.y >= 0 && box.x >= 0 && box.y + box.height <= size.height && box.x + box.width <= size.width
}

/** Words of a text that are on two lines. A line may end at a blank, and after an @, a dot or a hyphen. */
const brokenWords = (page: Page, within: string) =>
  page.locator(within).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.parentElement!.checkVisibility()) continue
        for (const { 0: word, index } of node.textContent!.matchAll(/[^\s@.-]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (tops.size > 1) broken.push(word)
        }
      }
      return broken
    }),
  )

test('D1 D2: the first view of a laptop and of a phone holds the person and the main action, in each of its states', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const { id, number } = await newMember(page, {})
  await newMember(page)
  /** Whether one of them is wholly in view: on a laptop it stands beside the portrait, on a phone at the foot. */
  const isInView = async (thing: Locator) =>
    (await Promise.all((await thing.filter({ visible: true }).all()).map((one) => isWholeInView(page, one)))).some(
      Boolean,
    )
  const shows = async (...things: Locator[]) => {
    const person = page.getByRole('complementary').getByText(`id-${number}`, { exact: true })
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`/BioDataDetails/${id}`)
      for (const thing of [person, ...things])
        await expect.poll(() => isInView(thing), { message: `${thing} at ${width} px` }).toBe(true)
    }
  }
  await shows(page.getByRole('link', { name: 'contact request', exact: true }), page.getByText('$5.00'))
  const request = await requestContact(page, number)
  await shows(page.getByText('Approval is pending', { exact: true }))
  await approve(browser, site, request)
  await shows(page.getByRole('link', { name: /^Call / }), page.getByRole('link', { name: /^WhatsApp / }))
})

test('D2: the bar at the foot of a phone gives way to the button of the page, and covers nothing at the end', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await actAs(page, 'new@demo.example')
  await page.goto(`/BioDataDetails/${(await someCards(page))[1]!._id}`)
  const all = page.getByRole('link', { name: 'contact request', exact: true })
  await expect(all).toHaveCount(2)
  await page.getByText('Email, phone and, if given, photo link and income open after').scrollIntoViewIfNeeded()
  await expect(all).toHaveCount(1)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(all).toHaveCount(2)
  expect(await isWholeInView(page, page.getByText('© 2025 Nikhad'))).toBe(true)
})

test('B4 D1: Back to Biodatas leads to the list as it was left, also over a login and a second profile', {
  tag: '@trial',
}, async ({ page }) => {
  const back = page.getByRole('link', { name: 'Back to Biodatas' })
  const list = '/baiDataPage?gender=Female&order=newest&pages=2'
  const isAsLeft = async () => {
    await expect(page).toHaveURL(list)
    await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 700))).toBeLessThan(50)
    await expect(page.getByRole('article')).toHaveCount(24)
  }
  const leave = async () => {
    await page.evaluate(() => scrollTo(0, 700))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
    // Playwright's own press scrolls the list further when a notice lies over the link.
    await page
      .getByRole('link', { name: 'View Profile' })
      .nth(6)
      .evaluate((link: HTMLElement) => link.click())
  }
  await page.goto(list)
  await isAlive(page)
  await leave()
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await back.click()
  await isAsLeft()

  await leave()
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  const first = page.url()
  await page.getByRole('region', { name: 'Some Female BioData' }).getByRole('link').first().click()
  await expect(page).not.toHaveURL(first)
  await page.reload()
  await isAlive(page)
  await back.focus()
  await page.keyboard.press('Enter')
  await isAsLeft()

  // Who came from elsewhere gets the plain list.
  await page.goto(first)
  await back.click()
  await expect(page).toHaveURL('/baiDataPage')
})

test('D1: what stands for premium says so, whose occupation it is, and that 4.12 are five feet', async ({
  page,
  site,
}) => {
  const { id } = await newMember(page, { feet: 4, inch: 12 })
  await sql(site, `update biodata set premium = true where id = '${id}'`)
  await newMember(page)
  for (const [language, verified, own, height] of [
    [
      'en',
      'The verified badge stands for premium membership, not for a check by the bureau.',
      'Doctor their own',
      '4.12 5 ft 0 in',
    ],
    ['bn', 'ব্যাজটি প্রিমিয়াম সদস্যপদের চিহ্ন, ব্যুরোর যাচাইয়ের নয়।', 'ডাক্তার নিজের', '৪.১২ ৫ ফুট ০ ইঞ্চি'],
  ] as const) {
    await page.context().addCookies([{ name: 'lang', value: language, url: site.url }])
    await page.goto(`/BioDataDetails/${id}`)
    await expect(page.getByRole('complementary').getByText(verified)).toBeVisible()
    const values = page.locator('.key-values dd')
    await expect(values.filter({ hasText: own })).toHaveCount(1)
    await expect(values.filter({ hasText: height })).toHaveCount(1)
  }
})

test('D2 K4: an opened contact is there to be used: whole words, a number in groups, Call, WhatsApp and a short photo link', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const { id, number, email } = await newMember(page, {
    photoUrl: 'https://photos.example/a/very/long/path/of/sadia.jpg',
  })
  await confirmEmail(site, id)
  await newMember(page)
  await approve(browser, site, await requestContact(page, number))
  await page.setViewportSize({ width: 320, height: 740 })
  for (const textSize of ['100%', '200%']) {
    for (const [address, where] of [
      [`/BioDataDetails/${id}`, '[aria-labelledby]:has(a[href^="mailto:"])'],
      ['/dashboard/my-contact-request', 'tbody'],
    ] as const) {
      await page.goto(address)
      await page.addStyleTag({ content: `html { font-size: ${textSize} }` })
      const part = page.locator(where)
      await expect(part.getByRole('link', { name: '+880 1712-345678' })).toHaveAttribute('href', 'tel:+8801712345678')
      await expect(part.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
      expect(await brokenWords(page, `${where} a`), `${address} at ${textSize}`).toEqual([])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, `${address} at ${textSize}`).toBeLessThanOrEqual(0)
      for (const link of await part.getByRole('link').all())
        expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24)

      const call = part.getByRole('link', { name: /^Call Sadia/ })
      const chat = part.getByRole('link', { name: /^WhatsApp Sadia/ })
      await expect(call).toHaveAttribute('href', 'tel:+8801712345678')
      await expect(chat).toHaveAttribute('href', 'https://wa.me/8801712345678')
      await expect(chat).toHaveAttribute('target', '_blank')
      await expect(chat).toHaveAttribute('rel', /noopener/)
      for (const button of [call, chat]) {
        await expect(button).toBeVisible()
        const { width, height } = (await button.boundingBox())!
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      }
    }
  }
  await page.goto(`/BioDataDetails/${id}`)
  const photo = page.getByRole('link', { name: 'photos.example', exact: true })
  await expect(photo).toHaveAttribute('title', 'https://photos.example/a/very/long/path/of/sadia.jpg')
  await expect(photo).toHaveAttribute('href', 'https://photos.example/a/very/long/path/of/sadia.jpg')
})

test('V4 S3-7: after publishing the first thing to press leads to the people who match, and premium says what it is', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  const { people } = await (await page.request.get('/api/me/matches')).json()
  // The notice above every page of the dashboard stands until the email is confirmed.
  const first = page.getByRole('main').locator('.btn:not([role=status] .btn)').first()
  await expect(first).toHaveText(
    people > 1 ? `See the ${people} who match` : people === 1 ? 'See the one who matches' : 'See who comes closest',
  )
  await expect(page.locator('.btn-primary:visible')).toHaveCount(1)
  await page.getByRole('button', { name: 'Premium', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Premium members see contacts without a fee')
  await page.keyboard.press('Escape')
  await first.click()
  await expect(page).toHaveURL('/baiDataPage')
})

test('V4: one’s own number, who sees what, the way to the public page and its link stand on View BioData', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  const { id, number } = await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page.getByText('You bioData Successful Updated.', { exact: true })).toBeVisible()
  const mine = page.getByRole('region', { name: `Your number: nik-${number}` })
  await expect(mine).toBeInViewport()
  await expect(mine.locator('dt')).toHaveText(['Visitors', 'Members', 'Your phone, email, photo link and income'])
  await expect(mine.locator('dd').nth(1)).toHaveText(
    'everything except phone, email, photo link and income, so the names of your parents too',
  )
  await mine.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/BioDataDetails/${id}`)
  await mine.getByRole('link', { name: 'See it as others do' }).click()
  await expect(page).toHaveURL(`/BioDataDetails/${id}`)
  await expect(page.getByRole('complementary').getByText(`id-${number}`, { exact: true })).toBeVisible()
  // Nobody calls themselves.
  await expect(page.getByRole('link', { name: /^Call / })).toHaveCount(0)
})

test('D2 V1 G8: a printed sheet says whose site it is in the page’s language, what it is, when and from where', {
  tag: '@trial',
}, async ({ page, site }) => {
  const { id, number } = await newMember(page, {})
  for (const [language, brand, title, printed] of [
    ['en', 'Nikhad', 'Biodata', /Printed on \d+\s\w+\s\d{4}/],
    ['bn', 'নিখাদ', 'বায়োডাটা', /প্রিন্টের তারিখ [০-৯]+/],
  ] as const) {
    await page.context().addCookies([{ name: 'lang', value: language, url: site.url }])
    for (const address of [`/BioDataDetails/${id}`, '/dashboard/viewBioData']) {
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.emulateMedia({ media: 'print' })
      for (const text of [brand, title, `id-${number}`, `${site.url}/BioDataDetails/${id}`])
        await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first(), text).toBeVisible()
      await expect(page.getByText(printed)).toBeVisible()
      expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      await page.emulateMedia({ media: 'screen' })
    }
  }
})

/** Comes back to the tab when what it shows is old, so that it is asked for again. */
async function returnsLater(page: Page) {
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

test('D3: the heart is filled as the profile says, with no request of its own', async ({ page }) => {
  await newMember(page)
  await page.goto('/baiDataPage?gender=Male')
  const { bioDataId } = (await someCards(page, 'gander=Male'))[3]!
  await page.request.post('/api/favorite-bioData', {
    data: { bioDataId },
    headers: { origin: new URL(page.url()).origin },
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('link', { name: 'View Profile' }).nth(3).click()
  await expect(page.getByRole('button', { name: 'In favourites', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('favorite'))).toEqual([])
})

test('D3: an answer from before the press does not empty the heart, and it is filled when one comes back', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page)
  await page.goto('/baiDataPage?gender=Male')
  await isAlive(page)
  const link = page.getByRole('link', { name: 'View Profile' }).nth(3)
  await link.click()
  const heart = page.getByRole('button', { name: 'Add to favourites', exact: true })
  await expect(heart).toBeVisible()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/bioData/*', async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  const again = page.waitForRequest('**/api/bioData/*')
  await returnsLater(page)
  await again
  await heart.click()
  const filled = page.getByRole('button', { name: 'In favourites', exact: true })
  await expect(filled).toBeVisible()
  const late = page.waitForResponse('**/api/bioData/*')
  resolve()
  await (await late).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(filled).toBeVisible()
  await page.goBack()
  await page.route('**/api/bioData/*', () => {})
  await link.click()
  await expect(filled).toBeVisible()
})

test('D3: a heart that could not be saved is as it was before, and asked for again', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page)
  const { bioDataId } = (await someCards(page, 'gander=Male'))[4]!
  await page.goto('/baiDataPage?gender=Male')
  await isAlive(page)
  await page.getByRole('link', { name: 'View Profile' }).nth(4).click()
  await expect(page.getByRole('button', { name: 'Add to favourites', exact: true })).toBeVisible()
  // In another tab; this one does not know it yet.
  await page.request.post('/api/favorite-bioData', {
    data: { bioDataId },
    headers: { origin: new URL(page.url()).origin },
  })
  await page.route('**/api/favorite-bioData', (route) => route.abort())
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await expect(page.getByText('The favourite could not be saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'In favourites', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('D3 F6: offline the heart says that one is offline', { tag: '@trial' }, async ({ page, context }) => {
  await newMember(page)
  await page.goto(`/BioDataDetails/${(await someCards(page))[6]!._id}`, { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await expect(page.getByText('You are offline. Check your connection and try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to favourites', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
})

test('K4: deleting a paid request is asked about first, by keyboard alone; Undo stays', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page)
  const { bioDataId } = (await someCards(page))[7]!
  await requestContact(page, bioDataId)
  await page.goto('/dashboard/my-contact-request')
  const row = page.getByRole('row').filter({ hasText: `nik-${bioDataId}` })
  const remove = row.getByRole('button', { name: /^Delete the request/ })
  const question = page.getByRole('alertdialog', { name: /^Delete the request/ })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(question).toContainText('Deleting does not refund the fee.')
  expect(await complaints(page)).toEqual([])
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(1)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(remove).toBeFocused()
})

test('D2 G9: on a phone of 360 pixels no date of a profile is in pieces', { tag: '@trial' }, async ({ page }) => {
  const { id } = await newMember(page, { birth: '1998-09-24' })
  await newMember(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/BioDataDetails/${id}`)
  await expect(page.getByText('24 September 1998')).toBeVisible()
  expect(await brokenWords(page, '.key-values dd')).toEqual([])
})
