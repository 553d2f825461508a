import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import {
  actAs,
  expect,
  fillPhoto,
  isAlive,
  newMember,
  password,
  signIn,
  someCards,
  sql,
  startSite,
  test,
} from './fixtures.ts'

const linksIn = (page: Page, where: 'banner' | 'contentinfo') =>
  page
    .getByRole(where)
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))

/** Lets the next request to an address wait until the answer is called. */
async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(address, wait, { times: 1 })
  return resolve
}

/** The one large spinner, in the middle, and nothing of the layout. */
async function showsOnlySpinner(page: Page) {
  const spinner = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('main')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const box = (await spinner.locator('svg').boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(48)
  const { width, height } = page.viewportSize()!
  expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(10)
  expect(Math.abs(box.y + box.height / 2 - height / 2)).toBeLessThan(30)
}

async function fillLogin(page: Page, email: string, typed = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
}

test('G1: one address serves the pages, the API and the health of the server', async ({ page }) => {
  const home = await page.request.get('/')
  expect([home.status(), home.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await home.text()).toContain('Find Your Perfect Match')
  const api = await page.request.get('/api/BioDataCount')
  expect([api.status(), Object.keys(await api.json())]).toEqual([200, ['femaleCount', 'maleCount']])
  for (const address of ['/healthz', '/readyz']) expect((await page.request.get(address)).status()).toBe(200)
  expect((await page.request.get('/BioDataCount')).status()).toBe(404)
})

test('G3: a client that tries passwords too fast gets 429 and when to try again', { tag: '@trial' }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-fast-'))
  const site = await startSite(dataDir)
  const attempt = () =>
    fetch(`${site.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify({ email: 'user@demo.example', password: 'wrong password' }),
    })
  // Ten at once: more than it has places for are refused for another reason.
  const answers: Response[] = []
  for (let round = 0; round < 5; round++) answers.push(...(await Promise.all(Array.from({ length: 10 }, attempt))))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  for (const answer of refused) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 429, code: 'too-fast' })
  }
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('F1 S3-23: header, content as high as the window, footer, all centred and at most 72rem wide, with a list of people 90rem; one place for toasts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await newMember(page)
  for (const address of ['/', '/baiDataPage?gender=Male&minAge=119', '/dashboard/my-favorite', '/nothing-here']) {
    await page.goto(address)
    const [header, main, footer] = await Promise.all(
      (['banner', 'main', 'contentinfo'] as const).map(async (role) => (await page.getByRole(role).boundingBox())!),
    )
    expect(main!.height, address).toBeGreaterThanOrEqual(900 - 64)
    expect(header!.y + header!.height).toBeLessThanOrEqual(main!.y)
    expect(main!.y + main!.height).toBeLessThanOrEqual(footer!.y)
    const contents = await page
      .locator('header, main, footer')
      .locator('.wrap')
      .evaluateAll((boxes) =>
        boxes.map((box) => {
          const { x, width } = box.getBoundingClientRect()
          return { x, width, most: document.querySelector('.wide-list') ? 90 : 72 }
        }),
      )
    expect(contents.length).toBeGreaterThanOrEqual(3)
    // A dashboard puts its own inside.
    if (!address.startsWith('/dashboard')) expect(new Set(contents.map(({ x }) => x)).size, address).toBe(1)
    for (const { x, width, most } of contents) {
      expect(width).toBeLessThanOrEqual(most * 16)
      expect(Math.abs(x + width / 2 - (await page.evaluate(() => document.body.clientWidth)) / 2)).toBeLessThan(2)
    }
  }
  await page.getByRole('button', { name: 'logOut', exact: true }).click()
  await expect(page.getByText('logout successful')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveCount(1)
})

test('F2 A4: while signing in, up and out only the large spinner is shown, and a refused form keeps what was typed', async ({
  page,
}) => {
  await page.goto('/login')
  await fillLogin(page, 'user@demo.example', 'not the password')
  await page.getByLabel('Remember me').uncheck()
  let release = await hold(page, '**/api/auth/sign-in/email')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await showsOnlySpinner(page)
  release()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Wrong email or password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('user@demo.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password')
  await expect(page.getByLabel('Remember me')).not.toBeChecked()

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const popup = await opened
  await page.bringToFront()
  await showsOnlySpinner(page)
  await popup.close()
  await expect(page.getByText('The window was closed before the login was done. Try again.').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('user@demo.example')

  await page.goto('/register')
  await page.getByLabel('Name').fill('Demo User')
  await fillPhoto(page, 'https://photos.example/x.jpg')
  await fillLogin(page, 'user@demo.example')
  release = await hold(page, '**/api/auth/sign-up/email')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await showsOnlySpinner(page)
  release()
  await expect(page.getByLabel('Name')).toHaveValue('Demo User')
  await expect(page.getByLabel('Photo URL')).toHaveValue('https://photos.example/x.jpg')
  await expect(page.getByLabel('Email')).toHaveValue('user@demo.example')

  await newMember(page)
  await page.goto('/')
  release = await hold(page, '**/api/auth/sign-out')
  await page.getByRole('button', { name: 'logOut', exact: true }).click()
  await showsOnlySpinner(page)
  release()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

test('F3: the header’s links, and the brand as a gradient in header and footer', async ({ page }) => {
  await page.goto('/')
  expect(await linksIn(page, 'banner')).toEqual([
    ['Home', '/'],
    ['Biodatas', '/baiDataPage'],
    ['About Us', '/about'],
    ['Contact Us', '/contact'],
  ])
  for (const role of ['banner', 'contentinfo'] as const) {
    const brand = page.getByRole(role).getByText('Nikhad', { exact: true })
    await expect(brand).toBeVisible()
    await expect(brand).toHaveCSS('background-image', /^linear-gradient/)
    await expect(brand).toHaveCSS('background-clip', 'text')
  }
  await page.getByRole('banner').getByRole('link', { name: 'Nikhad' }).click()
  await expect(page).toHaveURL('/')
})

test('F3 B6 SPEC-N5: Biodatas leads visitors, members and administrators to one page, and /find to it with its filters and its hash', {
  tag: '@trial',
}, async ({ page }) => {
  for (const email of [undefined, 'user@demo.example', 'new@demo.example', 'admin@demo.example']) {
    if (email) await actAs(page, email)
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
    await expect(page).toHaveURL('/baiDataPage')
    await expect(page.getByRole('heading', { level: 1, name: 'Browse Biodatas', exact: true })).toBeVisible()
    await expect(page).toHaveTitle(/^Browse Biodatas/)
    await page.goto('/find?gender=Female&order=oldest')
    await expect(page).toHaveURL('/baiDataPage?gender=Female&order=oldest')
    await expect(page.getByRole('article').first()).toBeVisible()
  }
  await page.goto('/find#main')
  await expect(page).toHaveURL('/baiDataPage#main')
  // In the page's own router: a login that was left open leads there, for one.
  await page.goto('/about')
  await isAlive(page)
  await page.evaluate(() => {
    history.pushState({ ...history.state, key: 'find' }, '', '/find?gender=Male#main')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL('/baiDataPage?gender=Male#main')
  await expect(page.getByRole('article').first().getByRole('img')).toHaveAccessibleName(/of a man/)
})

test('F4: people who are signed in see Dashboard, to the page of their role, and logOut; others see Login', {
  tag: '@trial',
}, async ({ page }) => {
  const banner = page.getByRole('banner')
  const login = banner.getByRole('link', { name: 'Login', exact: true })
  const dashboard = banner.getByRole('link', { name: 'Dashboard', exact: true })
  const logOut = banner.getByRole('button', { name: 'logOut', exact: true })
  await page.goto('/')
  await expect(login).toHaveAttribute('href', '/login')
  await expect(dashboard).toHaveCount(0)
  await expect(logOut).toHaveCount(0)
  for (const [email, address] of [
    ['user@demo.example', '/dashboard/viewBioData'],
    ['premium@demo.example', '/dashboard/viewBioData'],
    ['admin@demo.example', '/dashboard/manage'],
  ] as const) {
    await actAs(page, email)
    await page.goto('/')
    await expect(dashboard).toHaveAttribute('href', address)
    await expect(logOut).toBeVisible()
    await expect(login).toHaveCount(0)
  }
})

test('F3: Biodatas is the current link also on a profile, and the header lets nothing shine through', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'user@demo.example')
  const header = page.getByRole('banner')
  const current = header.locator('nav [aria-current]').filter({ visible: true })
  for (const [address, name] of [
    ['/baiDataPage', 'Biodatas'],
    [`/BioDataDetails/${(await someCards(page))[1]!._id}`, 'Biodatas'],
    ['/about', 'About Us'],
  ]) {
    await page.goto(address!)
    await expect(current).toHaveText([name!])
  }
  const { backgroundColor, backdropFilter } = await header.evaluate((element) => {
    const { backgroundColor, backdropFilter } = getComputedStyle(element)
    return { backgroundColor, backdropFilter }
  })
  expect(backgroundColor).toMatch(/^rgb\(/)
  expect(backdropFilter).toBe('none')
})

test('F4: the header names the person who is signed in and leads to the account; it stays one row', {
  tag: '@trial',
}, async ({ page, context, baseURL }) => {
  const header = page.getByRole('banner')
  for (const email of [undefined, 'user@demo.example', 'admin@demo.example']) {
    if (email) await actAs(page, email)
    const { user } = await (await page.request.get('/api/session')).json()
    const person: string = user?.name
    for (const language of ['bn', 'en']) {
      await context.addCookies([{ name: 'lang', value: language, url: baseURL! }])
      await page.goto('/', { waitUntil: 'networkidle' })
      for (const width of [1280, 1100, 1000, 900, 768, 360]) {
        await page.setViewportSize({ width, height: 740 })
        expect((await header.boundingBox())!.height, `${language}, ${width} px, ${person}`).toBeLessThan(70)
      }
    }
    if (!email) continue
    const account = header.getByRole('link', { name: `Logged in as ${person}` })
    await expect(account).toBeVisible()
    await header.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: `Logged in as ${person}` }).click()
    await expect(page).toHaveURL('/dashboard/account')
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 740 })
    await expect(account).toHaveText(person)
    await expect(account).toHaveAttribute('href', '/dashboard/account')
  }
})

test('F5: the footer’s links and its copyright line', async ({ page }) => {
  await page.goto('/')
  expect(await linksIn(page, 'contentinfo')).toEqual([
    ['About', '/about'],
    ['Privacy Policy', '/privacy'],
    ['Licensing', '/licensing'],
    ['Contact', '/contact'],
  ])
  for (const address of ['/about', '/privacy', '/licensing', '/contact']) {
    expect((await page.goto(address))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/)
    await expect(page.getByRole('main')).toHaveText(/.{80}/s)
  }
  await expect(page.getByRole('contentinfo').getByText(/^©.*\b2025\b.*\bNikhad\b/)).toBeVisible()
})

const memberAddresses = [
  '/dashboard/viewBioData',
  '/dashboard/EditBioData',
  '/dashboard/my-contact-request',
  '/dashboard/my-favorite',
  '/dashboard/adminDashboard',
  '/dashboard/manage',
  '/dashboard/approvedPremium',
  '/dashboard/approvedContactRequest',
  '/checkout/7',
]

test('P1: every protected page sends a visitor to the login, which brings them back to the very page', async ({
  page,
}) => {
  const [card] = await (await page.request.get('/api/bioData-filter?limit=1')).json()
  for (const address of [...memberAddresses, `/BioDataDetails/${card._id}`]) {
    const answer = await page.request.get(address, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([302, `/login?from=${encodeURIComponent(address)}`])
  }
  const wanted = '/dashboard/manage?search=demo'
  await page.goto(wanted)
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(wanted)}`)
  await fillLogin(page, 'admin@demo.example')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('searchbox')).toHaveValue('demo')
})

test('P2 S1: nothing of a dashboard is shown or asked for before it is known who an administrator is', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/login?from=/dashboard/manage')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await hold(page, '**/api/session')
  await fillLogin(page, 'admin@demo.example')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await showsOnlySpinner(page)
  await expect.poll(() => asked).toContain('/api/session')
  expect(asked).not.toContain('/api/users')
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
})

test('P2: every page of administrators is refused to a member, with a page that says so', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page)
  for (const address of [
    ...['/dashboard/adminDashboard', '/dashboard/manage'],
    ...['/dashboard/approvedPremium', '/dashboard/approvedContactRequest'],
  ]) {
    expect((await page.goto(address))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'You do not have access', level: 1 })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})

test('S1: the sidebar of the role, its addresses, and the page one is on highlighted', async ({ page }) => {
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  const menu = page.locator('.dashboard-side')
  for (const [email, links] of [
    [
      'user@demo.example',
      [
        ['Edit BioData', '/dashboard/EditBioData'],
        ['View BioData', '/dashboard/viewBioData'],
        ['My Contact Request', '/dashboard/my-contact-request'],
        ['favourites BioData', '/dashboard/my-favorite'],
        ['New for you', '/dashboard/new'],
        ['Asked for my contact', '/dashboard/asked'],
        ['Who has seen my contact', '/dashboard/seen'],
        ['My guardian', '/dashboard/guardians'],
        ['Privacy and visibility', '/dashboard/privacy'],
        ['Notifications', '/dashboard/notifications'],
        ['Notification settings', '/dashboard/mail'],
      ],
    ],
    [
      'admin@demo.example',
      [
        ['Admin Dashboard', '/dashboard/adminDashboard'],
        ['Manage Users', '/dashboard/manage'],
        ['Approved Premium', '/dashboard/approvedPremium'],
        ['Approved Contact Request', '/dashboard/approvedContactRequest'],
      ],
    ],
  ] as const) {
    await actAs(page, email)
    await page.goto(links[1][1])
    // Without what describes a link: what it lists, and how many wait there.
    const found = await sidebar.getByRole('link').evaluateAll((items) =>
      items.map((item) => {
        const label = document.getElementById(item.getAttribute('aria-labelledby') ?? '') ?? item
        return [label.textContent, item.getAttribute('href')]
      }),
    )
    // One's own account is an addition to the specification.
    expect(found.filter(([, address]) => address !== '/dashboard/account')).toEqual(links)
    await expect(menu.locator('a:visible, button:visible').last()).toHaveText('LogOut')
    for (const [label, address] of links.slice(1)) {
      await sidebar.getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(address)
      const active = sidebar.locator('[aria-current="page"]')
      await expect(active).toHaveAccessibleName(label)
      // Sewn under with a row of stitches, and bold. Under the pointer any item looks different.
      await page.mouse.move(0, 0)
      const look = (item: ReturnType<typeof sidebar.getByRole>) =>
        item.evaluate((element) => [
          getComputedStyle(element, '::after').backgroundImage.slice(0, 9),
          getComputedStyle(element).fontWeight,
        ])
      expect(await look(active)).toEqual(['repeating', '600'])
      expect(await look(menu.getByRole('button', { name: 'LogOut' }))).toEqual(['none', '500'])
    }
  }
})

test('A5: a sign-out that fails says so, and the person is still signed in', { tag: '@trial' }, async ({ page }) => {
  await signIn(page, 'user@demo.example')
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  for (const [address, name] of [
    ['/', 'logOut'],
    ['/dashboard/viewBioData', 'LogOut'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByText('Logging out did not work. You are still logged in; try again.')).toBeVisible()
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
})

test('F1: on a wide screen the header is one row, also for a member with a long name, in both languages', {
  tag: '@trial',
}, async ({ page, site }) => {
  const { email } = await newMember(page)
  await sql(site, `update users set name = 'Muhammad Abdullah Al Mahmud' where email = '${email}'`)
  for (const lang of ['en', 'bn']) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: site.url }])
    for (const width of [1152, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/about')
      const [brand, logOut] = [
        page.getByRole('banner').getByRole('link').first(),
        page.getByRole('banner').getByRole('button').last(),
      ]
      await expect(logOut).toBeInViewport()
      const middleOf = async (one: typeof brand) =>
        one.evaluate((e) => e.getBoundingClientRect().top + e.clientHeight / 2)
      expect(Math.abs((await middleOf(brand)) - (await middleOf(logOut))), `${lang}, ${width} px`).toBeLessThan(12)
    }
  }
})
