import type { Page } from '@playwright/test'
import { consentVersion } from '#src/features/consents/policy.ts'
import { newMember } from '../fixtures.ts'
import { pressInDashboard } from './steps.ts'

const rights = { mayAnswer: true, isContact: true, mayConfirm: true, mayEdit: true }

/** Makes an invitation as somebody new, for the person who is signed in. @returns its address */
export const invitation = (page: Page) => invitationOf(page)

/** `begin` is what that somebody does before. */
async function invitationOf(page: Page, begin = async () => {}) {
  const own = await page.context().cookies()
  await newMember(page, {})
  await begin()
  const sent = { name: 'Abdul Karim', relation: 'father', ...rights }
  const { link } = await (await page.request.post('/api/me/guardians', { data: sent })).json()
  await page.context().clearCookies()
  await page.context().addCookies(own)
  const { pathname, search } = new URL(link)
  return pathname + search
}

/** The signed-in person becomes the guardian of somebody new. */
export async function ward(page: Page, begin?: () => Promise<void>) {
  const token = new URLSearchParams((await invitationOf(page, begin)).split('?')[1]).get('token')
  const agreed = { isOfAge: true, numberMayBeShown: true, consentVersion }
  await page.request.post('/api/guardian-invitation/acceptance', { data: { token, phone: '01911000141', ...agreed } })
}

/** Two of the signed-in person's wards at least, as tabs. */
export async function kept(page: Page) {
  for (let n = (await (await page.request.get('/api/me/wards')).json()).length; n < 2; n++) await ward(page)
  return '/dashboard/kept'
}

export async function editKept(page: Page) {
  await kept(page)
  return `/dashboard/kept/${(await (await page.request.get('/api/me/wards')).json())[0]._id}`
}

/** A guardian, invitations in every state, and a mail that was refused. */
export async function withGuardians(page: Page) {
  const day = (n: number) => `2026-11-${n}T06:30:00Z`
  const invited = { relation: 'mother', invitedAt: day(20), expiresAt: day(27), ...rights, isContact: false }
  const email = 'somebody.with.a.long.address@mail.example'
  const json = [
    {
      name: 'মোহাম্মদ আবদুল করিম চৌধুরী',
      state: 'accepted',
      acceptedAt: day(21),
      phone: '+8801911000141',
      isContact: true,
    },
    { name: 'Rokeya Begum', state: 'invited', email, mail: 'failed' },
    { name: 'Shahana', state: 'invited', email, mail: 'sent' },
    { name: 'Kamal', state: 'expired' },
    { name: 'Jamal', state: 'declined' },
  ].map((row, place) => ({ _id: `018f0000-0000-7000-8000-00000000000${place}`, ...invited, ...row }))
  await page.route('**/api/me/guardians', (route) => route.fulfill({ json }))
  return '/dashboard/account'
}
export const showGuardians = async (page: Page) => {
  await pressInDashboard(page, '[href="/dashboard/guardians"]')
  await page.locator('main section [type=submit]').first().waitFor()
}

/** An invitation that was just made, with its link. */
export async function newLink(page: Page) {
  for (const { _id } of await (await page.request.get('/api/me/guardians')).json())
    await page.request.delete(`/api/me/guardians/${_id}`)
  await page.reload()
  await page.locator('main form:has([name=relation]) [name=name]').fill('Abdul Karim')
  await page.locator('main form:has([name=relation]) [type=submit]').click()
  await page.locator('#new-link').waitFor()
}
