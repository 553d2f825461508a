import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/journeys/browser.ts'
import { mostInAll, mostOf, mostScript, weigh } from '#tests/journeys/first-view.ts'
import type { Line } from './report.ts'
import type { Sizes } from './sizes.ts'
import { openPostgres, startProduct } from './stage.ts'

/** Enough for a full first page of every list. */
const people = 1_000

/** What goes over the line until the first page can be used: exact, the same each time. */
export async function* measureBytes({ folder }: Sizes, say: (what: string) => void): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const postgres = await openPostgres({ folder, say })
  undo.defer(postgres.close)
  const product = await startProduct({ DATABASE_URL: (await postgres.peopled(people)).url })
  undo.defer(product.stop)
  const origin = `http://127.0.0.1:${product.port}`
  const browser = await chromium.launch({ ...findBrowser(), args: ['--no-sandbox'] })
  undo.defer(() => browser.close())

  const firstView = async (address: string, language: 'en' | 'bn') => {
    const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', serviceWorkers: 'block' })
    await context.addCookies([{ name: 'lang', value: language, url: origin }])
    const weight = await weigh(await context.newPage(), address)
    await context.close()
    return weight
  }
  const line = (what: string, value: number, atMost: number): Line => ({
    what,
    unit: 'bytes',
    rounds: [value],
    target: { atMost },
  })
  for (const [address, most] of Object.entries(mostScript)) {
    const { scripts } = await firstView(address, 'en')
    yield line(`${address}: JavaScript to first use`, scripts, most)
  }
  for (const address of mostInAll.addresses) {
    const { inAll, requests, document, fonts } = await firstView(address, 'en')
    yield line(`${address}: the first view in English, in all`, inAll, mostInAll.bytes)
    yield { ...line(`${address}: requests of it`, requests, mostInAll.requests), unit: '' }
    yield line(`${address}: document with styles`, document, mostOf.document)
    yield line(`${address}: fonts in English`, fonts, 50_000)
    const bangla = await firstView(address, 'bn')
    yield line(`${address}: fonts in Bangla`, bangla.fonts, mostOf.banglaFonts)
  }
}
