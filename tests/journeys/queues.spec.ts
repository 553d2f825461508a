import type { Page } from '@playwright/test'
import { actAs, expect, newMember, requestContact, type Site, slowDown, sql, test } from './fixtures.ts'

const rows = (page: Page) => page.locator('tbody tr')
const inBothLanguages = ['en', 'bn']

/** Somebody whose name and email leave no room, and who asks for premium and for a contact. */
async function somebodyLong(page: Page, site: Site, name: string, of: number) {
  const member = await newMember(page, {})
  await page.request.patch('/api/user/request_premium/me')
  await requestContact(page, of)
  const local = member.email.split('@')[0]
  const email = `${local}-${'wide'.repeat(9)}@${'long'.repeat(9)}.example`
  await sql(site, `update users set name = '${name}', email = '${email}' where email = '${member.email}'`)
  return { ...member, email }
}

/** Members who wait for premium and for one contact, whatever other tests have approved; then an administrator is here. */
async function fillQueues(page: Page, howMany: number) {
  const asked = await newMember(page, {})
  for (let n = 0; n < howMany; n++) {
    await newMember(page, {})
    await page.request.patch('/api/user/request_premium/me')
    await requestContact(page, asked.number)
  }
  await actAs(page, 'admin@demo.example')
}

test('M1 M2 M3 G9: a name or email without blanks pushes nothing off the screen, in Latin or Bangla letters', {
  tag: '@trial',
}, async ({ page, context, baseURL, site }) => {
  test.setTimeout(120_000)
  const target = await newMember(page, {})
  const names = ['Abdurrahmanmohammadfazlulkarimchowdhurytalukderbhuiya', 'আব্দুররহমানমোহাম্মদফজলুলকরিমচৌধুরীতালুকদারভূঁইয়াখানম']
  for (const name of names) {
    expect(name.length).toBeGreaterThanOrEqual(53)
    await somebodyLong(page, site, name, target.number)
  }
  await actAs(page, 'admin@demo.example')
  const admin = `(select id from users where email = 'admin@demo.example')`
  await sql(
    site,
    `insert into audit_log (actor_id, action, subject_id) select ${admin}, 'made premium', id from users where email like '%wide%'`,
  )
  for (const lang of inBothLanguages) {
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }])
    for (const address of [
      '/dashboard/manage?search=wide',
      '/dashboard/approvedPremium?search=wide',
      '/dashboard/approvedContactRequest?search=wide',
      '/dashboard/activity',
    ]) {
      await page.goto(address)
      for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
      for (const width of [360, 700, 768, 900, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const faults = await page.evaluate(() => {
          const outside = [
            ...document.querySelectorAll('tbody :is(button, a, input, th, td), main li :is(p, a)'),
          ].filter((part) => {
            const room = part.closest('table, li')!.getBoundingClientRect()
            const { left, right, width } = part.getBoundingClientRect()
            return width > 0 && (left < room.left - 1 || right > room.right + 1)
          })
          return [
            document.documentElement.scrollWidth - window.innerWidth,
            ...outside.map((part) => part.outerHTML.slice(0, 80)),
          ].filter((fault) => typeof fault === 'string' || fault > 0)
        })
        expect.soft(faults, `${address} in ${lang} at ${width} px`).toEqual([])
      }
    }
  }
  await sql(site, `delete from users where email like '%wide%'`)
})

test('M5 G9: on a phone a row is a dense card: twenty-five users take less than half of what label and value took', {
  tag: '@trial',
}, async ({ page, context, baseURL }) => {
  await actAs(page, 'admin@demo.example')
  await page.setViewportSize({ width: 360, height: 800 })
  for (const [lang, before] of [
    ['en', 7_559],
    ['bn', 7_917],
  ] as const) {
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }])
    // People of the demo: other tests make some with longer names.
    await page.goto('/dashboard/manage?search=demo.example')
    await expect(rows(page)).toHaveCount(25)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(before / 2)
    const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(150)
  }
  // Readers who do not see where a cell stands are still told what it is called.
  const label = await rows(page)
    .first()
    .locator('td')
    .first()
    .evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(label).toContain('সদস্যের ইমেইল')
})

test('M5: where there is room, a name of two words stands on one line beside an email that breaks after its @', {
  tag: '@trial',
}, async ({ page }) => {
  await fillQueues(page, 3)
  for (const address of ['/dashboard/manage', '/dashboard/approvedPremium', '/dashboard/approvedContactRequest'])
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(address)
      const lines = await page
        .locator('tbody th a')
        .evaluateAll((names) =>
          names.map((name) => [name.textContent, name.getClientRects().length, name.getBoundingClientRect().height]),
        )
      expect(lines.length).toBeGreaterThan(2)
      for (const [name, boxes, height] of lines) {
        expect(boxes, `${name} at ${width} px`).toBe(1)
        expect(Number(height), `${name} at ${width} px`).toBeLessThan(50)
      }
    }
})

test('M2 M3 M6: rows lead to the page of who asks, and from there to their biodata, and to the biodata asked for', async ({
  page,
  site,
}) => {
  const asked = await newMember(page, {})
  const asking = await newMember(page, {})
  await page.request.patch('/api/user/request_premium/me')
  await requestContact(page, asked.number)
  const guest = await newMember(page)
  await requestContact(page, asked.number)
  await actAs(page, 'admin@demo.example')
  const hrefs = (email: string) =>
    rows(page)
      .filter({ hasText: email })
      .locator('a')
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))
  const details = ({ id }: { id: string }) => `/BioDataDetails/${id}`
  const idOf = async (email: string) => (await sql(site, `select id from users where email = '${email}'`))[0].id

  await page.goto(`/dashboard/approvedContactRequest?search=${asked.number}`)
  for (const { email } of [asking, guest]) {
    const id = await idOf(email)
    expect(await hrefs(email)).toEqual([
      ['Somebody New', `/dashboard/people/${id}`],
      [`nik-${asked.number}`, details(asked)],
      ['Review', expect.stringMatching(/\?search=\d+&request=[0-9a-f-]{36}$/)],
    ])
  }
  await rows(page).filter({ hasText: asking.email }).getByRole('link', { name: 'Somebody New', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Somebody New' })).toBeVisible()
  await page.getByRole('link', { name: 'Read it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `id-${asking.number}` })).toBeVisible()

  await page.goto(`/dashboard/approvedPremium?search=${asking.number}`)
  expect(await hrefs(asking.email)).toEqual([
    ['Somebody New', `/dashboard/people/${asking.id}`],
    [`BioDataId-${asking.number}`, details(asking)],
    ['Review', `/dashboard/approvedPremium?search=${asking.number}&request=${asking.id}`],
  ])

  await page.goto(`/dashboard/manage?search=${asking.email}`)
  expect(await hrefs(asking.email)).toEqual([['Somebody New', `/dashboard/people/${asking.id}`]])
  await expect(rows(page).filter({ hasText: asking.email })).toContainText(`nik-${asking.number}`)
  await page.goto(`/dashboard/manage?search=${guest.email}`)
  expect(await hrefs(guest.email)).toEqual([['Somebody New', `/dashboard/people/${await idOf(guest.email)}`]])
})

test('M3: the menu opens what waits, the oldest first; approved ones are one choice away, and the address wins', {
  tag: '@trial',
}, async ({ page }) => {
  await fillQueues(page, 1)
  await page.goto('/dashboard/manage')
  await page.getByRole('link', { name: 'Approved Contact Request' }).click()
  await expect(page).toHaveURL('/dashboard/approvedContactRequest')
  const dates = page.getByRole('columnheader', { name: 'Requested' })
  const show = page.getByLabel('Show', { exact: true })
  await expect(show).toHaveValue('pending')
  await expect(dates).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toBeVisible()
  expect(await rows(page).getByText('Approved', { exact: true }).count()).toBe(0)

  await show.selectOption({ label: 'Approved' })
  await expect(page).toHaveURL('/dashboard/approvedContactRequest?status=approve')
  await expect(dates).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).getByText('Approved', { exact: true })).toHaveCount(await rows(page).count())
  await page.goto('/dashboard/approvedContactRequest?status=all&sort=name')
  await expect(show).toHaveValue('all')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  const names = await rows(page).locator('th').allInnerTexts()
  expect(names).toEqual(names.toSorted())
  await page.goto('/dashboard/approvedContactRequest?status=nonsense&sort=-date')
  await expect(show).toHaveValue('pending')
  await expect(dates).toHaveAttribute('aria-sort', 'descending')
})

test('M2: an empty queue says that nothing waits and when the last one was approved', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  await actAs(page, 'admin@demo.example')
  const kept = await sql(site, `select user_id, requested_at::text as at from premium where status = 'pending'`)
  await sql(site, `delete from premium where status = 'pending'`)
  await sql(
    site,
    `update premium set approved_at = '2026-11-20T19:49+06:00' where user_id = (select id from users where email = 'premium@demo.example')`,
  )
  await sql(site, `update premium set approved_at = least(approved_at, '2026-11-20T19:49+06:00')`)
  await page.goto('/dashboard/approvedPremium')
  await expect(page.getByRole('heading', { name: 'Nothing is waiting.' })).toBeVisible()
  await expect(page.getByText('Last approved: 20 November 2026, 19:49')).toBeVisible()
  await expect(page.getByText(/^Select all/)).toHaveCount(0)
  await page.goto('/dashboard/approvedPremium?search=nobody')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  for (const { user_id, at } of kept)
    await sql(site, `insert into premium (user_id, status, requested_at) values ('${user_id}', 'pending', '${at}')`)
})

/** Whether the bar for many stands over any part of a row that can be seen. */
const coveredByBar = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.bulk-bar')
    if (!bar) return []
    return [...document.querySelectorAll('tbody a, tbody button, tbody input, tbody th, tbody td')]
      .filter((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        return width > 0 && bar.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      .map((part) => part.textContent)
  })

test('M3 G9: the bar for many covers no row, and is absent where nothing can be chosen', { tag: '@trial' }, async ({
  page,
}) => {
  await fillQueues(page, 2)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/dashboard/approvedContactRequest?status=all')
    await expect(page.locator('.bulk-bar')).toBeVisible()
    const end = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let y = 0; y < end; y += 200) {
      await page.evaluate((top) => scrollTo(0, top), y)
      expect(await coveredByBar(page), `${width} px, scrolled to ${y}`).toEqual([])
    }
    await page.goto('/dashboard/approvedContactRequest?status=approve')
    await expect(rows(page).first()).toBeVisible()
    await expect(page.locator('.bulk-bar')).toHaveCount(0)
  }
})

test('M3 G9: once something is chosen its button stays at hand, and what the keyboard reaches is not behind it', {
  tag: '@trial',
}, async ({ page }) => {
  await fillQueues(page, 2)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 500 })
    await page.goto('/dashboard/approvedContactRequest?status=all')
    await page.locator('tbody [type=checkbox]').first().check()
    // Below the list stands a footer that may be higher than the window.
    await rows(page)
      .last()
      .evaluate((row) => row.scrollIntoView({ block: 'end' }))
    await expect(page.getByRole('button', { name: 'Approve 1' })).toBeInViewport()
    // Backwards through the rows, from the last one to the first.
    await rows(page).last().locator('a').last().focus()
    const stops = await page.locator('tbody').locator('a, button, input').count()
    for (let stop = 1; stop < stops; stop++) {
      await page.keyboard.press('Shift+Tab')
      const covered = await page.evaluate(() => {
        const { left, top, width, height } = document.activeElement!.getBoundingClientRect()
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return above?.closest('.bulk-bar, header') !== null && !document.activeElement!.closest('.bulk-bar, header')
      })
      expect(covered, `stop ${stop} at ${width} px`).toBe(false)
    }
  }
})

test('G8: a Bangla name can be read on an English page at the first view, on a slow line too', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  await slowDown(page, 300)
  await page.goto('/dashboard/manage?search=rahman', { waitUntil: 'networkidle' })
  const name = rows(page)
    .locator('th a')
    .filter({ hasText: /^[\u0980-\u09ff ]+$/ })
    .first()
  await expect(name).toBeVisible()
  // Where no font has the letters nothing is drawn, only the line below: it looks the same without its text. Nothing is
  // changed before it is looked at, for with that the browser would look for fonts once more.
  const drawn = await name.screenshot()
  await name.evaluate((link) => {
    link.style.textDecorationColor = getComputedStyle(link).color
    link.style.color = 'transparent'
  })
  expect(drawn.equals(await name.screenshot())).toBe(false)
})
