import { complaints } from './axe.ts'
import { actAs, expect, isAlive, newMember, requestContact, sql, test } from './fixtures.ts'

test('T4: two weeks after the first look a payer is asked how it went, answers by keyboard, and only administrators read it', async ({
  page,
  site,
}) => {
  const owner = await newMember(page, {})
  await newMember(page, { gander: 'Male', birth: '1994-03-14' })
  const request = await requestContact(page, owner.number)
  // What the job asks two weeks after the look.
  await sql(
    site,
    `update contact_requests set status = 'approve', approved_at = now(), first_seen_at = now() - interval '15 days'
     where id = '${request}'; insert into contact_feedback (request_id, asked_at) values ('${request}', now())`,
  )
  await page.goto('/dashboard/my-contact-request')
  await isAlive(page)
  const question = page.getByRole('region', { name: `nik-${owner.number}` })
  await expect(question).toContainText('Only the bureau reads your answer, never the family.')
  await question.getByRole('button', { name: 'Send to the bureau' }).press('Enter')
  await question.getByRole('link', { name: 'Say whether the family answered.' }).press('Enter')
  await page.keyboard.press('Space')
  await expect(question.getByRole('group', { name: 'Did the family answer?' }).getByLabel('Yes')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(question.getByLabel('Partly')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('He lives abroad.')
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thank you. Only the bureau reads it.')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/people/${owner.id}`)
  const said = page.getByRole('region', { name: 'What askers say' })
  await expect(said).toContainText(/The family answered\s*1 yes, 0 no/)
  await expect(said.getByRole('listitem')).toContainText(/answered, partly right\s*He lives abroad\./)
  expect(await complaints(page)).toEqual([])
})

test('T4: the married say that they found each other here, are told of a wrong number, and correct what they said', async ({
  page,
}) => {
  const husband = await newMember(page, { gander: 'Male', birth: '1994-03-14' })
  const wife = await newMember(page, {})
  await page.request.patch('/api/me/presence', { data: { presence: 'married' } })
  await page.goto('/dashboard/privacy')
  await isAlive(page)
  const section = page.getByRole('region', { name: 'Your marriage' })
  const save = section.getByRole('button', { name: 'Save my answer' })
  await save.press('Enter')
  await section.getByRole('link', { name: 'Choose an answer, or leave the question.' }).press('Enter')
  await page.keyboard.press('Space')
  const number = section.getByLabel('Number of the spouse’s biodata')
  await number.fill(`nik-${wife.number}`)
  await save.press('Enter')
  await expect(section.getByRole('alert')).toContainText('This is your own number.')
  expect(await complaints(page)).toEqual([])
  await section.getByRole('alert').getByRole('link').press('Enter')
  await expect(number).toBeFocused()
  await number.fill(`nik-${husband.number}`)
  await save.press('Enter')
  await expect(page.getByText('Thank you. Your answer is saved.')).toBeVisible()
  await page.reload()
  await isAlive(page)
  await expect(section.getByLabel('Yes')).toBeChecked()
  await expect(number).toHaveValue(`nik-${husband.number}`)
  await section.getByLabel('No', { exact: true }).check()
  await expect(number).toHaveCount(0)
  await save.click()
  await expect
    .poll(async () => (await (await page.request.get('/api/me/presence')).json()).marriage)
    .toEqual({ foundHere: 'no', bioDataId: null })
})
