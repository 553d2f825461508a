import { complaints } from './axe.ts'
import { actAs, expect, isAlive, newMember, someCards, sql, test } from './fixtures.ts'

const title = 'Checked by the bureau'
/** Days ago, by the clock of Bangladesh. */
const dayBefore = (days: number) => new Date(Date.now() + 6 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const inWords = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

test('T2: an administrator notes what was seen by keyboard, members read it as a sentence, and it can be taken back', async ({
  page,
}) => {
  const person = await newMember(page, {})
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/people/${person.id}`)
  await isAlive(page)
  const section = page.getByRole('region', { name: title })
  await expect(section).toContainText('Nothing noted yet.')
  expect(await complaints(page)).toEqual([])

  // Nothing chosen: what is missing is said, and leads to its field.
  await section.getByRole('button', { name: 'Note it' }).click()
  await expect(section.getByRole('alert').getByRole('link')).toHaveText([
    'Choose what was checked.',
    'Enter a day of the last year, not in the future.',
  ])
  await section.getByRole('link', { name: 'Choose what was checked.' }).press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(section.getByLabel(/^Identity card seen/)).toBeChecked()
  await expect(section.getByRole('status')).toContainText(/In the biodata: Sadia Rahman \d+, 14.March.2000/)
  await page.keyboard.press('Tab')
  await expect(section.getByLabel('in person')).toBeFocused()
  await section.getByLabel('Day').fill(dayBefore(-1))
  await expect(section.getByRole('alert').getByRole('link')).toHaveCount(1)
  await section.getByLabel('Day').fill(dayBefore(3))
  await section.getByLabel('Note for the bureau').fill('Shown in the office.')
  expect(await complaints(page)).toEqual([])
  await section.getByRole('button', { name: 'Note it' }).click()
  await expect(page.getByText('Noted. Members can read it now')).toBeVisible()
  const sentence = `The bureau saw the identity card on ${inWords(dayBefore(3))}; name and age agree.`
  await expect(section.getByText(sentence)).toBeVisible()
  await expect(section).toContainText('in person, shown until')
  await expect(section).toContainText('Shown in the office.')

  await section.getByLabel('Family spoken to').check()
  await section.getByLabel('With whom').selectOption({ label: 'mother' })
  await section.getByLabel('by phone').check()
  await section.getByLabel('Day').fill(dayBefore(2))
  await section.getByRole('button', { name: 'Note it' }).click()
  const talk = `The bureau spoke with her mother on ${inWords(dayBefore(2))}.`
  await expect(section.getByText(talk)).toBeVisible()

  await actAs(page, 'user@demo.example')
  await page.goto(`/BioDataDetails/${person.id}`)
  const read = page.getByRole('region', { name: title })
  await expect(read.getByRole('listitem')).toHaveText([sentence, talk])
  await expect(page.getByText('Shown in the office.')).toHaveCount(0)
  expect(await complaints(page)).toEqual([])
  // Of who has none there is no empty promise.
  await page.goto(`/BioDataDetails/${(await someCards(page))[5]!._id}`)
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await expect(page.getByRole('region', { name: title })).toHaveCount(0)

  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/people/${person.id}`)
  await isAlive(page)
  await section.getByRole('button', { name: 'Take back: identity card' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('It was her sister’s.')
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Taken back.')).toBeVisible()
  await expect(section).toContainText('Taken back by the bureau on')
  await expect(section.getByRole('button', { name: /^Take back: / })).toHaveCount(1)
})

test('T2: the person reads what is shown of them and what has ended, and a change meanwhile is compared again', async ({
  page,
  site,
  browser,
}) => {
  const person = await newMember(page, {})
  await page.goto('/dashboard/viewBioData')
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await expect(page.getByRole('region', { name: title })).toHaveCount(0)

  const elsewhere = await browser.newContext({ baseURL: site.url })
  const office = await elsewhere.newPage()
  await actAs(office, 'admin@demo.example')
  await office.goto(`/dashboard/people/${person.id}`)
  await isAlive(office)
  const section = office.getByRole('region', { name: title })
  await section.getByLabel(/^Identity card seen/).check()
  await sql(site, `update biodata set name = 'Rehana Begum' where id = '${person.id}'`)
  await section.getByLabel('Day').fill(dayBefore(0))
  await section.getByRole('button', { name: 'Note it' }).click()
  await expect(office.getByText('The biodata has changed meanwhile. Compare it again.')).toBeVisible()
  await expect(section.getByRole('status')).toContainText('Rehana Begum')
  await section.getByRole('button', { name: 'Note it' }).click()
  await expect(section.getByText('The bureau saw the identity card on')).toBeVisible()
  await elsewhere.close()

  await page.goto('/dashboard/notifications')
  await page.getByRole('link', { name: 'What the bureau has checked of your biodata has changed.' }).click()
  const own = page.getByRole('region', { name: title })
  await expect(own.getByRole('listitem')).toContainText(['The bureau saw the identity card on'])
  await expect(own).toContainText('shown until')
  expect(await complaints(page)).toEqual([])
  await sql(site, `update biodata set birth = '1999-03-14' where id = '${person.id}'`)
  await page.reload()
  await expect(own).toContainText(/Ended on .*: the biodata changed\./)
})
