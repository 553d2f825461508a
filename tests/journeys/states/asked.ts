import type { Page } from '@playwright/test'
import { actAs, newMember, requestContact } from '../fixtures.ts'
import { ward } from './family.ts'

const words = 'My parents and I read your biodata together.\nWe would be glad to speak with your father first.'

/** Acts as somebody else for a while, and is the one before again. */
async function meanwhile<T>(page: Page, act: () => Promise<T>) {
  const own = await page.context().cookies()
  const result = await act()
  await page.context().clearCookies()
  await page.context().addCookies(own)
  return result
}

/** The signed-in person is asked first from now on. @returns the number of the biodata */
async function askedFirst(page: Page) {
  await page.request.patch('/api/me/contact', { data: { contactFor: 'ask' } })
  return (await (await page.request.get('/api/me/presence')).json()).number as number
}

/** Somebody new asks for a contact, with a fee and an introduction. @returns the request */
async function ask(page: Page, bioDataId: number) {
  await newMember(page, { gander: 'Male', birth: '1994-03-14' })
  await page.request.patch('/api/me/introductions', { data: { bioDataId, words } })
  return requestContact(page, bioDataId)
}

/** A request with the signed-in person's family, approved by an administrator. @returns its id */
async function waiting(page: Page) {
  const bioDataId = await askedFirst(page)
  const list = await (await page.request.get('/api/me/asked')).json()
  const known = list.find(({ state }: { state: string }) => state === 'waiting')
  if (known) return known.id as string
  return meanwhile(page, async () => {
    const id = await ask(page, bioDataId)
    await actAs(page, 'admin@demo.example')
    await page.request.patch(`/api/contact-request-approver/${id}`)
    return id
  })
}

export async function asked(page: Page) {
  await waiting(page)
  return '/dashboard/asked'
}
export const answer = async (page: Page) => `/dashboard/asked/${await waiting(page)}`

/** With a guardian who is the contact. */
export async function answerWithChoice(page: Page) {
  const id = await waiting(page)
  const guardian = { name: 'মোহাম্মদ আবদুল করিম চৌধুরী', relation: 'father', phone: '+8801911000141' }
  await page.route(`**/api/me/asked/${id}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), contacts: { own: '+8801711000141', guardian } },
    })
  })
  return '/dashboard/asked'
}
export const showChoice = async (page: Page) => {
  await page.locator('main .asked-row .btn-primary').first().click()
  await page.locator('main [name=shows]').first().waitFor()
}

const answered = (said: 'yes' | 'not now') => async (page: Page) => {
  const id = await waiting(page)
  await page.request.patch(`/api/me/asked/${id}`, { data: { answer: said } })
  return `/dashboard/asked/${id}`
}
export const [answeredYes, answeredNotNow] = [answered('yes'), answered('not now')]

/** Two families ask for a ward of the signed-in person, who has answered one. @returns the request that waits */
async function waitingOfWard(page: Page) {
  let number = 0
  await ward(page, async () => {
    number = await askedFirst(page)
  })
  const [answered, waits] = await meanwhile(page, async () => {
    const ids = [await ask(page, number), await ask(page, number)] as const
    await actAs(page, 'admin@demo.example')
    for (const id of ids) await page.request.patch(`/api/contact-request-approver/${id}`)
    return ids
  })
  await page.request.patch(`/api/me/asked/${answered}`, { data: { answer: 'yes' } })
  return waits
}
export async function keptAsked(page: Page) {
  await waitingOfWard(page)
  const wards = await (await page.request.get('/api/me/wards')).json()
  return `/dashboard/kept?of=${wards.at(-1)._id}`
}
export const answerOfWard = async (page: Page) => `/dashboard/asked/${await waitingOfWard(page)}`

/** The checkout of somebody else, whose family is asked first. */
export async function checkoutAsked(page: Page) {
  const number = await meanwhile(page, async () => {
    const { number } = await newMember(page, {})
    await askedFirst(page)
    return number
  })
  return `/checkout/${number}`
}

/** What an administrator reads before a family is asked. */
export async function judgeAsked(page: Page) {
  const id = await meanwhile(page, async () => {
    const { number } = await newMember(page, {})
    await askedFirst(page)
    return ask(page, number)
  })
  return `/dashboard/approvedContactRequest?request=${id}`
}
