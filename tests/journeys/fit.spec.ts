/** Why two people fit: on a profile and at the checkout, before anything is paid. */
import type { Page } from '@playwright/test'
import { expect, newMember, test } from './fixtures.ts'

const year = new Date().getFullYear()
const bornFor = (age: number) => `${year - age}-01-01`

/** A woman and a man: age and height fit both ways, she is too light for him by a little, and he for her by far. */
async function twoPeople(page: Page) {
  const her = await newMember(page, {
    ...{ gander: 'Female', birth: bornFor(26), feet: 5, inch: 4, weight: '40kg' },
    ...{ partnerAge: 29, PartnerFeet: 5, PartnerInch: 9, partnerWeight: '85kg' },
  })
  await newMember(page, {
    ...{ gander: 'Male', birth: bornFor(28), feet: 5, inch: 8, weight: '60kg' },
    ...{ partnerAge: 25, PartnerFeet: 5, PartnerInch: 3, partnerWeight: '55kg' },
  })
  return her
}
test('W3: profile and checkout say how two people fit, wish by wish and both ways, before any fee', async ({
  page,
}) => {
  const her = await twoPeople(page)
  await page.goto(`/BioDataDetails/${her.id}`)
  const why = page.getByRole('region', { name: 'Why you match' })
  await expect(why).toContainText('She meets 2 of your 3 wishes, You meet 2 of her 3 wishes')
  await expect(why.getByRole('table')).toBeHidden()
  await why.getByText('See all wishes').click()
  await expect(why.getByRole('row', { name: /^Age/ })).toContainText('MeetsYou asked for 22 to 28; she is 26.')
  await expect(why.getByRole('row', { name: /^Weight/ })).toContainText(
    /Close.*You asked for 45kg to 65kg; she is 40kg\./,
  )
  await expect(why.getByRole('row', { name: /^Weight/ })).toContainText(
    /Doesn’t match.*She is looking for 75kg to 95kg; you are 60kg\./,
  )
  await page.goto(`/checkout/${her.number}`)
  await expect(page.getByRole('heading', { name: 'Why you match' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Weight' })).toHaveText('Weight Close Doesn’t match')
})

test('W3: in a list that a member finds each card says how both fit, without a press', { tag: '@trial' }, async ({
  page,
}) => {
  const her = await twoPeople(page)
  await page.goto('/baiDataPage?gender=Female&minAge=26&maxAge=26')
  const card = page.getByRole('article').filter({ hasText: `nik-${her.number}` })
  await expect(card).toContainText('Meets 2 of 3, you meet 2 of 3')
  await page.goto('/baiDataPage?gender=Male')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('you meet')).toHaveCount(0)
})

test('W3 G8: on a phone of 360 pixels it is read in Bangla too, and the rule is a page that everybody can read', {
  tag: '@trial',
}, async ({ page, site }) => {
  const her = await twoPeople(page)
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/BioDataDetails/${her.id}`)
  const why = page.getByRole('region', { name: 'আপনাদের মিল কোথায়' })
  await expect(why).toContainText('তাঁর কাছে আপনার প্রত্যাশা: ৩টির ২টি মেলে')
  await expect(why).toContainText('আপনার প্রত্যাশা ২২ থেকে ২৮; তাঁর বয়স ২৬।')
  // By the keyboard alone.
  await why.locator('summary').focus()
  await page.keyboard.press('Enter')
  await why.getByRole('link', { name: 'কীভাবে হিসাব হয়' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('মিল কীভাবে হিসাব হয়')
  await expect(page.getByText('১০ কেজি পর্যন্ত বেশি বা কম।')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/how-fit-works')
  await expect(page.getByText('Up to 10 kg more or less.')).toBeVisible()
})

test('W3: a member without a biodata reads what they would gain, people of one gender nothing, and paper holds the biodata alone', {
  tag: '@trial',
}, async ({ page }) => {
  const her = await twoPeople(page)
  await page.goto(`/BioDataDetails/${her.id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Why you match')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await newMember(page)
  await page.goto(`/BioDataDetails/${her.id}`)
  const none = page.getByRole('region', { name: 'Do you two match?' })
  await none.getByRole('link').click()
  await expect(page).toHaveURL(/EditBioData/)
  await newMember(page, { gander: 'Female' })
  await page.goto(`/BioDataDetails/${her.id}`)
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await expect(page.locator('.why')).toHaveCount(0)
})
