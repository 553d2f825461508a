import type { Page } from '@playwright/test'

/** Most bytes of JavaScript until a page can be used, compressed. */
export const mostScript = { '/': 101_000, '/baiDataPage': 101_000, '/login': 103_000 }
/** Of the first view in English, headers and all. */
export const mostInAll = { addresses: ['/', '/baiDataPage'], bytes: 142_000, requests: 11 }

/** Of it the document with its styles, and the fonts of a Bangla page. */
export const mostOf = { document: 14_000, banglaFonts: 90_000 }

/** What a page weighs for a first visit, in bytes on the wire with headers; scripts without. */
export async function weigh(page: Page, address: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  const kinds = new Map<string, string>()
  const weight = { inAll: 0, requests: 0, document: 0, fonts: 0, scripts: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight.inAll += encodedDataLength
    // A picture inside the style sheet is no request.
    if (encodedDataLength > 0) weight.requests++
    if (kinds.get(requestId) === 'Document') weight.document += encodedDataLength
    if (kinds.get(requestId) === 'Font') weight.fonts += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await devtools.detach()
  weight.scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  return weight
}
