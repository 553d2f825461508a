import type { Browser, Page } from '@playwright/test'
import { districtsOf } from '#src/features/biodata/index.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { actAs, expect, fillBiodata, fillCard, fillPhoto, newMember, password, signIn, test } from './fixtures.ts'

/** Everything a browser received, to look for what it must not have received. */
function recordAnswers(page: Page) {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    bodies.push(response.text().catch(() => ''))
  })
  return async () => `${(await Promise.all(bodies)).join('\n')}\n${await page.content()}`
}

async function openFirstWomanInDhaka(page: Page, by: 'visitor' | 'member') {
  await page.goto('/baiDataPage')
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByLabel('Female').check({ force: true })
  await filters.getByLabel('Youngest age').fill('22')
  await filters.getByLabel('Oldest age').fill('30')
  if (by === 'visitor') await filters.getByLabel('Division').selectOption('Dhaka')
  else await filters.getByRole('group', { name: 'Division', exact: true }).getByLabel('Dhaka').check()
  await filters.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL(/gender=Female&minAge=22&maxAge=30&division=Dhaka/)
  const card = page.getByRole('article').first()
  // Members read the home district.
  await expect(card).toContainText(new RegExp(['Dhaka', ...districtsOf.Dhaka].join('|')))
  return card.getByRole('link', { name: 'View Profile' })
}

/** The contact of a biodata as its own administrator sees it, to compare with what others get. */
async function contactOf(browser: Browser, url: string, path: string) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signIn(page, 'admin@demo.example')
  const profile = await page.request.get(`/api/bioData/${path.split('/').at(-1)}`)
  const own = await profile.json()
  const { email, phoneNumber, bioDataId } = own
  const name = nameFor({ languageName: 'English' }, own)
  await context.close()
  expect(email).toContain('@')
  return { email, phone: phoneNumber, number: bioDataId, name } as {
    email: string
    phone: string
    number: number
    name: string
  }
}

async function register(page: Page, email: string) {
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Name').fill('Rehana Begum')
  await fillPhoto(page, 'https://photos.example/rehana.jpg')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Account Created Successfully! 🎉🙌✅')).toBeVisible()
}

test('H2 P1 D2 E4 D3 K2 M3 K4: a visitor becomes a member, pays for a contact, and reads it once an administrator approved', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(120_000)
  await page.goto('/')
  const premium = page.getByRole('region', { name: 'Premium Members' })
  await expect(premium.getByRole('article')).toHaveCount(6)

  await (await openFirstWomanInDhaka(page, 'visitor')).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  const email = 'rehana@journey.example'
  await register(page, email)
  await expect(page).toHaveURL(/\/BioDataDetails\//)
  const profile = new URL(page.url()).pathname
  const contact = await contactOf(browser, site.url, profile)

  const received = recordAnswers(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Contact information' })).toBeVisible()
  await expect(page.getByText('hidden').first()).toBeAttached()
  const everything = await received()
  expect(everything).toContain(`id-${contact.number}`)
  expect(everything).not.toContain(contact.email)
  expect(everything).not.toContain(contact.phone)
  expect(everything).not.toContain(contact.phone.replace('+880', '0'))

  await page.goto('/dashboard/EditBioData')
  await fillBiodata(page)
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page.getByText('You bioData Successful Updated.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByText('+880 1712-345678')).toBeVisible()

  await page.goto(profile)
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await expect(page.getByRole('button', { name: 'In favourites', exact: true })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('link', { name: 'contact request' }).first().click()
  await expect(page).toHaveURL(`/checkout/${contact.number}`)
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await expect(page.getByText('payment successfully.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-contact-request')
  const row = page.getByRole('row').filter({ hasText: contact.name })
  await expect(row).toContainText('Approval is pending')
  await page.goto(profile)
  await expect(page.getByText('Approval is pending').first()).toBeVisible()
  expect(await page.content()).not.toContain(contact.phone)

  const office = await browser.newContext({ baseURL: site.url })
  const admin = await office.newPage()
  await actAs(admin, 'admin@demo.example')
  await admin.goto('/dashboard/approvedContactRequest')
  await admin
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('button', { name: /Approve/ })
    .click()
  await expect(admin.getByText('User Contact request Approved.')).toBeVisible()
  await office.close()

  await page.goto('/dashboard/my-contact-request')
  await expect(row.getByRole('link', { name: /^\+880 \d{4}-\d{6}$/ })).toHaveAttribute('href', `tel:${contact.phone}`)
  await expect(row).toContainText(contact.email)
  await page.goto(profile)
  await expect(page.locator(`a[href="tel:${contact.phone}"]`).first()).toBeVisible()
  await expect(page.getByText(contact.email)).toBeVisible()

  await page.goto('/dashboard/my-favorite')
  const favourite = page.getByRole('article').filter({ hasText: contact.name })
  await expect(favourite).toContainText('Approved: you can call')
})

test('K2: a declined card says so beside the card field and can be followed by one that authenticates', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page)
  await (await openFirstWomanInDhaka(page, 'member')).click()
  await page.getByRole('link', { name: 'contact request' }).first().click()
  await fillCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await expect(page.getByText('Your card was declined. Nothing was charged. Try another card.').first()).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')

  await fillCard(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByText(/could not be authenticated. Nothing was charged/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Submit Button' }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('payment successfully.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Approval is pending' })).toHaveCount(1)
})
