import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { to } from '#src/platform/navigation/addresses.ts'
import { findBrowser } from '#tests/journeys/browser.ts'
import { type Line, ratios } from './report.ts'
import type { Sizes } from './sizes.ts'
import { openPostgres, startProduct } from './stage.ts'

const people = 1_000
/** Of a ratio of medians, fewer say little. */
const leastRounds = 7
/** Slow 4G: 1.6 Mbit/s, 150 ms there and back; a phone four times slower than this machine. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowerCpu = 4
const phone = { viewport: { width: 412, height: 823 }, locale: 'en-GB', serviceWorkers: 'block' } as const

/** Milliseconds from the click on a link to here; `shifted` is CLS. */
interface Seen {
  painted: number
  largest: number
  firstCard: number
  /** By which tasks were longer than 50 ms, until everything was there. */
  blocked: number
  shifted: number
  /** When a press was answered that was made as soon as one could be; 0 where nothing is pressed. */
  answered: number
}

/** What is pressed to see when a page listens: something that only a script answers, by changing an attribute. */
const controls = {
  // Sorted the other way, the first card is another.
  [to.home]: {
    press: '#sort-by-age',
    choose: 'descending',
    answer: { of: 'a[href^="/BioDataDetails/"]', attribute: 'href' },
  },
  // Nothing of the list itself needs a script on our page.
  [to.browse]: { press: '[aria-label="Light or dark"]', answer: { of: 'html', attribute: 'data-theme' } },
}
type Control = { press: string; choose?: string; answer: { of: string; attribute: string } }

/** What a person with a cheap phone sees and when, beside the same page without any script. */
export async function* measurePages({ rounds, folder }: Sizes, say: (what: string) => void): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const postgres = await openPostgres({ folder, say })
  undo.defer(postgres.close)
  const product = await startProduct({ DATABASE_URL: (await postgres.peopled(people)).url })
  undo.defer(product.stop)
  const browser = await chromium.launch({ ...findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
  undo.defer(() => browser.close())
  const origin = `http://127.0.0.1:${product.port}`
  const files = await startBare(origin)
  undo.defer(async () => files.stop())

  for (const [address, control] of Object.entries(controls)) {
    const ours: Seen[] = []
    const bare: Seen[] = []
    // The first one finds nothing ready, and does not count.
    for (let round = 0; round <= Math.max(rounds, leastRounds); round++) {
      say(`pages: ${address}, ${round === 0 ? 'to begin with' : `round ${round}`}`)
      // Once as it comes, and once pressed, which makes it do more.
      const untouched = await visit(browser, origin + address)
      const { answered } = await visit(browser, origin + address, control)
      const without = await visit(browser, files.origin + address)
      if (round === 0) continue
      ours.push({ ...untouched, answered })
      bare.push(without)
    }
    const of = (all: Seen[], name: keyof Seen) => all.map((one) => one[name])
    const ms = (what: string, rounds: number[]): Line => ({ what: `${address}: ${what}`, unit: 'ms', rounds })
    yield ms('first paint', of(ours, 'painted'))
    yield ms('first card in the document', of(ours, 'firstCard'))
    yield ms('largest paint', of(ours, 'largest'))
    yield ms('largest paint without scripts', of(bare, 'largest'))
    yield {
      what: `${address}: largest paint ÷ without scripts`,
      unit: '',
      rounds: ratios(of(ours, 'largest'), of(bare, 'largest')),
      target: { atMost: 1.1 },
    }
    yield ms('first answer', of(ours, 'answered'))
    yield { ...ms('blocked', of(ours, 'blocked')), target: { atMost: 100 } }
    yield ms('blocked without scripts', of(bare, 'blocked'))
    yield { what: `${address}: shifted`, unit: '', rounds: of(ours, 'shifted'), target: { atMost: 0.01 } }
  }
}

interface Copy {
  head: Record<string, string>
  body: Buffer
}

/** The pages as files without any script; what they name comes as the product sends it. */
async function startBare(origin: string) {
  const kept = new Map<string, Copy>()
  async function copyOf(path: string): Promise<Copy> {
    const answer = await fetch(origin + path, { headers: { 'accept-language': 'en' } })
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!type.includes('html')) return { head: { 'content-type': type }, body: bytes }
    const html = bytes
      .toString()
      .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
      .replaceAll(/<link\b[^>]*\bmodulepreload\b[^>]*>/g, '')
    return { head: { 'content-type': type, 'content-encoding': 'br' }, body: brotliCompressSync(html) }
  }
  const server = createServer(async ({ url = '/' }, response) => {
    const copy = kept.get(url) ?? (await copyOf(url))
    kept.set(url, copy)
    response.writeHead(200, { ...copy.head, 'content-length': copy.body.length }).end(copy.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

async function visit(browser: Browser, address: string, control?: Control): Promise<Seen> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
  // Watched from outside the page's own scripts, which one of them has none of.
  await page.addInitScript(watch, control)
  await page.goto(address, { waitUntil: 'networkidle' })
  // A slow phone may still be painting when nothing more comes.
  await page.waitForFunction((isPressed) => window.seen[isPressed ? 'answered' : 'largest'] > 0, control !== undefined)
  const seen = await page.evaluate(() => window.seen)
  await context.close()
  return seen
}

declare global {
  interface Window {
    seen: Seen
  }
}

function watch(control?: Control) {
  const seen = { painted: 0, largest: 0, firstCard: 0, blocked: 0, shifted: 0, answered: 0 }
  window.seen = seen
  const each = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.painted = startTime
  })
  each('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime
  })
  each('longtask', ({ duration }) => {
    seen.blocked += Math.max(0, duration - 50)
  })
  each('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shifted += value
  })
  const whenever = (happens: () => boolean) => {
    let hasHappened = false
    const look = () => {
      hasHappened ||= happens()
      if (hasHappened) observer.disconnect()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, attributes: true })
    each('paint', look)
  }
  const here = (selector: string) => document.querySelector<HTMLElement>(selector)
  whenever(() => {
    if (here('a[href^="/BioDataDetails/"]')) seen.firstCard = performance.now()
    return seen.firstCard > 0
  })
  if (!control) return
  const answer = () => here(control.answer.of)?.getAttribute(control.answer.attribute)
  whenever(() => {
    const pressed = here(control.press)
    // What nobody sees nobody presses.
    if (seen.painted === 0 || !pressed || !answer()) return false
    const before = answer()
    whenever(() => {
      if (answer() !== before) seen.answered = performance.now()
      return seen.answered > 0
    })
    // As something of its own, as a finger's is.
    setTimeout(() => {
      if (!(pressed instanceof HTMLSelectElement)) return pressed.click()
      pressed.value = control.choose ?? ''
      pressed.dispatchEvent(new Event('change', { bubbles: true }))
    })
    return true
  })
}
