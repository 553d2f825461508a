import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { actAs, expect, isAlive, newMember, requestContact, someCards, sql, test } from './fixtures.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const linksOf = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name, exact: true })
    .locator('a, button')
    .evaluateAll((items) => items.map((item) => [item.textContent, item.getAttribute('href')]))

/** What of the sidebar stands outside of what is seen of it. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const card = document.querySelector('main nav')!.closest('.wrap > div')!
    const { left, right } = card.getBoundingClientRect()
    return [
      card.scrollWidth - card.clientWidth,
      ...[...card.querySelectorAll('*')]
        .filter((part) => !part.matches('.sr-only') && part.scrollWidth > part.clientWidth + 1)
        .filter((part) => getComputedStyle(part).overflowX !== 'visible')
        .map((part) => part.className),
      ...[...card.querySelectorAll('a, button')].filter((item) => {
        const box = item.getBoundingClientRect()
        return item.checkVisibility() && (box.left < left || box.right > right)
      }),
    ].filter(Boolean)
  })

test('S1: the sidebar of an administrator stays inside its card in both languages, also after the window was narrow', {
  tag: '@trial',
}, async ({ page, context, baseURL }) => {
  await actAs(page, 'admin@demo.example')
  for (const lang of ['en', 'bn']) {
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/dashboard/approvedContactRequest')
    await expect(page.locator('.dashboard-menu > summary')).toBeInViewport({ ratio: 1 })
    await page.locator('.dashboard-menu > summary').click()
    for (const width of [900, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await cutOff(page), `${lang} at ${width} px`).toEqual([])
    }
  }
})

test('S1 G9: on a phone a bar names the page one is on and opens the list of all of them, by the keyboard too; going on closes it', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  await page.setViewportSize({ width: 360, height: 740 })
  const { _id } = (await someCards(page))[0]!
  const bar = page.locator('.dashboard-menu > summary')
  for (const [address, name] of [
    ['/dashboard/adminDashboard', 'Admin Dashboard'],
    ['/dashboard/approvedContactRequest', 'Approved Contact Request'],
    ['/dashboard/EditBioData', 'Edit BioData'],
    ['/dashboard/my-favorite', 'favourites BioData'],
    ['/dashboard/account', 'Account'],
    ['/dashboard/notifications', 'Notifications'],
    ['/dashboard/mail', 'Notification settings'],
    [`/dashboard/people/${_id}`, 'Person'],
  ] as const) {
    await page.goto(address)
    const isForAdmins = /Admin|Approved|Person/.test(name)
    // A count may stand behind the name.
    await expect(bar).toHaveText(new RegExp(`^${isForAdmins ? 'Administration' : 'My pages'}${name}`))
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(sidebar(page)).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
  await page.goto('/dashboard/my-favorite')
  await bar.focus()
  await page.keyboard.press('Enter')
  const current = page.getByRole('navigation', { name: 'My own pages' }).locator('[aria-current=page]')
  await expect(current).toHaveText('favourites BioData')
  expect(await complaints(page)).toEqual([])
  for (const link of await page.locator('.dashboard-menu').locator('nav:visible a, button').all())
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await current.focus()
  await page.keyboard.press('Enter')
  await expect(sidebar(page)).toHaveCount(0)
  await expect(bar).toBeFocused()
  await page.keyboard.press('Enter')
  await sidebar(page).getByRole('link', { name: 'Manage Users' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/manage')
  await expect(bar).toHaveText('AdministrationManage Users')
  await expect(sidebar(page)).toHaveCount(0)
})

test.describe(() => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  test('S1 G9: without a script the list of the dashboard’s pages opens on a phone', { tag: '@trial' }, async ({
    page,
  }) => {
    await actAs(page, 'user@demo.example')
    await page.goto('/dashboard/viewBioData')
    await page.locator('.dashboard-menu > summary').click()
    await sidebar(page).getByRole('link', { name: 'Who has seen my contact' }).click()
    await expect(page).toHaveURL('/dashboard/seen')
  })
})

test('S1: the sidebar says at its top who is signed in, and that leads to the account', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  const { email } = await newMember(page)
  const long = 'A'.repeat(53)
  await sql(site, `update users set name = '${long}' where email = '${email}'`)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/my-favorite')
    if (width === 360) await page.locator('.dashboard-menu > summary').click()
    const who = page.getByRole('main').getByRole('link', { name: 'Account' })
    await expect(who).toContainText(long)
    await expect(who).toContainText(email)
    expect((await who.boundingBox())!.y).toBeLessThan((await sidebar(page).boundingBox())!.y)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect((await linksOf(page, 'Dashboard')).at(-1)).toEqual(['LogOut', null])
  }
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/dashboard/account')
  await expect(page.getByRole('main').getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page')
  await sql(site, `delete from users where email = '${email}'`)
})

test('P2 S3-25: the bar on a phone does not name a page that was refused', async ({ page }) => {
  await actAs(page, 'user@demo.example')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/manage')
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible()
  await expect(page.locator('.dashboard-menu summary')).toHaveText('My pages')
})

test('S1: an administrator reaches the own biodata, requests and favourites below the links of the specification', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  const [card] = await someCards(page)
  await page.request.post('/api/favorite-bioData', { data: { bioDataId: card!.bioDataId } })
  await page.goto('/dashboard/manage')
  expect(await linksOf(page, 'Dashboard')).toEqual([
    ['Admin Dashboard', '/dashboard/adminDashboard'],
    ['Manage Users', '/dashboard/manage'],
    ['Approved Premium', '/dashboard/approvedPremium'],
    ['Approved Contact Request', '/dashboard/approvedContactRequest'],
  ])
  await expect(page.locator('.dashboard-side').locator('a, summary, button').last()).toHaveText('LogOut')
  const yours = page.getByRole('navigation', { name: 'My own pages' })
  await expect(yours).toHaveCount(0)
  await page.locator('.dashboard-side .own-pages > summary').click()
  expect(await linksOf(page, 'My own pages')).toEqual([
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
  ])
  await yours.getByRole('link', { name: 'favourites BioData' }).click()
  await expect(page.getByRole('row').filter({ hasText: `nik-${card!.bioDataId}` })).toBeVisible()
  await yours.getByRole('link', { name: 'My Contact Request' }).click()
  await expect(page.getByRole('heading', { name: 'No contact requests yet' })).toBeVisible()
  await yours.getByRole('link', { name: 'View BioData' }).click()
  await expect(page.getByRole('heading', { name: 'You have no biodata yet' })).toBeVisible()
  await yours.getByRole('link', { name: 'Edit BioData' }).click()
  await expect(page.getByRole('button', { name: 'Save And Publish Now' })).toBeVisible()

  await newMember(page)
  await page.goto('/dashboard/my-favorite')
  await expect(yours).toHaveCount(0)
})

test('S1 S2-11 counts what waits beside its link, and says under two names of the specification that it waits', async ({
  page,
}) => {
  const asked = await newMember(page, {})
  await newMember(page, {})
  await page.request.patch('/api/user/request_premium/me')
  await requestContact(page, asked.number)
  await actAs(page, 'admin@demo.example')
  const { contactRequests, premiumRequests } = await (await page.request.get('/api/waiting')).json()
  await page.goto('/dashboard/manage')
  for (const [name, n] of [
    ['Approved Premium', premiumRequests],
    ['Approved Contact Request', contactRequests],
  ] as const) {
    const link = sidebar(page).getByRole('link', { name, exact: true })
    await expect(link).toHaveAccessibleDescription(`waiting for approval ${n} waiting`)
    await expect(link.locator('xpath=..')).toContainText(String(n))
  }
  await expect(sidebar(page).getByRole('link', { name: 'Manage Users' })).toHaveAccessibleDescription('')
  // A decision is counted at once, without leaving the page.
  await sidebar(page).getByRole('link', { name: 'Approved Contact Request' }).click()
  // Until the page has changed, the first button of a table is one of Manage Users.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Requests')
  await page.locator('tbody').getByRole('button').first().click()
  await expect(sidebar(page).getByRole('link', { name: 'Approved Contact Request' })).toHaveAccessibleDescription(
    `waiting for approval${contactRequests > 1 ? ` ${contactRequests - 1} waiting` : ''}`,
  )
})

test('F6 S1: a list that fails leaves the sidebar standing, with another try and ways elsewhere', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/adminDashboard')
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await isAlive(page)
  await sidebar(page).getByRole('link', { name: 'Manage Users' }).click()
  const failure = page.getByRole('heading', { level: 1, name: 'Something went wrong' })
  await expect(failure).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Manage Users' })).toHaveAttribute('aria-current', 'page')

  await sidebar(page).getByRole('link', { name: 'Approved Premium' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Premium Approval Requests' })).toBeVisible()
  await page.goBack()
  await expect(failure).toBeVisible()
  await page.unroute('**/api/users?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Users' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

/** What the numbers in the charts are cut by, and where two of them touch. */
const faultsInCharts = (page: Page) =>
  page.locator('svg[role=img]').evaluateAll((charts) =>
    charts.flatMap((chart) => {
      const frame = chart.getBoundingClientRect()
      const boxes = [...chart.querySelectorAll('text')].map((text) => ({
        says: text.textContent,
        ...(text.getBoundingClientRect().toJSON() as DOMRect),
      }))
      const cut = boxes.filter(
        ({ left, right, top, bottom }) =>
          left < frame.left - 0.5 || right > frame.right + 0.5 || top < frame.top - 0.5 || bottom > frame.bottom + 0.5,
      )
      const touching = boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (other) =>
              one.left < other.right &&
              other.left < one.right &&
              one.top + 2 < other.bottom &&
              other.top + 2 < one.bottom,
          )
          .map((other) => `${one.says} on ${other.says}`),
      )
      return [...cut.map(({ says }) => `${says} is cut`), ...touching]
    }),
  )

test('S2: numbers in the charts are whole and beside each other, from none to a million a week', {
  tag: '@trial',
}, async ({ page, context, baseURL }) => {
  test.setTimeout(120_000)
  await actAs(page, 'admin@demo.example')
  const overview = await (await page.request.get('/api/overview')).json()
  for (const lang of ['en', 'bn']) {
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }])
    for (const most of [0, 9, 99_999, 1_000_000]) {
      const growing = Array.from({ length: 12 }, (_, week) => Math.round((most * week) / 11))
      const last = [...Array(11).fill(0), most]
      for (const biodata of [growing, growing.toReversed(), Array(12).fill(most), last]) {
        const growth = { biodata, users: growing, contactRequests: Array(12).fill(most), approvals: last }
        await page.route('**/api/overview', (route) => route.fulfill({ json: { ...overview, growth } }))
        // The page as it comes from the server knows the true numbers; one that is gone to inside the site asks.
        await page.goto('/dashboard/activity')
        await isAlive(page)
        await page.locator('main nav [href="/dashboard/adminDashboard"]:visible').click()
        await expect(page.locator('svg[role=img]')).toHaveCount(1)
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await faultsInCharts(page), `${lang}, ${most} a week, ${width} px`).toEqual([])
        }
        if (lang === 'en' && biodata === last) {
          const all = (await page.locator('svg[role=img] text').allTextContents()).join(' ')
          if (most > 0) expect(all).toContain(most.toLocaleString('en'))
        }
        await page.unroute('**/api/overview')
      }
    }
  }
})

test('S2 G9: with forced colours, on black too, the charts can be read', { tag: '@trial' }, async ({
  page,
  context,
  baseURL,
}) => {
  await actAs(page, 'admin@demo.example')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    // The page is light by choice; the person's own colours stand above that.
    await context.addCookies([{ name: 'theme', value: 'light', url: baseURL! }])
    await page.goto('/dashboard/adminDashboard')
    const { ink, paper, texts, bars } = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      const fills = (selector: string) => [
        ...new Set([...document.querySelectorAll(selector)].map((part) => getComputedStyle(part).fill)),
      ]
      return {
        ink: color,
        paper: backgroundColor,
        texts: fills('svg[role=img] text'),
        bars: fills('svg[role=img] path:not([stroke])'),
      }
    })
    expect(texts).toEqual([ink])
    expect(bars).toContain(ink)
    expect(bars).not.toContain(paper)
  }
})

test('S1 K7 R4 M4: payments, reports and activity stand in the sidebar of administrators, and the page one is on is highlighted', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/manage')
  const also = page.getByRole('navigation', { name: 'Administration', exact: true })
  for (const name of ['Payments', 'Reports', 'Activity']) {
    await also.getByRole('link', { name }).press('Enter')
    await expect(also.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('main nav [aria-current=page]:visible')).toHaveText([
      name,
      // The tab of these pages that one is on.
      ...(name === 'Reports' ? ['Waiting'] : name === 'Payments' ? ['All payments'] : []),
    ])
  }
  await newMember(page)
  await page.goto('/dashboard/my-favorite')
  await expect(also).toHaveCount(0)
})

test('S2 S3-19 says how many wait in each queue, how long the first has waited, and leads there', async ({
  page,
  site,
}) => {
  const asked = await newMember(page, {})
  const asking: Awaited<ReturnType<typeof newMember>>[] = []
  for (const name of ['Farida Khanam', 'Mim Jahan', 'Keya Ghosh']) {
    const member = await newMember(page, {})
    asking.push(member)
    await sql(site, `update users set name = '${name}' where id = '${member.id}'`)
    await page.request.patch('/api/user/request_premium/me')
    await requestContact(page, asked.number)
  }
  await actAs(page, 'admin@demo.example')
  const { today } = await (await page.request.get('/api/overview')).json()
  const ours = `user_id in (${asking.map(({ id }) => `'${id}'`).join()})`
  // What others have asked for stands behind.
  const moveOthers = async (interval: string) => {
    for (const table of ['contact_requests', 'premium'])
      await sql(
        site,
        `update ${table} set requested_at = requested_at + interval '${interval}' where status = 'pending' and not (${ours})`,
      )
  }
  await moveOthers('1000 years')
  // Just before midnight in Bangladesh three days ago, the first moment of yesterday, and of today.
  for (const [who, day, time] of [
    [0, 3, '23:59:59'],
    [1, 1, '00:00'],
    [2, 0, '00:00'],
  ] as const)
    for (const table of ['contact_requests', 'premium'])
      await sql(
        site,
        `update ${table} set requested_at = ('${today}'::date - ${day} + time '${time}') at time zone 'Asia/Dhaka' where user_id = '${asking[who]!.id}'`,
      )
  await page.goto('/dashboard/adminDashboard')
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(today))
  await expect(page.getByText(words, { exact: true })).toBeVisible()
  const { waiting } = await (await page.request.get('/api/overview')).json()
  const queue = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(queue('Contact requests')).toHaveText(
    `Contact requestsoldest waiting 3 days${waiting.contactRequests}Review`,
  )
  await expect(queue('Premium requests')).toHaveText(
    `Premium requestsoldest waiting 3 days${waiting.premiumRequests}Review`,
  )
  await expect(queue('New biodata since yesterday').getByRole('link')).toHaveAttribute(
    'href',
    '/baiDataPage?order=newest',
  )
  await expect(page.getByRole('heading', { name: 'New biodata', exact: true })).toBeVisible()
  for (const what of ['New users', 'Contact requests', 'Approved requests, contact and premium'])
    await expect(
      page.getByText(new RegExp(`^${what}: \\d+ in twelve weeks, \\d+ in the last seven days\\.$`)),
    ).toBeVisible()
  await page.getByRole('link', { name: 'Review: Contact requests' }).click()
  await expect(page).toHaveURL('/dashboard/approvedContactRequest')
  await moveOthers('-1000 years')
})

test('S1: gone to from the home page, the dashboard is in no frame without its styles, however late these come', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/dashboard-parts-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await isAlive(page)
  const frames = await page.evaluateHandle(() => {
    const seen = { all: 0, drawn: 0, bare: 0 }
    const look = () => {
      seen.all++
      const head = document.querySelector('main .data-table thead')
      if (head) {
        seen.drawn++
        if (getComputedStyle(head).backgroundColor === 'rgba(0, 0, 0, 0)') seen.bare++
      }
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  const code = page.waitForResponse('**/assets/manage-users.page-*.js')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await code
  // The page's own code is here. Drawn with it alone, it would ask for the list now, and be drawn in one of these frames.
  const before = await frames.evaluate(({ all }) => all)
  await page.waitForFunction(([seen, before]) => seen.drawn > 0 || seen.all > before + 60, [frames, before] as const)
  release()
  await expect(page.getByRole('columnheader', { name: 'User Name' })).toBeVisible()
  await expect.poll(() => frames.evaluate(({ drawn }) => drawn)).toBeGreaterThan(2)
  expect(await frames.evaluate(({ bare }) => bare)).toBe(0)
})
