import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, newMember, password, someCards, test } from './fixtures.ts'

/** What can be pressed in the header and in bars that stay on the screen, and is not on top where it is seen. */
const covered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header :is(a, button), .bottom-bar :is(a, button), .bulk-bar :is(label, button)')]
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.top >= 0 && box.bottom <= innerHeight)
      .filter(({ control, box }) =>
        [0.1, 0.5, 0.9].some((x) =>
          [0.1, 0.5, 0.9].some((y) => {
            const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y)
            return !control.contains(top)
          }),
        ),
      )
      .map(({ control }) => control.textContent || control.ariaLabel),
  )

/** The toast stands still, whole and on top. */
async function isReadable(page: Page, text: string) {
  const toast = page.locator('.toast').filter({ hasText: text })
  await expect(toast).toBeVisible()
  await expect(toast).toBeInViewport({ ratio: 1 })
  await expect
    .poll(() =>
      toast.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }),
    )
    .toBe(true)
}

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const)
  test(`F1: at ${width} px no toast covers the header, with the demo’s ribbon above it or without, nor a bar at the bottom`, {
    tag: '@trial',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const { _id } = (await someCards(page))[3]!
    await page.goto(`/login?from=/BioDataDetails/${_id}`)
    await page.getByLabel('Email').fill('user@demo.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await isReadable(page, 'Login Successful! 🎉✅')
    await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
    if (width < 900) await expect(page.locator('.bottom-bar').getByRole('link')).toBeVisible()
    expect(await covered(page)).toEqual([])
    await page.evaluate(() => scrollTo(0, 300))
    await expect.poll(() => page.locator('header').evaluate((header) => header.getBoundingClientRect().y)).toBe(0)
    await isReadable(page, 'Login Successful! 🎉✅')
    expect(await covered(page)).toEqual([])
  })

test('F1: on a phone a refused save covers neither the header nor the button that sends it again', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMember(page, {})
  await page.goto('/dashboard/EditBioData#family')
  await isAlive(page)
  await page.getByLabel('Father Name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Save And Publish Now' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 300))
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await page.locator('.dashboard-menu > summary').click()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button').click()
  // What was typed is a draft, and a person who leaves is asked about it.
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await isReadable(page, 'Logging out did not work.')
  expect(await covered(page)).toEqual([])
})

/** Two toasts with the same words, as the specification has them: asked for, and in another tab asked for once more. */
async function asksTwiceForPremium(page: Page) {
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto('/dashboard/viewBioData')
  const ask = async (tab: Page, role: 'status' | 'alert') => {
    await tab.bringToFront()
    await tab.getByRole('button', { name: 'Premium', exact: true }).click()
    await tab.getByRole('button', { name: 'Confirm', exact: true }).click()
    const toast = tab.getByRole(role).filter({ hasText: 'Request sent to admin.Please Wait' })
    await expect(toast).toBeVisible()
    return toast
  }
  return { done: await ask(page, 'status'), refused: await ask(other, 'alert') }
}

for (const look of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const)
  test(`F1 V2: a refusal looks like one and not like a success of the same words, ${Object.values(look)[0]}`, {
    tag: '@trial',
  }, async ({ page, context }) => {
    await newMember(page, {})
    context.on('page', (opened) => opened.emulateMedia(look))
    await page.emulateMedia(look)
    const { done, refused } = await asksTwiceForPremium(page)
    const looks = await Promise.all(
      [done, refused].map((toast) =>
        toast.evaluate((element) => {
          const { backgroundColor, color, borderTopColor, borderTopWidth, borderTopStyle } = getComputedStyle(element)
          const light = (text: string) => {
            const [r, g, b] = text.match(/[\d.]+/g)!.map((part) => {
              const c = Number(part) / 255
              return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
            })
            return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
          }
          const [dark, bright] = [light(backgroundColor), light(color)].sort((a, b) => a - b)
          return {
            icon: element.querySelector(':scope > svg')?.innerHTML,
            backgroundColor,
            contrast: (bright! + 0.05) / (dark! + 0.05),
            edge: `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`,
          }
        }),
      ),
    )
    const [success, error] = looks as [(typeof looks)[0], (typeof looks)[0]]
    expect(success.icon).toMatch(/<path/)
    expect(error.icon).toMatch(/<circle/)
    expect(error.icon).not.toBe(success.icon)
    for (const { contrast } of looks) expect(contrast).toBeGreaterThan(4.5)
    if ('forcedColors' in look) {
      expect(success.edge).toMatch(/^2px solid rgb/)
      expect(error.edge).not.toBe(success.edge)
    } else expect(error.backgroundColor).not.toBe(success.backgroundColor)
  })

test('F1 S3-13: an error goes away with the page it is about', async ({ page }) => {
  await actAs(page, 'user@demo.example')
  const { _id } = (await someCards(page))[8]!
  await page.goto(`/BioDataDetails/${_id}`, { waitUntil: 'networkidle' })
  const error = page.getByRole('alert').filter({ hasText: 'The favourite could not be saved.' })
  await page.route('**/api/favorite-bioData', (route) => route.abort())
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await expect(error).toBeVisible()
  await page.waitForFunction((since) => performance.now() > since + 1_100, await page.evaluate(() => performance.now()))
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  await expect(error).toHaveCount(0)
})

test('F1 F6: an error is said also when the line was gone before the first toast', async ({ page, context }) => {
  await actAs(page, 'user@demo.example')
  const { _id } = (await someCards(page))[6]!
  await page.goto(`/BioDataDetails/${_id}`, { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await isReadable(page, 'The favourite could not be saved.')
  await expect(page.getByRole('alert')).toHaveCSS('background-color', 'rgb(179, 38, 30)')
})
