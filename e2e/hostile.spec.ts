import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { compose } from '#src/platform/mail/compose.server.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { actAs, expect, test } from './fixtures.ts'
import { addressesFor, payloads, plant, unplantSessions, withSearch } from './planted.ts'
import { withDatabase } from './seeded.ts'

/** Other hosts that a page asks, and dialogs that it opens, from now on. */
async function watch(page: Page, own: string) {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !/^(data|blob|about):/.test(request.url())) outside.push(request.url())
  })
  page.on('dialog', (dialog) => {
    outside.push(dialog.message())
    return dialog.dismiss()
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      Object.assign(window, { broken: `${event.violatedDirective} ${event.blockedURI}` })
    })
  })
  return outside
}

/** Whether something ran, or was stopped by the policy of the page; and all that stands there as text. */
const found = (page: Page) =>
  page.evaluate(() => ({
    ran: 'hit' in window,
    broken: [window, ...Array.from(window, (_, n) => window[n])]
      .map((each) => (each as { broken?: string }).broken)
      .find(Boolean),
    text: [document.title, document.body.textContent, ...[...document.querySelectorAll('input')].map((i) => i.value)],
  }))
const nothing = { ran: false, broken: undefined }

/** Shows more of the lists of a page, opens everything that asks first, one after the other, and answers what it says. */
const opened = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('main .justify-items-center > button')]
    const isBusy = () => buttons.some((more) => more.isConnected && more.ariaDisabled === 'true')
    const size = () => document.querySelectorAll('main *').length
    for (let presses = 0; presses < 3 && buttons.some((more) => more.isConnected); presses++) {
      const before = size()
      for (const more of buttons) if (more.isConnected) more.click()
      // A page that is not alive yet answers later.
      for (let frames = 0; frames < 2 || (frames < 300 && (isBusy() || size() === before)); frames++) await frame()
    }
    // What is pressed may be done at once: then that it could be done is shown no more.
    const texts: (string | null)[] = [document.body.textContent]
    // In the list of the dashboard's pages stands the button that logs out.
    const details = 'main details:not(.dashboard-menu) button'
    const asking = `main tbody tr:first-child button, main section ul button, ${details}, main [aria-haspopup]`
    for (const button of document.querySelectorAll<HTMLButtonElement>(asking)) {
      button.click()
      await frame()
      await frame()
      const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
      texts.push(dialog?.textContent ?? null)
      dialog?.close()
    }
    return texts
  })

/** Texts of the sign-in, of machines, and of what went wrong: no page shows them. A photo link is encoded where it stands. */
const onNoPage = [
  ...['accounts.account_id', 'accounts.access_token', 'accounts.refresh_token', 'accounts.id_token', 'accounts.scope'],
  ...['attempts.key', 'biodata.photo_url', 'kysely_migration.name', 'kysely_migration.timestamp'],
  ...[
    'kysely_migration_lock.id',
    'notifications.cause',
    'outbox.last_error',
    'passkeys.name',
    'passkeys.credential_id',
    'passkeys.public_key',
  ],
  ...['passkeys.device_type', 'passkeys.transports', 'passkeys.aaguid', 'payments.last_error'],
  ...['push_subscriptions.endpoint', 'push_subscriptions.p256dh', 'push_subscriptions.auth'],
  ...['push_subscriptions.site_key', 'saved_searches.search', 'sessions.ip_address'],
  ...['sessions.user_agent', 'verifications.identifier', 'verifications.value'],
]

/** `whole`: what stands on their pages with every payload. */
const viewers = [
  { who: 'a visitor', may: 'visitor', email: undefined, profiles: 0, whole: [] },
  {
    who: 'a member',
    may: 'member',
    email: 'user@demo.example',
    profiles: 3,
    whole: ['contact_requests.ended_because', 'contact_views.reason', 'reports.words', 'reports.answer'],
  },
  { who: 'a premium member', may: 'member', email: 'premium@demo.example', profiles: 10, whole: [] },
  {
    who: 'an administrator',
    may: 'admin',
    email: 'admin@demo.example',
    profiles: payloads.length,
    whole: [
      ...['users.name', 'users.email', 'users.suspended_because', 'audit_log.action'],
      ...['biodata.name', 'biodata.father_name', 'biodata.mother_name', 'reports.words', 'reports.answer'],
      ...['payments.provider_ref', 'payment_findings.provider_ref', 'payment_findings.detail'],
    ],
  },
] as const

// With as many rounds as there are payloads every row has had every one of them.
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 1)

for (const { who, may, email, profiles, whole, round } of viewers.flatMap((viewer) =>
  Array.from({ length: rounds }, (_, round) => ({ ...viewer, round })),
))
  test(`E1 E6: every text that anybody can store is text on every page, whatever stands in it, and no page asks another host: to ${who}${round ? `, round ${round + 1}` : ''}`, async ({
    page,
    site,
  }, { project }) => {
    // A hundred pages for an administrator.
    test.setTimeout(300_000)
    if (email) await actAs(page, email)
    const { columns, people, requests } = await withDatabase(site.dataDir, async (client) => {
      const columns = await plant(client, round)
      const people = await client.query<{ id: string; number: number }>(
        'select id, number from biodata order by number',
      )
      const requests = await client.query<{ id: string }>(
        `(select id from contact_requests where status = 'pending' order by number limit 3)
         union all (select id from contact_requests where status = 'refused' order by number limit 3)`,
      )
      return { columns, people: people.rows, requests: requests.rows.map(({ id }) => id) }
    })
    // A column without a row was not tried.
    expect(columns.filter(({ rows }) => rows === 0)).toEqual([])

    const outside = await watch(page, site.url)
    const shown = new Map(columns.map(({ name }) => [name, new Set<string>()]))
    const seen = new Set<string>()
    const note = (path: string, text: string) => {
      for (const { index, 0: mark, 1: column } of text.matchAll(/k(\d+):/g)) {
        const after = text.slice(index + mark.length, index + mark.length + 100).toLowerCase()
        const payload = payloads.find((each) => after.startsWith(each.toLowerCase()))
        if (!payload) continue
        const { name } = columns[Number(column)]!
        shown.get(name)!.add(payload)
        seen.add(`${path} ${name} ${payloads.indexOf(payload)}`)
      }
    }
    const look = async (address: string, isOpening: boolean, path = address.split('?')[0]!) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      if (isOpening) note(path, (await opened(page)).join('\n'))
      const { text, ...ran } = await found(page)
      expect.soft(ran, address).toEqual(nothing)
      note(path, text.join('\n'))
    }
    const someOf = people.slice(0, profiles)
    const ids = { id: someOf.map(({ id }) => id), bioDataId: someOf.slice(0, 2).map(({ number }) => number) }
    const asked = new Set<string>()
    for (const { path, address } of addressesFor(may, ids)) {
      await look(address, !asked.has(path), path)
      asked.add(path)
    }
    if (may === 'admin') {
      for (const list of ['manage', 'approvedPremium', 'approvedContactRequest', 'payments'])
        for (const sort of ['date', '-date']) await look(`/dashboard/${list}?status=all&sort=${sort}`, true)
      await look('/dashboard/reports?state=answered', true)
      for (const id of requests) await look(`/dashboard/approvedContactRequest?request=${id}`, true)
    }

    await withDatabase(site.dataDir, unplantSessions)
    expect(outside).toEqual([])
    // The look meant something: what these pages are for stood there, with every payload.
    expect(whole.filter((name) => shown.get(name)!.size < payloads.length)).toEqual([])
    if (may === 'admin') expect([...shown].flatMap(([name, { size }]) => (size === 0 ? name : []))).toEqual(onNoPage)
    // In a file, because after a failure the next round has another process. The folder is emptied before each run.
    const file = join(project.outputDir, `shown to ${who}`)
    mkdirSync(project.outputDir, { recursive: true })
    appendFileSync(file, [...seen].map((line) => `${line}\n`).join(''))
    if (round + 1 < payloads.length) return
    const lines = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))
    const places = Map.groupBy(lines, (line) => line.slice(0, line.lastIndexOf(' ')))
    expect([...places].filter(([, { length }]) => length < payloads.length).map(([place]) => place)).toEqual([])
  })

test('E1: what stands in an address is text on every page that reads it', async ({ page, site }) => {
  test.slow()
  const outside = await watch(page, site.url)
  const [person] = await withDatabase(
    site.dataDir,
    async (client) =>
      (await client.query<{ id: string; number: number }>('select id, number from biodata limit 1')).rows,
  )
  const ids = { id: [person!.id], bioDataId: [person!.number] }
  for (const who of ['visitor', 'member', 'admin'] as const) {
    if (who !== 'visitor') await actAs(page, who === 'admin' ? 'admin@demo.example' : 'user@demo.example')
    for (const [n, { address }] of addressesFor(who, ids).entries()) {
      await page.goto(withSearch(address, n))
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      expect.soft({ ...(await found(page)), text: [] }, address).toEqual({ ...nothing, text: [] })
    }
  }
  for (const [n, payload] of payloads.entries()) {
    const unknown = encodeURIComponent(payload)
    await page.goto(['/', '/BioDataDetails/', '/checkout/', '/dashboard/', '/demo/outbox/'][n % 5] + unknown)
    expect.soft({ ...(await found(page)), text: [] }, payload).toEqual({ ...nothing, text: [] })
  }
  expect(outside).toEqual([])
})

test('E1 X4: what people write is text in a mail, which no policy protects', async ({ browser }) => {
  const page = await browser.newPage()
  const outside = await watch(page, 'about:')
  const brand = { name: 'Nikhad', nameBn: 'নিখাদ', idPrefix: 'nik-' }
  for (const text of payloads) {
    const mails: Mail[] = [
      { kind: 'contact-form', name: text, email: `${text}@mail.example`, message: payloads.join('\n') },
      { kind: 'contact-refused', why: 'refused', number: 7, reason: text },
      { kind: 'reset', link: `https://nikhad.example/${text}` },
    ]
    for (const content of mails) {
      await page.setContent(compose({ content, language: 'en' }, { brand, origin: `https://${text}` }).html)
      expect.soft({ ...(await found(page)), text: [] }, content.kind).toEqual({ ...nothing, text: [] })
    }
  }
  expect(outside).toEqual([])
  await page.close()
})

test('E1: whatever runs or would run is noticed', async ({ browser, site }) => {
  // In a context whose console may speak.
  const page = await browser.newPage({ baseURL: site.url })
  const outside = await watch(page, site.url)
  const policy = (await page.request.get('/')).headers()['content-security-policy']!
  const unnoticed: string[] = []
  for (const payload of payloads) {
    const quote = /^["']/.exec(payload)?.[0]
    const body = quote ? `<input value=${quote}${payload}${quote}>` : payload
    await page.route('**/planted', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
        body: `<!doctype html><body>${body}`,
      }),
    )
    await page.goto('/planted')
    // Chromium 153 looks at what a pointer would run only once there is one, 156 before.
    await page.mouse.move(1, 1)
    await page.mouse.move(20, 20)
    // One leads the page away, before it can be asked or a moment later.
    if (/^<meta http-equiv=refresh/.test(payload)) await expect.poll(() => outside.length).toBeGreaterThan(0)
    const { ran, broken } = await found(page).catch(() => ({ ran: true, broken: undefined }))
    if (!ran && !broken && outside.length === 0) unnoticed.push(payload)
    outside.length = 0
    await page.unroute('**/planted')
  }
  // What a browser does with these only once it is pressed, or never.
  expect(unnoticed.map((payload) => payload.slice(0, 8))).toEqual([
    '<math><m',
    '<object ',
    '<embed s',
    '<form><b',
    '${window',
    '\\u003csc',
    '&lt;scri',
  ])
  await page.close()
})
