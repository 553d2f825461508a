import type { Locator, Page } from '@playwright/test'
import { actAs, expect, isAlive, newMember, requestContact, someCards, sql, test } from './fixtures.ts'

interface Card {
  _id: string
  bioDataId: number
  gander: string
  perDivision: string
  age: number
  occupation: string
  type?: string
}

const factsOf = (card: Locator) =>
  card
    .locator('dl > div')
    .evaluateAll((facts) => facts.map((fact) => [...fact.children].map((part) => part.textContent)))

/** Everything a profile card has to show of a person. */
async function isCardOf(card: Locator, person: Card) {
  await expect(card.getByRole('heading')).toHaveText(`BioData NOnik-${person.bioDataId}`)
  expect(new Map(await factsOf(card).then((facts) => facts as [string, string][]))).toEqual(
    new Map([
      ['Gender', person.gander],
      ['Age', String(person.age)],
      ['Division', person.perDivision],
      ['Occupation', person.occupation],
    ]),
  )
  const drawing = person.gander === 'Female' ? '#art-woman' : '#art-man'
  await expect(card.locator('svg').first().locator('use').first()).toHaveAttribute('href', drawing)
  await expect(card.getByRole('link', { name: 'View Profile' })).toHaveAttribute(
    'href',
    `/BioDataDetails/${person._id}`,
  )
  const shadow = await card.evaluate((element) => getComputedStyle(element).boxShadow)
  // The ring and the glow are golden, the shadow of the others is grey.
  expect(shadow.includes('rgba(240, 184, 45')).toBe(person.type === 'premium')
}

test('H1 H3 H5: the hero, five steps, three stories', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Your Perfect Match')
  const steps = page.getByRole('region', { name: 'How It Works' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  for (const step of await steps.all()) await expect(step.getByRole('heading')).toHaveText(/\w/)
  const stories = page.getByRole('region', { name: 'Success Stories' }).getByRole('figure')
  await expect(stories).toHaveCount(3)
  for (const story of await stories.all()) await expect(story.getByRole('blockquote')).toHaveText(/\w/)
})

test('H2 C1: six premium members of the first eight biodata, sorted by age either way', async ({ page }) => {
  const firstEight: Card[] = (await (await page.request.get('/api/allBioData?limit=8')).json()) as Card[]
  const premium = firstEight.filter(({ type }) => type === 'premium')
  expect(premium).toHaveLength(6)
  await page.goto('/')
  const region = page.getByRole('region', { name: 'Premium Members' })
  const sort = region.getByLabel('Sort by age')
  expect(await sort.locator('option').allTextContents()).toEqual(['Ascending', 'Descending'])
  for (const [choice, direction] of [
    ['Descending', -1],
    ['Ascending', 1],
  ] as const) {
    await sort.selectOption(choice)
    const cards = await region.getByRole('article').all()
    const sorted = premium.toSorted((a, b) => direction * (a.age - b.age))
    expect(cards).toHaveLength(6)
    for (const [place, card] of cards.entries()) await isCardOf(card, sorted[place]!)
  }
})

test('H2 H6: leaves the section out while nobody is premium, and leads from the newest to the list', async ({
  page,
}) => {
  const newest = (await someCards(page)).slice(0, 3)
  await page.route('**/api/premium-bioData', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/site-figures*', (route) => route.fulfill({ json: { stories: [], newest } }))
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Premium Members' })).toHaveCount(0)
  const people = page.getByRole('region', { name: 'New on the site' })
  await expect(people.getByRole('article')).toHaveCount(3)
  await expect(people.getByRole('link', { name: 'Browse Biodatas' })).toHaveAttribute('href', '/baiDataPage')
})

test('H4: four counters, girls and boys as the server counts them, count up in two and a half seconds', async ({
  page,
}) => {
  const { femaleCount, maleCount } = await (await page.request.get('/api/BioDataCount')).json()
  expect(femaleCount).not.toBe(maleCount)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install({ time: '2026-11-20T12:00:00Z' })
  await page.goto('/', { waitUntil: 'networkidle' })
  const counters = page.getByRole('region', { name: 'At a glance' })
  await expect(counters.locator('.sr-only')).toHaveText([`${femaleCount}`, `${maleCount}`, '250', '2,700'])
  await page.clock.pauseAt('2026-11-20T13:00:00Z')
  /** What is seen; a screen reader is told the last number from the beginning. */
  const seen = async () => {
    const entries = await counters
      .locator('dl > div')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('dt')!.textContent, row.querySelector('[aria-hidden]')!.textContent]),
      )
    return Object.fromEntries(entries.map(([label, number]) => [label, Number(number!.replace(',', ''))]))
  }
  const last = { Girls: femaleCount, Boys: maleCount, 'Marriages completed': 250, 'Total biodata': 2700 }
  await counters.scrollIntoViewIfNeeded()
  // Passes once the counting has begun: until then the last numbers stand there.
  await expect(async () => {
    await page.clock.runFor(20)
    expect((await seen())['Total biodata']).toBeLessThan(2_000)
  }).toPass()
  const { 'Total biodata': early } = await seen()
  await page.clock.runFor(1_200)
  const half = (await seen())['Total biodata']!
  expect(half).toBeGreaterThan(early!)
  expect(half).toBeLessThan(2_650)
  await page.clock.runFor(900)
  expect((await seen())['Total biodata']).toBeLessThan(2_700)
  await page.clock.runFor(450)
  await expect.poll(seen).toEqual(last)
})

test('H4 S1-1: no figure and no story carries an excuse', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'At a glance' }).locator('dl > div > *')).toHaveCount(8)
  await expect(page.getByRole('main')).not.toContainText(/sample|counted/i)
})

test('H3 H6 F4 S1-2 S1-9: a visitor is invited in the header, the hero, step one and at the end, a member in none of them', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' }).first()).toHaveAttribute(
    'href',
    '/register',
  )
  await expect(main.getByRole('link', { name: 'Create a free biodata' })).toHaveCount(2)
  await expect(main.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/register')
  const advantages = page.getByRole('region', { name: 'What you can rely on' }).getByRole('link')
  await expect(advantages).toHaveCount(4)
  const parts = await advantages.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  for (const [place, part] of parts.entries()) {
    await page.goto('/')
    await advantages.nth(place).click()
    await expect(page).toHaveURL(part)
    await expect(page.locator(`[id="${part.split('#')[1]}"]`).first()).toBeInViewport()
  }
  await page.goto('/baiDataPage?gender=Female')
  const tile = page.getByRole('region', { name: 'Free: read the whole biodata' })
  await expect(tile.getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    `/register?from=${encodeURIComponent('/baiDataPage?gender=Female')}`,
  )
  await actAs(page, 'user@demo.example')
  for (const address of ['/', '/baiDataPage']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[href^="/register"]')).toHaveCount(0)
  }
})

test('F7 S1-8: the footer names the operator, with a phone to press', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Run by Milan Marriage Bureau')
  await expect(footer.getByRole('link', { name: '+880 91 000141' })).toHaveAttribute('href', 'tel:+88091000141')
})

/** How much of what stands at `y` of the page is in the first view. */
const topOf = async (locator: Locator) => (await locator.boundingBox())!.y

for (const language of ['en', 'bn'])
  test(`H1 H2: the first view shows that people follow, in ${language}`, { tag: '@trial' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'lang', value: language, url: baseURL! }])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/', { waitUntil: 'networkidle' })
    const premium = page.locator('section[aria-labelledby=premium-members]')
    // The advantages stand between them and the hero (H6).
    expect(await topOf(page.locator('.advantages-panel'))).toBeLessThanOrEqual(740)

    await page.setViewportSize({ width: 360, height: 740 })
    // The arches of the two portraits stand in the first view, and the first member is not two screens away.
    expect(await topOf(page.locator('main section').first().locator('[href="#art-woman"]'))).toBeLessThan(690)
    expect(await topOf(premium.getByRole('article').first())).toBeLessThan(1_640)
  })

test('H2: the star of a premium member is full, and the words beside a list keep a distance from it', {
  tag: '@trial',
}, async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const region = page.getByRole('region', { name: 'Premium Members' })
    const star = region.getByRole('article').first().locator('.pill svg')
    expect(await star.evaluate((svg) => getComputedStyle(svg).fill)).not.toBe('none')
    const label = (await region.getByText('Sort by age').boundingBox())!
    const select = (await region.getByLabel('Sort by age').boundingBox())!
    expect(select.x - (label.x + label.width)).toBeGreaterThanOrEqual(10)
  }
})

/** The contrast between two colours of the page, as WCAG 2.2 counts it. */
const contrast = (page: Page, one: Locator, other: Locator, ofOther: string) =>
  Promise.all([
    one.evaluate((element) => getComputedStyle(element).backgroundColor),
    other.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), ofOther),
  ]).then((colours) =>
    page.evaluate((all) => {
      const [dark, light] = all
        .map((colour) => {
          const [r, g, b] = colour.match(/[\d.]+/g)!.map((part) => {
            const c = Number(part) / 255
            return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
        })
        .sort((a, b) => a - b)
      return (light! + 0.05) / (dark! + 0.05)
    }, colours),
  )

test('G9 H3 H4: in the dark the counters do not glare, and the stars of the steps do not sink', {
  tag: '@trial',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const body = page.locator('body')
  const counters = page.getByRole('region', { name: 'At a glance' }).locator('dl')
  expect(await contrast(page, counters, body, 'background-color')).toBeLessThan(2)
  const star = page.locator('.step-badge').first()
  expect(await contrast(page, star, body, 'background-color')).toBeGreaterThan(1.8)
  expect(await contrast(page, star, star, 'color')).toBeGreaterThan(4.5)
})

test('G9 H1: with text of 200 % no word of home is in pieces, on a phone of 360 and of 320 px', {
  tag: '@trial',
}, async ({ playwright, site }) => {
  const { launchOptions } = { ...test.info().project.use }
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  })
  for (const language of ['en', 'bn']) {
    const context = await browser.newContext({ baseURL: site.url })
    await context.addCookies([{ name: 'lang', value: language, url: site.url }])
    const page = await context.newPage()
    await page.goto('/', { waitUntil: 'networkidle' })
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      const inPieces = await page.locator('main').evaluate((main) => {
        const found: string[] = []
        const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const word of text.textContent!.matchAll(/[^\s-]+/g)) {
            const range = document.createRange()
            range.setStart(text, word.index)
            range.setEnd(text, word.index + word[0].length)
            if (new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size > 1) found.push(word[0])
          }
        return found
      })
      expect.soft(inPieces, `${language} at ${width} px`).toEqual([])
    }
    await context.close()
  }
  await browser.close()
})

test('H4 G9: who wants no motion sees the last numbers at once', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/')
  const shown = page.getByRole('region', { name: 'At a glance' }).locator('[aria-hidden]:not(.jamdani)')
  await expect(shown).toHaveCount(4)
  expect((await shown.allTextContents()).slice(2)).toEqual(['250', '2,700'])
})

test('B1 B3 C1: filters find who fits, Reset brings the full list back, and cards show what the API says', async ({
  page,
}) => {
  const list = async (query: string) => {
    const answer = await page.request.get(`/api/bioData-filter?limit=12&${query}`)
    return { cards: (await answer.json()) as Card[], total: Number(answer.headers()['x-total-count']) }
  }
  const shows = async ({ cards, total }: Awaited<ReturnType<typeof list>>) => {
    await expect(page.getByText(`${total} biodata`, { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(Math.min(12, cards.length))
    const shown = await page.getByRole('article').all()
    for (const [place, card] of cards.entries()) await isCardOf(shown[place]!, card)
  }
  await page.goto('/baiDataPage')
  const everybody = await list('')
  expect(everybody.total).toBeGreaterThanOrEqual(240)
  await shows(everybody)

  const panel = page.getByRole('region', { name: 'Filters' })
  await expect(panel.getByRole('group', { name: 'Age range' }).getByRole('textbox')).toHaveCount(2)
  for (const gender of ['Male', 'Female']) {
    await panel.getByLabel(gender, { exact: true }).check({ force: true })
    await panel.getByLabel('Youngest age').fill('24')
    await panel.getByLabel('Oldest age').fill('32')
    await panel.getByLabel('Division').selectOption('Sylhet')
    await panel.getByRole('button', { name: 'Apply Filters', exact: true }).click()
    const found = await list(`gander=${gender}&minAge=24&maxAge=32&perDivision=Sylhet`)
    expect(found.total).toBeGreaterThan(0)
    expect(found.total).toBeLessThan(everybody.total)
    await shows(found)
  }
  await panel.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page).toHaveURL('/baiDataPage')
  await shows(everybody)
  await expect(panel.getByLabel('Division')).toHaveValue('')
  await expect(panel.getByLabel('Youngest age')).toHaveValue('')
})

test('B2 H6: a site without biodata offers to create one instead of a reset', async ({ page }) => {
  await page.route('**/api/bioData-filter?*', (route) => route.fulfill({ json: [] }))
  await page.goto('/about')
  await isAlive(page)
  await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('There is nobody to show yet. New biodata appear here.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Create a free biodata' })).toHaveAttribute('href', '/register')
  await expect(main.getByRole('link', { name: 'Reset' })).toHaveCount(0)
})

test('B2 B3: nobody found says so, and Reset leads out', async ({ page }) => {
  await page.goto('/baiDataPage')
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.getByLabel('Youngest age').fill('119')
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByRole('heading', { name: 'No data....', exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reset' }).last().click()
  await expect(page.getByRole('article')).toHaveCount(12)
})

test('B1: what is wrong with the ages is said beside them after the first try, and goes as soon as it is right', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/baiDataPage')
  const panel = page.getByRole('region', { name: 'Filters' })
  const apply = panel.getByRole('button', { name: 'Apply Filters' })
  const [min, max] = [panel.getByLabel('Youngest age'), panel.getByLabel('Oldest age')]
  const wrongAge = panel.getByText('Ages are 18 to 120.')
  const wrongRange = panel.getByText('The youngest age must not be above the oldest.')
  await min.fill('12')
  await expect(wrongAge).toHaveCount(0)
  await apply.click()
  await expect(wrongAge).toBeVisible()
  await expect(min).toBeFocused()
  await expect(min).toHaveAttribute('aria-invalid', 'true')
  await min.fill('22')
  await expect(wrongAge).toHaveCount(0)
  await max.fill('20')
  await expect(wrongRange).toBeVisible()
  await max.fill('২৫')
  await expect(wrongRange).toHaveCount(0)
  await expect(min).not.toHaveAttribute('aria-invalid')
  await max.fill('ten')
  await expect(wrongAge).toBeVisible()
  await expect(page).toHaveURL('/baiDataPage')
  // Reset takes what was typed and what was said about it, also when nothing was applied.
  await panel.getByRole('button', { name: 'Reset' }).click()
  await expect(wrongAge).toHaveCount(0)
  await expect(min).toHaveValue('')
  await expect(max).toHaveValue('')
})

test('B6 SPEC-N6: the finder of a visitor’s home sets no filter that nobody chose, and leads to the whole list', {
  tag: '@trial',
}, async ({ page }) => {
  const everybody = (await page.request.get('/api/bioData-filter?limit=1')).headers()['x-total-count']
  await page.goto('/')
  const finder = page.getByRole('search').filter({ has: page.getByLabel('Looking for') })
  await expect(finder.getByLabel('Looking for')).toHaveValue('')
  for (const age of ['Youngest age', 'Oldest age']) await expect(finder.getByLabel(age)).toHaveValue('')
  await finder.getByRole('button', { name: 'Browse Biodatas' }).click()
  await expect(page).toHaveURL(/\/baiDataPage\?/)
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Biodatas' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(`${everybody} biodata`)
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveCount(0)
})

test('H7: a member’s home begins with the next step and who matches best, and its finder from their own wishes', async ({
  page,
}) => {
  await newMember(page, { gander: 'Male', birth: '1996-03-14', partnerAge: 24 })
  const { wishes } = await (await page.request.get('/api/me/wishes')).json()
  const age = wishes.find(({ name }: { name: string }) => name === 'partnerAge')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Your Perfect Match')
  await expect(page.locator('.next-step')).toHaveCount(1)
  await expect(page.locator('.next-step')).toContainText('Your next step')
  const finder = page.getByRole('search').filter({ has: page.getByLabel('Looking for') })
  await expect(finder.getByLabel('Looking for')).toHaveValue('Female')
  await expect(finder.getByLabel('Youngest age')).toHaveValue(String(age.from ?? ''))
  const best = page.getByRole('region', { name: 'Who matches you best' })
  await expect(best.getByRole('article')).toHaveCount(3)
  await expect(best.getByRole('article').first().locator('.fit')).toBeVisible()
})

test('H2 H7: of the premium members a member meets the other gender first, from either end of the ages', async ({
  page,
}) => {
  await newMember(page, { gander: 'Male' })
  await page.goto('/')
  const region = page.getByRole('region', { name: 'Premium Members' })
  for (const order of ['ascending', 'descending']) {
    await region.getByLabel('Sort by age').selectOption(order)
    const genders = (await region.getByRole('article').allTextContents()).map((card) => /Female/.test(card))
    expect(genders).toEqual(genders.toSorted((one, other) => Number(other) - Number(one)))
    expect(new Set(genders).size).toBe(2)
  }
})

test('H7 S2-18: a member’s home says where their requests stand and how many saw their contact, each with its way on', async ({
  page,
  site,
}) => {
  const { id } = await newMember(page, {})
  const region = page.getByRole('region', { name: 'Your requests' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible()
  await expect(region).toHaveCount(0)

  const [, card] = await someCards(page)
  await requestContact(page, card!.bioDataId)
  const [request] = await (await page.request.get('/api/payments')).json()
  await sql(
    site,
    `insert into contact_views (owner_id, viewer_id, by_right)
      select '${id}', id, 'premium' from users where email = 'premium@demo.example'`,
  )
  await page.goto('/')
  await expect(region.getByRole('listitem')).toHaveText([
    new RegExp(`^${request.bioDataName}Being checked since \\d`),
    /^1 person saw your contact in the last 30 daysLast on \d/,
  ])
  for (const [place, address] of ['/dashboard/my-contact-request', '/dashboard/seen'].entries()) {
    await page.goto('/')
    await region.getByRole('link', { name: /^Open/ }).nth(place).click()
    await expect(page).toHaveURL(address)
  }
})

test('H7 A10: a member’s menu carries the next step with its progress, as home does', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMember(page)
  await page.goto('/')
  const step = page.locator('.next-step')
  await expect(step).toContainText('Write your biodata')
  const [progress] = (await step.textContent())!.match(/0 of \d+ filled/)!
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('link', { name: 'Create a free biodata' })).toHaveAttribute(
    'href',
    '/dashboard/EditBioData',
  )
  await expect(menu).toContainText(progress!)
})

test('H7: the finder of a member’s home ticks the divisions that they wish', async ({ page }) => {
  const wished = { gander: 'Male', birth: '1996-03-14', partnerDivision: ['Dhaka', 'Sylhet'] }
  await newMember(page, wished)
  await page.goto('/')
  const finder = page.getByRole('search').filter({ has: page.getByLabel('Looking for') })
  await expect(finder.getByText('Dhaka, Sylhet')).toBeVisible()
  await finder.getByRole('button', { name: 'Browse Biodatas' }).click()
  await expect(page).toHaveURL(/division=Dhaka&division=Sylhet/)
})

test('B6: on the panel of visitors and members division stands open beside gender and age, and what a visitor’s link says more is told', {
  tag: '@trial',
}, async ({ page }) => {
  const panel = page.getByRole('region', { name: 'Filters' })
  const open = panel.locator('form > div').first()
  await page.goto('/baiDataPage')
  await expect(panel.getByLabel('Division')).toBeVisible()
  await expect(panel.getByLabel('Marital status')).toBeHidden()
  await expect(open.locator('> *')).toHaveText([/^Gender/, /^Age range/, /^Division/, /^More filters/])
  await page.goto('/baiDataPage?gender=Female&religion=Islam')
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveText('Female')
  await expect(page.getByText(/are filters for members/).filter({ visible: true })).toHaveCount(1)
  const login = page.getByRole('main').getByRole('link', { name: 'Login' }).filter({ visible: true })
  await expect(login).toHaveAttribute('href', /religion%3DIslam/)

  await actAs(page, 'user@demo.example')
  await page.goto('/baiDataPage')
  const divisions = panel.getByRole('group', { name: 'Division', exact: true })
  await expect(divisions.getByRole('checkbox')).toHaveCount(8)
  for (const box of await divisions.getByRole('checkbox').all()) await expect(box).toBeVisible()
  await expect(panel.getByRole('checkbox', { name: 'Widowed' })).toBeHidden()
  await divisions.getByLabel('Sylhet').check()
  await divisions.getByLabel('Khulna').check()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?division=Khulna&division=Sylhet')
})

test('B4 G8: ages typed in the digits of Bangla stand in the address in those that every link has', {
  tag: '@trial',
}, async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: 'bn', url: baseURL! }])
  await page.goto('/')
  const [min, max] = [page.locator('main [name=minAge]'), page.locator('main [name=maxAge]')]
  await page.locator('main [name=gender]').selectOption('পাত্রী')
  await min.fill('২২')
  await max.fill('২৮')
  await page.locator('main form [type=submit]').click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&minAge=22&maxAge=28&division=')
  const panel = page.getByRole('region', { name: 'ফিল্টার' })
  await panel.locator('[name=maxAge]').fill('৩০')
  await panel.locator('[type=submit]').first().click()
  await expect(page).toHaveURL('/baiDataPage?gender=Female&minAge=22&maxAge=30')
  const shared = await page.request.get(`/baiDataPage?minAge=${encodeURIComponent('২২')}&pages=2`, { maxRedirects: 0 })
  expect([shared.status(), shared.headers().location]).toEqual([302, '/baiDataPage?minAge=22&pages=2'])
})

test('B1 B4: on a phone the way to the filters stays with the number found, and their foot in sight', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 })
  await page.goto('/baiDataPage?gender=Female&minAge=22&pages=2')
  await page.evaluate(() => scrollTo(0, 2_000))
  const button = page.getByRole('button', { name: 'Filters (2)' })
  await expect(button).toBeInViewport({ ratio: 1 })
  const total = page.getByRole('status').filter({ hasText: /^\d+ biodata$/ })
  await expect(total).toBeInViewport({ ratio: 1 })
  // Below the header, and nothing of the list shows through.
  const header = (await page.getByRole('banner').boundingBox())!
  const bar = page.locator('.results-bar')
  const box = (await bar.boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(header.y + header.height - 1)
  expect([box.x, box.width]).toEqual([0, 360])
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(/^rgb\(/)

  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const [apply, reset] = [
    sheet.getByRole('button', { name: 'Apply Filters' }),
    sheet.getByRole('button', { name: 'Reset' }),
  ]
  for (const end of [0, 10_000]) {
    await sheet.evaluate((element, top) => element.scrollTo(0, top), end)
    await expect(apply).toBeInViewport({ ratio: 1 })
    await expect(reset).toBeInViewport({ ratio: 1 })
  }
  const [right, left] = [(await apply.boundingBox())!, (await reset.boundingBox())!]
  expect(left.y).toBe(right.y)
  expect(left.x + left.width).toBeLessThanOrEqual(right.x)
  expect(500 - (right.y + right.height)).toBeLessThan(20)
  // Nothing stands above the heading as if it could be dragged.
  expect(await sheet.locator('div > span:empty').count()).toBe(0)

  await sheet.getByLabel('Division').selectOption('Dhaka')
  await apply.click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_500)
})
