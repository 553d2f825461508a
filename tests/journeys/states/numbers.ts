import type { Page } from '@playwright/test'
import { someRequested } from './members.ts'
import { opened, pressInDashboard } from './steps.ts'

const id = (n: number) => `018f0000-0000-7000-8000-00000000002${n}`

/** Requests whose number can be reported, was reported, and was checked. */
export async function numbersReported(page: Page) {
  await someRequested(page)
  const [asked] = await (await page.request.get('/api/payments')).json()
  const open = { ...asked, status: 'approve', approvedAt: '2026-11-19T06:30:00Z', contactPhone: '+8801712345678' }
  const ended = { ...asked, status: 'withdrawn', approvedAt: '2026-11-19T06:30:00Z', endedAt: '2026-11-22T06:30:00Z' }
  const json = [
    { ...open, unanswered: 'may' },
    { ...open, unanswered: 'open' },
    { ...open, unanswered: 'answers' },
    { ...ended, unanswered: 'unanswered', refund: { done: true, at: '2026-11-22T06:30:00Z' } },
    { ...ended, unanswered: 'ended' },
  ].map((request, place) => ({ ...request, _id: id(place) }))
  await page.route('**/api/payments?*', (route) => route.fulfill({ json }))
  return '/dashboard/account'
}
export async function seeNumbers(page: Page) {
  await pressInDashboard(page, '[href="/dashboard/my-contact-request"]')
  await page.locator('main tbody .thread').first().waitFor()
}
export async function reportNumber(page: Page) {
  await seeNumbers(page)
  await opened(page, 'main tbody .btn-quiet')
}

const report = {
  reporter: { id: id(7), name: 'Imran Hossain', number: 84, made: 3, found: 1 },
  owner: { id: id(8), name: 'রাশেদুল করিম চৌধুরী', number: 64 },
  ...{ isGuardians: false, note: null, date: '2026-11-20T06:30:00.000Z', firstSeenAt: '2026-11-16T06:30:00.000Z' },
  ...{ attestedOn: '2026-10-01', hasFee: true, outcome: null, decidedAt: null, decidedBy: null },
}
const waiting = [
  { ...report, _id: id(0), note: 'I called on three days, morning and evening.\nThe number is switched off.' },
  {
    ...{ ...report, _id: id(1), isGuardians: true, attestedOn: null, hasFee: false },
    reporter: { id: id(9), name: 'Rahim Chowdhury', number: null, made: 1, found: 0 },
  },
]
const decided = (['unanswered', 'answers', 'ended'] as const).map((outcome, place) => ({
  ...report,
  ...{ _id: id(place), outcome, decidedAt: '2026-11-21T06:30:00.000Z' },
  reporter: { ...report.reporter, number: 84 + place },
  decidedBy: outcome === 'ended' ? null : 'Shirin Akhter',
}))

async function open(page: Page, json: object[]) {
  await page.route('**/api/unanswered-reports?*', (route) => route.fulfill({ json }))
  await pressInDashboard(page, '[href="/dashboard/reports"]')
  await page.locator('main [href="/dashboard/reports/numbers"]').click()
  await page.locator('main .section').first().waitFor()
}
/** The second one's number was asked for. */
export async function withNumbers(page: Page) {
  await page.route('**/api/unanswered-reports/*/number', (route) =>
    route.fulfill({ json: { phone: '+8801712345678', isChanged: true } }),
  )
  await open(page, waiting)
  await page.locator('main .section').last().locator('button').first().click()
  await page.locator('main [role=status] p').waitFor()
}
export async function decideNumber(page: Page) {
  await withNumbers(page)
  await opened(page, 'main .section .btn-secondary')
}
export async function withDecidedNumbers(page: Page) {
  await open(page, decided)
  // Answers go by their address, which is the same for what waits here.
  await page.locator('main .section .pill').first().waitFor()
}
