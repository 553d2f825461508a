import { expect, newMember, requestContact, sql, test } from './fixtures.ts'

const names = {
  'of 53 letters without a blank': 'Sadiarahmanchowdhurytalukderbhuiyanmohammadabdulkarim',
  'of Bangla conjuncts': 'ক্ষত্রিয়শ্রেষ্ঠব্রহ্মপুত্রচন্দ্রশেখরজ্যোতিষ্মানবন্দ্যোপাধ্যায়স্বাস্থ্যমন্ত্রী',
}

for (const [what, name] of Object.entries(names)) {
  test(`G9: a name ${what} makes no page of members wider than 320 px`, { tag: '@trial' }, async ({ page, site }) => {
    const long = { name, fatherName: name, matherName: name, photoUrl: `https://${'sadia'.repeat(10)}.example/a.jpg` }
    const { id, number } = await newMember(page, long)
    const { email } = await newMember(page, long)
    await sql(site, `update users set name = '${name}' where email = '${email}'`)
    await page.request.post('/api/favorite-bioData', { data: { bioDataId: number } })
    await page.setViewportSize({ width: 320, height: 740 })
    const addresses = [
      `/BioDataDetails/${id}`,
      `/checkout/${number}`,
      '/dashboard/viewBioData',
      '/dashboard/EditBioData',
      '/dashboard/my-favorite',
      '/dashboard/account',
    ]
    const fits = async (address: string) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        const [sideways, cut] = await page.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          [...document.querySelectorAll('main *')]
            .filter((one) => one.checkVisibility() && !one.closest('nav, svg, .sr-only'))
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
            .map((one) => one.outerHTML.slice(0, 90)),
        ])
        expect.soft(sideways, `${address} at ${width} px`).toBeLessThanOrEqual(0)
        expect.soft(cut, `${address} at ${width} px`).toEqual([])
      }
    }
    for (const address of addresses) await fits(address)
    const request = await requestContact(page, number)
    await fits('/dashboard/my-contact-request')
    await sql(site, `update contact_requests set status = 'approve', approved_at = now() where id = '${request}'`)
    for (const address of ['/dashboard/my-contact-request', `/BioDataDetails/${id}`]) await fits(address)
  })
}
