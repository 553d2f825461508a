import type { Locator, Page } from '@playwright/test'
import { actAs, expect, newMember, someCards, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

const styleOf = (element: Locator, ...names: string[]) =>
  element.evaluate((found, wanted) => wanted.map((name) => getComputedStyle(found).getPropertyValue(name)), names)

/** Of the kinds of surface on the page, those that nothing tells from the page around them. */
const withoutEdge = (page: Page, ...kinds: string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.filter((selector) => {
        const all = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
        if (all.length === 0) throw new Error(`There is no ${selector} here`)
        return all.some((element) => {
          const style = getComputedStyle(element)
          const ground = getComputedStyle(document.body).backgroundColor
          const isSeen = (side: string) =>
            style.getPropertyValue(`${side}-style`) !== 'none' &&
            Number.parseFloat(style.getPropertyValue(`${side}-width`)) >= 1 &&
            style.getPropertyValue(`${side}-color`) !== ground
          return !isSeen('outline') && !isSeen('border-top')
        })
      }),
    kinds,
  )

test('G9: in forced colours cards, panels, sections, buttons, fields and chips keep their edges', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/')
  expect(
    await withoutEdge(
      page,
      'main article',
      'main form',
      'main figure',
      'main section:first-of-type',
      '.btn',
      '.input',
      '.pill',
    ),
  ).toEqual([])
  await page.goto('/baiDataPage?gender=Female')
  expect(await withoutEdge(page, 'main article', 'section[aria-label=Filters]', '.chip', '.segments')).toEqual([])
  await page.goto('/baiDataPage?minAge=119')
  expect(await withoutEdge(page, 'main div:has(> h2)')).toEqual([])

  await newMember(page, {})
  const { _id } = (await someCards(page))[2]!
  await page.goto(`/BioDataDetails/${_id}`)
  expect(await withoutEdge(page, 'main aside', 'main .section')).toEqual([])
  await page.goto('/dashboard/viewBioData')
  await page.getByRole('button', { name: 'Premium', exact: true }).click()
  // Pressed early, the button opens it once the page is alive.
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await withoutEdge(page, 'dialog[open]', 'div:has(> nav[aria-label=Dashboard])')).toEqual([])
})

test('G9: in forced colours the chosen segment and the page one is on differ from the others', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/baiDataPage?gender=Female')
  const segments = page.getByRole('region', { name: 'Filters' }).locator('.segments')
  const look = (text: string) => styleOf(segments.getByText(text, { exact: true }), 'background-color', 'color')
  expect(await look('Any')).toEqual(await look('Male'))
  const [ground, letters] = await look('Female')
  expect(ground).not.toBe((await look('Male'))[0])
  expect(letters).not.toBe(ground)

  const stitch = (name: string) =>
    page
      .getByRole('banner')
      .getByRole('link', { name })
      .evaluate((link) => {
        const { content, backgroundColor } = getComputedStyle(link, '::after')
        const isSeen = backgroundColor !== getComputedStyle(document.body).backgroundColor
        return content !== 'none' && isSeen
      })
  expect(await stitch('Biodatas')).toBe(true)
  expect(await stitch('About Us')).toBe(false)
})

test('G9: what is pressed is at least 24 px in both directions, and telephone and mail links at least 44 px high', {
  tag: '@trial',
}, async ({ page }) => {
  const small = (least: number, selector: string) =>
    page.locator('body').evaluate(
      (body, [pixels, controls]) =>
        [...body.querySelectorAll(controls)]
          .filter((element) => element.checkVisibility())
          .map((element) => ({ element, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && (box.height < pixels || box.width < Math.min(pixels, 24)))
          .map(({ element, box }) => `${element.textContent || element.ariaLabel} ${box.width}x${box.height}`),
      [least, selector] as const,
    )
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await actAs(page, 'user@demo.example')
    await page.goto('/baiDataPage?gender=Female&minAge=22')
    expect(await small(36, '.chip a')).toEqual([])
    for (const address of ['/dashboard/viewBioData', '/dashboard/my-contact-request', '/dashboard/my-favorite']) {
      await page.goto(address)
      expect(await small(24, 'main :is(a, button)'), address).toEqual([])
      expect(await small(44, 'main a:is([href^="tel:"], [href^="mailto:"])'), address).toEqual([])
    }
    await actAs(page, 'admin@demo.example')
    await page.goto('/dashboard/manage')
    expect(await small(24, 'main :is(a, button)')).toEqual([])
  }
})
