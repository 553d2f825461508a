import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { referenceOf } from '#src/features/payments/reference.ts'
import { actAs, expect, pressForContact, test } from './fixtures.ts'
import { addressesFor, payloads, plant, unplantSessions } from './planted.ts'
import { withDatabase } from './seeded.ts'

/** Other hosts that a page asks, and dialogs that it opens, from now on. */
export async function watch(page: Page, own: string) {
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
export const found = (page: Page) =>
  page.evaluate(() => ({
    ran: 'hit' in window,
    broken: [window, ...Array.from(window, (_, n) => window[n])]
      .map((each) => (each as { broken?: string }).broken)
      .find(Boolean),
    text: [document.title, document.body.textContent, ...[...document.querySelectorAll('input')].map((i) => i.value)],
  }))
export const nothing = { ran: false, broken: undefined }

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
  // A note and what is not sent yet are their writer's, and what was taken back stands in the export; an import that is
  // done shows its numbers.
  ...['attempts.key', 'attestations.ended_words', 'biodata.photo_url', 'favourites.note', 'import_rows.email'],
  ...['import_rows.phone', 'imports.trouble_columns', 'imports.agreed_how', 'introductions.words'],
  ...['kysely_migration.name', 'kysely_migration.timestamp'],
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
  ...['push_subscriptions.site_key', 'put_away.name', 'put_away.image', 'refunds.receipt_id'],
  ...['saved_searches.search', 'sessions.ip_address'],
  ...['sessions.user_agent', 'verifications.identifier', 'verifications.value'],
]

/** `whole`: what stands on their pages with every payload. */
export const viewers = [
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

/**
 * Plants hostile texts in every column that anybody can write, and reads every page as one viewer. Where `round` is not
 * the first, each row has another of the texts: after as many rounds as there are texts every row has had each.
 */
export function testHostileTexts({ who, may, email, profiles, whole }: (typeof viewers)[number], round = 0) {
  test(`E1 E6: every text that anybody can store is text on every page, whatever stands in it, and no page asks another host: to ${who}${round ? `, round ${round + 1}` : ''}`, async ({
    page,
    site,
  }, { project }) => {
    // A hundred pages for an administrator.
    test.setTimeout(300_000)
    if (email) await actAs(page, email)
    const { columns, people, requests, payment } = await withDatabase(site.dataDir, async (client) => {
      const columns = await plant(client, round)
      const people = await client.query<{ id: string; number: number }>(
        'select id, number from biodata order by number',
      )
      const requests = await client.query<{ id: string }>(
        `(select id from contact_requests where status = 'pending' order by number limit 3)
         union all (select id from contact_requests where status = 'refused' order by number limit 3)
         union all (select request_id from family_calls order by request_id limit 3)`,
      )
      const paid = await client.query<{ id: string }>(`select id from payments where status = 'succeeded' limit 1`)
      return {
        ...{ columns, people: people.rows, requests: requests.rows.map(({ id }) => id) },
        payment: referenceOf(paid.rows[0]!.id),
      }
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
      const isOnPress = page.getByRole('button', { name: 'Show contact', exact: true })
      if ((await isOnPress.count()) > 0) await pressForContact(page)
      if (isOpening) note(path, (await opened(page)).join('\n'))
      const { text, ...ran } = await found(page)
      expect.soft(ran, address).toEqual(nothing)
      note(path, text.join('\n'))
    }
    const someOf = people.slice(0, profiles)
    const bioDataId = someOf.slice(0, 2).map(({ number }) => number)
    const ids = { id: someOf.map(({ id }) => id), bioDataId, reference: [payment] }
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
}
