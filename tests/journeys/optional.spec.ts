import { expect, newMember, publish, test, valuesIn } from './fixtures.ts'

test('E3 V1 B1: marital status is said by who wants to, and is found by it, in both languages', {
  tag: '@trial',
}, async ({ page, context, site }) => {
  const { number } = await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  const status = page.getByLabel('Marital status')
  await expect(status).toHaveValue('')
  await expect(page.getByText('15 of 15 filled')).toBeVisible()
  await status.selectOption('Widowed')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect.poll(() => valuesIn(page, 'General information')).toContainEqual(['Marital status', 'Widowed'])
  await page.goto('/dashboard/EditBioData')
  await expect(status).toHaveValue('Widowed')

  await page.goto('/baiDataPage')
  const panel = page.getByRole('region', { name: 'Filters' })
  await panel.locator('summary').filter({ hasText: 'Marital status' }).click()
  await panel.getByLabel('Widowed').check()
  await panel.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/baiDataPage?maritalStatus=Widowed')
  await expect(page.getByRole('article').filter({ hasText: `nik-${number}` })).toBeVisible()
  await context.addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await page.reload()
  const chosen = page.getByRole('list', { name: 'বেছে নেওয়া ফিল্টার' })
  await expect(chosen).toContainText('বিধবা বা বিপত্নীক')
  await chosen.getByRole('link').click()
  await expect(page).toHaveURL('/baiDataPage')
})

test('W1 E5: the form asks people who were married about children; what was said of them stays', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  const more = page.getByRole('region', { name: 'More about you' })
  const children = more.getByLabel('Children')
  const status = page.getByRole('combobox', { name: 'Marital status' })
  await status.selectOption('Never married')
  await expect(children).toHaveCount(0)
  await expect(more).toContainText('Optional, 0 of 7')
  await status.selectOption('Divorced')
  await children.selectOption('One')
  await expect(more).toContainText('Optional, 1 of 8')
  await page.reload()
  await expect(children).toHaveValue('One')
  await status.selectOption('Never married')
  await expect(children).toHaveValue('One')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await page.goto('/dashboard/EditBioData')
  await expect(children).toHaveValue('One')
})

test('W1 R3 G8: what families ask first is told by who wants to, belief with a consent of its own that can be taken back', {
  tag: '@trial',
}, async ({ page, context, site }) => {
  const { id } = await newMember(page, {})
  await page.goto('/dashboard/viewBioData')
  await expect(page.getByRole('heading', { name: 'Education, work and religion' })).toHaveCount(0)
  await page.goto('/dashboard/EditBioData')
  const more = page.getByRole('region', { name: 'More about you' })
  await expect(more).toContainText('Optional, 0 of 7')
  const about = more.getByLabel('About me')
  await about.fill('I read much. My number is ০১৭১২ ৩৪৫৬৭৮')
  await more.getByLabel('District').selectOption('Sylhet')
  await more.getByLabel('Education').selectOption('Bachelor')
  await page.getByLabel('Brothers and sisters').fill('Two brothers')
  await page.getByLabel('Income').selectOption('20000 to 40000')
  await expect(page.getByRole('heading', { name: 'Publishing' })).toHaveCount(0)
  await more.getByLabel('Religion', { exact: true }).selectOption('Islam')
  // The consent stands beside it.
  const consent = more.getByLabel('Show my religion and practice on my biodata')
  await expect(more.getByText('0 of 1', { exact: true })).toBeVisible()

  await publish(page).click()
  const summary = page.getByRole('alert')
  const district = 'This district lies in another division than the permanent address.'
  await expect(summary.getByRole('link')).toHaveText([
    district,
    'Tick this, or leave religion and practice empty.',
    'Take out phone numbers, email addresses and links: they belong in Contact information.',
  ])
  await about.fill('I read much.')
  await consent.check()
  // What is wrong does not count (S3-6).
  await expect(more).toContainText('Optional, 3 of 7')
  await publish(page).click()
  await expect(summary.getByRole('link')).toHaveText([district])
  await more.getByLabel('District').selectOption('Gazipur')
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  const said = [
    ['District', 'Gazipur'],
    ['Education', 'Bachelor'],
    ['Religion', 'Islam'],
    ['About me', 'I read much.'],
  ]
  await expect.poll(() => valuesIn(page, 'Education, work and religion')).toEqual(said)
  expect(await valuesIn(page, 'Family Information')).toContainEqual(['Brothers and sisters', 'Two brothers'])
  expect(await valuesIn(page, 'Contact information')).toContainEqual(['Income', '৳20,000 to ৳40,000 a month'])

  // Agreed once, it is not asked again; taken back, what was told is gone.
  await page.goto('/dashboard/EditBioData')
  await expect(more).toContainText('Optional, 4 of 7')
  await expect(consent).toHaveCount(0)
  await context.addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await page.goto('/dashboard/viewBioData')
  expect(await valuesIn(page, 'শিক্ষা, পেশা ও ধর্ম')).toContainEqual(['ধর্ম', 'ইসলাম'])
  await page.goto('/dashboard/privacy')
  await page.getByRole('button', { name: /ধর্ম ও ধর্ম পালনের কথা/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'তুলে নিন' }).click()
  await expect(page.getByText('তুলে নেওয়া হয়েছে। ধর্ম ও ধর্ম পালনের কথা আর বায়োডাটায় নেই।')).toBeVisible()
  await page.goto(`/BioDataDetails/${id}`)
  expect(await valuesIn(page, 'শিক্ষা, পেশা ও ধর্ম')).toEqual([
    ['জেলা', 'গাজীপুর'],
    ['পড়াশোনা', 'স্নাতক'],
    ['নিজের সম্পর্কে', 'I read much.'],
  ])
})
