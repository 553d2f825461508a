import type { Page } from '@playwright/test'
import { actAs, expect, someCards, test } from './fixtures.ts'

const widths = [320, 360, 640, 700, 768, 900, 1000, 1280, 1920]
const cardsOn = (page: Page) => page.getByRole('main').getByRole('article')

/** What the facts of all biodata say, place by place, each once. */
async function everyFact(page: Page) {
  await page.goto('/baiDataPage?pages=20')
  return page.locator('main article dl').evaluateAll((lists) => {
    const facts = lists.map((list) => [...list.querySelectorAll('dd')].map(({ textContent }) => textContent))
    return [0, 1, 2, 3].map((place) => [...new Set(facts.map((fact) => fact[place]!))])
  })
}

declare global {
  interface Window {
    /** Each lets the cards that are here say something else. */
    turns?: (() => void)[]
  }
}

/** Lets the cards that are here say all of it in turn: which six people home shows decides nothing. */
const say = (page: Page, facts: string[][]) =>
  page.locator('main article dl').evaluateAll((lists, all) => {
    const most = Math.max(...all.map(({ length }) => length))
    window.turns = []
    for (let turn = 0; turn < most; turn += lists.length)
      window.turns.push(() => {
        for (const [nth, list] of lists.entries())
          for (const [place, dd] of [...list.querySelectorAll('dd')].entries())
            dd.textContent = all[place]![(turn + nth) % all[place]!.length]!
      })
  }, facts)

/**
 * What is wrong with the look of the cards, whatever they say: facts that are not two by two, words in two pieces or
 * cut off, uneven rows.
 */
const faults = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const found = new Set<string>()
    for (const turn of window.turns ?? [() => {}]) {
      turn()
      const inRow = new Map<number, number[][]>()
      for (const card of main.querySelectorAll('article')) {
        const box = card.getBoundingClientRect()
        const cells = [...card.querySelectorAll('dl > div')].map((cell) => cell.getBoundingClientRect())
        const [columns, rows] = (['x', 'y'] as const).map(
          (side) => new Set(cells.map((cell) => Math.round(cell[side]))),
        )
        const isOfMembers = card.classList.contains('person')
        if (!isOfMembers && (columns!.size !== 2 || rows!.size !== 2))
          found.add(`${columns!.size} columns, ${rows!.size} rows of facts`)
        const look = [...cells.map(({ x }) => x - box.x), box.height]
        inRow.set(Math.round(box.y), [...(inRow.get(Math.round(box.y)) ?? []), look])

        const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (text.parentElement!.closest('.sr-only')) continue
          for (const word of text.textContent!.matchAll(/\S+/g)) {
            const range = document.createRange()
            range.setStart(text, word.index)
            range.setEnd(text, word.index + word[0].length)
            const pieces = [...range.getClientRects()].filter(({ width }) => width > 0)
            if (new Set(pieces.map(({ y }) => Math.round(y))).size !== 1) found.add(`"${word[0]}" is in pieces`)
            if (pieces.some(({ left, right }) => left < box.left || right > box.right))
              found.add(`"${word[0]}" is beyond the edge`)
          }
        }
      }
      for (const looks of inRow.values())
        for (const place of looks[0]!.keys()) {
          const all = looks.map((look) => look[place]!)
          if (Math.max(...all) - Math.min(...all) > 1) found.add(`uneven: ${all.map(Math.round).join(' ')}`)
        }
    }
    return [...found]
  })

async function openCards(page: Page, address: string, language: string) {
  await page.goto(address, { waitUntil: 'networkidle' })
  // Bengali letters are here from the second view on.
  if (language === 'bn') await page.reload({ waitUntil: 'networkidle' })
  expect(await cardsOn(page).count()).toBeGreaterThanOrEqual(3)
  // All of them are looked at, not only those near the screen.
  await page.addStyleTag({ content: 'article { content-visibility: visible }' })
}

async function expectNoFaults(page: Page, address: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await faults(page), `${address} at ${width} px`).toEqual([])
  }
}

for (const language of ['en', 'bn'])
  test(`C1: in ${language} the facts of a card stand two by two at every width, every word on one line and no row uneven`, {
    tag: '@trial',
  }, async ({ page, context, baseURL }) => {
    test.setTimeout(180_000)
    await context.addCookies([{ name: 'lang', value: language, url: baseURL! }])
    const facts = await everyFact(page)
    expect(facts.map((place) => place.length)).toEqual([2, 8, expect.any(Number), 6])
    for (const address of ['/', '/baiDataPage?pages=4']) {
      await openCards(page, address, language)
      await say(page, facts)
      await expectNoFaults(page, address)
    }
  })

for (const language of ['en', 'bn'])
  test(`C2: in ${language} every word of a member’s card is on one line at every width, and no row is uneven`, {
    tag: '@trial',
  }, async ({ page, context, baseURL }) => {
    test.setTimeout(180_000)
    await actAs(page, 'user@demo.example')
    await context.addCookies([{ name: 'lang', value: language, url: baseURL! }])
    const { _id } = (await someCards(page))[0]!
    for (const address of ['/', '/baiDataPage?pages=4', `/BioDataDetails/${_id}`]) {
      await openCards(page, address, language)
      await expectNoFaults(page, address)
    }
  })

test('C1 G9: with text of 200 % the facts of a card stand below each other, and still no word is in pieces', {
  tag: '@trial',
}, async ({ playwright, site }) => {
  const { launchOptions } = { ...test.info().project.use }
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  })
  for (const language of ['en', 'bn']) {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } })
    await context.addCookies([{ name: 'lang', value: language, url: site.url }])
    const page = await context.newPage()
    await page.goto('/baiDataPage?pages=20', { waitUntil: 'networkidle' })
    expect(await faults(page)).toEqual(['1 columns, 4 rows of facts'])
    await context.close()
  }
  await browser.close()
})

test('C1 G9: the link of a card says whose profile it opens, and the drawing is no picture to be told of', async ({
  page,
}) => {
  for (const address of ['/', '/baiDataPage']) {
    await page.goto(address)
    for (const card of await cardsOn(page).all()) {
      const number = (await card.getByRole('heading').textContent())!.match(/nik-\d+/)![0]
      await expect(card.getByRole('link')).toHaveAccessibleName(`View Profile ${number}`)
      await expect(card.getByRole('img')).toHaveCount(0)
    }
  }
})

test('C1: gender, division, age and occupation come in the order of the specification', { tag: '@trial' }, async ({
  page,
}) => {
  await page.goto('/baiDataPage')
  for (const card of await cardsOn(page).all())
    expect(await card.locator('dt').allTextContents()).toEqual(['Gender', 'Division', 'Age', 'Occupation'])
})
