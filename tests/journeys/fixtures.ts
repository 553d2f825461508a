import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { consentVersion } from '#src/features/consents/policy.ts'
import { freePort } from '#tests/program.ts'
import { bringBackAsSeeded, keepAsSeeded, withDatabase } from './seeded.ts'

export { expect }

export interface Site {
  url: string
  dataDir: string
  /** Milliseconds until it was ready. */
  startedIn: number
  process: ChildProcess
  /** What it has said so far. */
  output(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** What `npm start` and `npm run serve` run. */
export const entries = { demo: 'dist/beside/demo.js', serve: 'dist/server/serve.js' }

/** Starts the real demo server, as a person would, on a data directory of its own; `settings` are further variables. */
export async function startSite(dataDir: string, port?: number, settings: Record<string, string> = {}): Promise<Site> {
  const chosen = port ?? (await freePort())
  const child = spawn(process.execPath, [entries.demo], {
    env: {
      ...process.env,
      PORT: String(chosen),
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      TRUST_PROXY: '127.0.0.1',
      DEMO_BAR: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  const url = `http://127.0.0.1:${chosen}`
  const begun = performance.now()
  const deadline = begun + 60_000
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`The server did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    dataDir,
    startedIn: performance.now() - begun,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

export const password = 'nikhad-demo-2026'

export async function signIn(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Login Successful! 🎉✅').first()).toBeVisible()
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const sessions = new Map<string, Cookies>()

let people = 0
/** As many people as sign in and up here do not come from one address: the server would call that too fast. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.0.${(++people >> 8) & 255}.${people & 255}` })

/** Signs in without the login page. The tests of a worker share the session: a test that signs out uses `signIn`. */
export async function actAs(page: Page, email: string) {
  await page.context().clearCookies()
  await page.context().addCookies(sessions.get(email) ?? [])
  const { user } = await (await page.request.get('/api/session')).json()
  if (user?.email === email) return
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: fromElsewhere(),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  sessions.set(email, await page.context().cookies())
}

/** What a biodata needs, with the specification's names. */
export const someBiodata = {
  name: 'Sadia Rahman',
  gander: 'Female',
  photoUrl: 'https://photos.example/sadia.jpg',
  birth: '2000-03-14',
  skinColor: 'Medium',
  feet: 5,
  inch: 4,
  weight: '55kg',
  occupation: 'Doctor',
  fatherName: 'Mizanur Rahman',
  matherName: 'Shirin Akter',
  perDivision: 'Dhaka',
  presentDivision: 'Sylhet',
  partnerAge: 29,
  PartnerFeet: 6,
  PartnerInch: 1,
  partnerWeight: '70kg',
  phoneNumber: '+8801712345678',
}

/** Somebody new with a name of their own, signed in in this browser; what a test does to them disturbs no other. */
export async function newMember(page: Page, biodata?: Partial<typeof someBiodata>) {
  await page.context().clearCookies()
  const headers = fromElsewhere()
  const email = `member-${process.pid}-${people}@new.example`
  const account = { name: 'Somebody New', image: 'https://photos.example/new.jpg', email, password }
  const answer = await page.request.post('/api/auth/sign-up/email', { data: account, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  if (!biodata) return { email, id: '', number: 0 }
  const saved = await page.request.patch('/api/bioData', {
    data: {
      ...someBiodata,
      name: `Sadia Rahman ${people}`,
      consent: { version: consentVersion, to: ['publish'] },
      ...biodata,
    },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  const own = await (await page.request.get('/api/viewBioData')).json()
  return { email, id: own._id as string, number: own.bioDataId as number }
}

/** The field of the photo at registering, which is folded and filled in. */
export async function fillPhoto(page: Page, link: string) {
  const field = page.getByLabel('Photo URL')
  if (!(await field.isVisible())) await page.getByText('Photo link, filled in for you').click()
  await field.fill(link)
}

/** Pays the fee, for a contact or, as clients of the specification do, for none yet; answers the transaction. */
export async function payFee(page: Page, asked: { bioDataId: number } | { price: number }) {
  const begun = await page.request.post('/api/create-payment-intent', { data: asked })
  const { clientSecret } = await begun.json()
  const transactionId = clientSecret.split('_secret_')[0]
  const { ways } = await (await page.request.get('/api/payment-options')).json()
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '40', cvc: '123' }
  const paid = await page.request.post(`/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
    headers: { authorization: `Bearer ${ways[0].publishableKey}` },
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(Object.entries(card).map(([key, value]) => [`payment_method_data[card][${key}]`, value])),
    },
  })
  expect(paid.ok(), await paid.text()).toBe(true)
  return transactionId as string
}

/** Pays for a contact as the checkout does, and answers the request's id. */
export async function requestContact(page: Page, bioDataId: number) {
  const transactionId = await payFee(page, { bioDataId })
  const recorded = await page.request.post('/api/payments', { data: { transactionId, bioDataId } })
  return (await recorded.json()).insertedId as string
}

/** Presses for the contact of the open profile, as premium members and administrators do. In whatever language. */
export async function pressForContact(page: Page) {
  await page.locator('[data-contact] button').filter({ visible: true }).first().click()
  await page.locator('[data-contact] a[href^="tel:"]').first().waitFor({ state: 'attached' })
}

/**
 * Presses twice, while the first change of what `address` names is still on its way.
 * @returns what was asked for and answered, in this order
 */
export async function pressTwice(page: Page, address: string, presses: (() => Promise<void>)[]) {
  const said: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    said.push('asked')
    await held
    const response = await route.fetch()
    said.push('answered')
    await route.fulfill({ response })
  })
  for (const press of presses) await press()
  release()
  await expect.poll(() => said.length).toBe(2 * presses.length)
  await page.unroute(address)
  return said
}

/** Runs SQL in a site's database, for what no page can do. */
export const sql = ({ dataDir }: Site, text: string) =>
  withDatabase(dataDir, async (client) => (await client.query(text)).rows)

/** Confirms somebody's email, which is no contact before (REQUIREMENTS A6). */
export const confirmEmail = (site: Site, id: string) =>
  sql(site, `update users set email_verified = true where id = '${id}'`)

/** Cards of a gender that nobody of the demo has anything to do with, as visitors see them. */
export async function someCards(page: Page, more = 'gander=Female') {
  const cards = await (await page.request.get(`/api/bioData-filter?${more}&limit=40`)).json()
  return cards as { _id: string; bioDataId: number }[]
}

export async function fillCard(page: Page, number = '4242 4242 4242 4242') {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
}

/** The fieldset of a wish with a number. */
export const wishOf = (page: Page, wish: string) =>
  page.getByRole('region', { name: 'As a life partner expects' }).getByRole('group', { name: wish, exact: true })

/** Years, inches or kilograms. */
export async function chooseRange(page: Page, wish: string, from: string, to: string) {
  await wishOf(page, wish).getByLabel('From').selectOption(from)
  await wishOf(page, wish).getByLabel('To', { exact: true }).selectOption(to)
}

/** Fills every field of Edit BioData that is needed. */
export async function fillBiodata(page: Page, { year = '2000', wishes = true } = {}) {
  await page.getByLabel('Name', { exact: true }).fill('Rehana Begum')
  await page.getByRole('group', { name: 'Gender' }).getByLabel('Female').check({ force: true })
  await page.getByLabel('Day').fill('14')
  await page.getByLabel('Month').fill('3')
  await page.getByLabel('Year').fill(year)
  const choices: [string, string][] = [
    ['Skin color', 'Medium'],
    ['Weight', '55kg'],
    ['Occupation', 'Doctor'],
    ['Permanent address', 'Dhaka'],
    ['Present address', 'Sylhet'],
    ['Height', '64'],
  ]
  for (const [label, value] of choices) await page.getByLabel(label, { exact: true }).selectOption(value)
  const ranges = [
    ['Age', '26', '32'],
    ['Height', '65', '71'],
    ['Weight', '60', '80'],
  ] as const
  for (const [wish, from, to] of wishes ? ranges : []) await chooseRange(page, wish, from, to)
  await page.getByLabel('Father Name').fill('Mizanur Rahman')
  await page.getByLabel('Mother Name').fill('Shirin Akter')
  await page.getByLabel('Phone Number').fill('01712-345678')
  // Asked at the first publish only.
  for (const consent of await consentsOn(page).all()) await consent.check()
}

/** The boxes of what a form asks to agree to. */
export const consentsOn = (page: Page) => page.getByRole('region', { name: 'Publishing' }).getByRole('checkbox')

/** Before, a link that is pressed loads the next page whole, as without a script. */
export const isAlive = (page: Page) => page.waitForFunction(() => !window.repeatEarlyPress)

/** A line that takes its time over everything, from now on. */
export async function slowDown(page: Page, latency: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const speed = { downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency, ...speed })
}

/** Messages of Chromium itself about an answer that a test expects to be a refusal. */
const expectedNoise =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED))|^Service Worker registration blocked by Playwright/

export const test = base.extend<{ watch: (context: BrowserContext) => void; asSeeded: undefined }, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-e2e-'))
      const site = await startSite(dataDir)
      await keepAsSeeded(dataDir)
      await use(site)
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // What one test did to the people of the demo would change what the next one finds.
  asSeeded: [
    async ({ site }, use) => {
      await bringBackAsSeeded(site.dataDir)
      await use(undefined)
    },
    { auto: true },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  extraHTTPHeaders: async ({ site: _ }, use) => use(fromElsewhere()),
  // A console error, a hydration warning or an uncaught exception fails the test, on every page that is opened in its
  // context, or in another one that it has watched. After a failure the run's output holds what the pages showed and what the server said: a run elsewhere leaves nothing else.
  watch: [
    async ({ context, site }, use, { errors }) => {
      const complaints: string[] = []
      const watch = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()) && !expectedNoise.test(message.text()))
            complaints.push(message.text())
        })
        context.on('weberror', (error) => complaints.push(String(error.error())))
      }
      watch(context)
      const saidBefore = site.output().length
      await use(watch)
      if (errors.length > 0) {
        for (const page of context.pages()) console.log(page.url(), await page.locator('body').ariaSnapshot())
        console.log(site.output().slice(saidBefore).slice(-3000))
      }
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Labels and values of a section, in their order. Quiet notes after a value are left out. */
export const valuesIn = (page: Page, title: string) =>
  page
    .getByRole('region', { name: title })
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const value = row.querySelector('dd')!.cloneNode(true) as HTMLElement
        value.querySelector('small')?.remove()
        return [row.querySelector('dt')!.textContent, value.textContent]
      }),
    )

export const publish = (page: Page) => page.getByRole('button', { name: 'Save And Publish Now', exact: true })

/** Where a page stands whenever something is pressed: what is not wholly seen is scrolled to first. */
export async function watchPresses(page: Page) {
  await page.evaluate(() =>
    addEventListener('click', () => sessionStorage.setItem('pressed-at', String(scrollY)), true),
  )
  return () => page.evaluate(() => Number(sessionStorage.getItem('pressed-at')))
}
