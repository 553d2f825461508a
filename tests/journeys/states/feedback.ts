import type { Page } from '@playwright/test'
import { someRequest } from './members.ts'
import { pressInDashboard } from './steps.ts'

/** The signed-in person is asked how it went with a contact. */
export async function askedHow(page: Page) {
  await someRequest(page)
  const json = [
    { _id: '018f0000-0000-7000-8000-000000000000', bioDataId: 83, name: 'Sadia Rahman', until: '2027-02-02' },
  ]
  await page.route('**/api/me/contact-feedback', (route) => route.fulfill({ json }))
  return '/dashboard/account'
}
export async function showQuestion(page: Page) {
  await pressInDashboard(page, '[href="/dashboard/my-contact-request"]')
  await page.locator('main form [name=didAnswer]').first().waitFor()
}
/** Everything that can be asked, and what is missing. */
export async function halfAnswered(page: Page) {
  await showQuestion(page)
  await page.locator('main form [name=didAnswer]').first().check({ force: true })
  await page.locator('main form [type=submit]').first().click()
  await page.locator('main form .error-summary').waitFor()
}

/** Askers have said something of a person, whose page the menu's list leads to. */
export async function withSaid(page: Page) {
  const said = { asker_id: '018f0000-0000-7000-8000-000000000001', asker: 'Imran Hossain' }
  const note = 'The family was friendly.\nThe job is another one than the biodata says, and he lives abroad.'
  const latest = [
    { ...said, _id: '1', on: '2026-11-19', didAnswer: true, wasRight: 'partly', note },
    { ...said, _id: '2', on: '2026-11-12', didAnswer: true, wasRight: 'yes', note: null, asker: 'রাশেদুল করিম চৌধুরী' },
    { ...said, _id: '3', on: '2026-11-02', didAnswer: false, wasRight: null, note: null },
  ].map((one, place) => ({ ...one, _id: `018f0000-0000-7000-8000-00000000000${place}` }))
  const json = { answered: 2, unanswered: 1, right: 1, partlyRight: 1, wrong: 0, latest }
  await page.route('**/api/people/*/contact-feedback', (route) => route.fulfill({ json }))
  await pressInDashboard(page, '[href="/dashboard/approvedContactRequest"]')
  await page.locator('main [href^="/dashboard/people/"]').first().click()
  await page.locator('main section dl').first().waitFor()
}
