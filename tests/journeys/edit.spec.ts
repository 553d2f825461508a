/** Edit BioData: its parts, one after the other on a phone, what is left to do, and a bar that covers nothing. */
import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { chooseRange, consentsOn, expect, fillBiodata, isAlive, newMember, publish, test } from './fixtures.ts'

const bar = (page: Page) => page.locator('.save-bar')

test('E1 E7 S3-4 S3-5 S3-6: a phone names the step, counts only what is valid, and asks for the consent beside religion', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMember(page)
  await page.goto('/dashboard/EditBioData#contact')
  await expect(page.getByText('Step 6 of 6: Contact information')).toBeVisible()
  await expect(bar(page)).toContainText('0 of 16 filled')
  await page.getByLabel('Phone Number').fill('১২৩')
  await expect(bar(page)).toContainText('0 of 16 filled')
  await page.getByLabel('Phone Number').fill('০১৭১২ ৩৪৫৬৭৮')
  await expect(bar(page)).toContainText('1 of 16 filled')
  await page.getByLabel('I agree that my biodata is published').check()
  await expect(bar(page)).toContainText('2 of 16 filled')

  await page.getByRole('link', { name: 'More about you' }).first().click()
  const more = page.getByRole('region', { name: 'More about you' })
  await expect(page.getByText('Step 3 of 6: More about you')).toBeVisible()
  const consent = more.getByLabel('Show my religion and practice on my biodata')
  await expect(consent).toHaveCount(0)
  await more.getByLabel('Religion', { exact: true }).selectOption('Islam')
  await expect(bar(page)).toContainText('2 of 17 filled')
  await page.getByRole('button', { name: 'Next: Family Information' }).click()
  await expect(consent).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await consent.check()
  await expect(bar(page)).toContainText('3 of 17 filled')
  await page.getByRole('button', { name: 'Next: Family Information' }).click()
  await expect(page.getByText('Step 4 of 6: Family Information')).toBeVisible()
})

test('E1: the parts of the form stand apart, and no cell leaves a hole', { tag: '@trial' }, async ({ page }) => {
  await newMember(page, {})
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/EditBioData')
    const parts = await page
      .locator('form section:visible')
      .evaluateAll((all) => all.map((part) => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]))
    expect(parts).toHaveLength(width === 360 ? 1 : 6)
    for (let place = 1; place < parts.length; place++) expect(parts[place]![0]! - parts[place - 1]![1]!).toBe(16)
    for (const name of ['General information', 'More about you']) {
      if (width === 360) await page.getByRole('link', { name }).first().click()
      const cells = page.getByRole('region', { name }).locator('.grid > .field')
      const rows = Map.groupBy(
        await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect)),
        ({ y }) => Math.round(y),
      )
      for (const row of rows.values()) {
        // Every row reaches both edges, and its cells are about as high.
        expect(row.at(-1)!.right - row[0]!.left).toBeGreaterThan(width === 360 ? 270 : 700)
        const heights = row.map(({ height }) => height)
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(40)
      }
    }
  }
})

test('E1: what is left to do is seen in every part, and one press leads there; without a photo it can be complete', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  const parts = page.getByRole('navigation', { name: 'Parts of the form' })
  await expect(parts.getByRole('link')).toHaveText([
    /^General information0 of 7/,
    /^About Yourself0 of 2$/,
    /^More about you0 of 7$/,
    /^Family Information0 of 2$/,
    /^As a life partner expects0 of 3$/,
    /^Contact information0 of 2$/,
  ])
  await page.getByLabel('Father Name').fill('Abdul Karim')
  await parts.getByRole('link', { name: 'Family Information' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Mother Name')).toBeFocused()
  await page.keyboard.type('Rahima')
  await expect(parts.getByRole('link', { name: 'Family Information complete' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Family Information' }).getByText('complete')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await fillBiodata(page)
  await page.getByLabel('Photo URL').fill('')
  await expect(bar(page)).toContainText('16 of 16 filled')
})

test('E1 W1 E5: a phone shows one part after the other and leads on; nothing typed is lost on the way back, by reload, or by what is wrong', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  const shown = page.locator('form section:visible')
  const is = (...names: string[]) => expect(shown.getByRole('heading', { level: 2 })).toHaveText(names)
  const next = (name: string) => page.getByRole('button', { name: `Next: ${name}` })
  await is('General information')
  await expect(publish(page)).toBeHidden()
  await page.getByText('Female').click()
  // No thirtieth of February: said here, not at the end.
  await page.getByLabel('Day').fill('30')
  await page.getByLabel('Month').fill('2')
  await page.getByLabel('Year').fill('2000')
  await next('About Yourself').click()
  await is('General information')
  await expect(page.getByLabel('Day')).toBeFocused()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  await page.getByLabel('Day').fill('14')
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const [label, value] of [
    ['Height', '64'],
    ['Weight', '55kg'],
    ['Skin color', 'Fair'],
    ['Permanent address', 'Sylhet'],
  ] as const)
    await shown.getByLabel(label, { exact: true }).selectOption(value)
  // What is missing may come later.
  await next('About Yourself').click()
  await is('About Yourself')
  await expect(shown).toBeFocused()
  await expect(page).toHaveURL('/dashboard/EditBioData#about')
  await page.getByLabel('Occupation', { exact: true }).selectOption('Teacher')
  // The key of a phone that sends a form leads on.
  await page.getByLabel('Name', { exact: true }).fill('Rehana Begum')
  await page.keyboard.press('Enter')
  await is('More about you')
  await next('Family Information').click()
  await is('Family Information')
  await page.getByLabel('Father Name').fill('Mizanur Rahman')
  await page.goBack()
  await is('More about you')
  await page.goBack()
  await is('About Yourself')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rehana Begum')
  await page.goForward()
  await page.goForward()
  await is('Family Information')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await is('Family Information')
  await expect(page.getByLabel('Father Name')).toHaveValue('Mizanur Rahman')
  await page.getByLabel('Mother Name').fill('Shirin Akter')
  await next('As a life partner expects').click()
  await chooseRange(page, 'Age', '26', '32')
  await chooseRange(page, 'Height', '65', '71')
  await chooseRange(page, 'Weight', '60', '80')
  await next('Contact information').click()
  await page.getByLabel('Phone Number').fill('01712-345678')
  await publish(page).click()
  // What was left out; its link opens the part where it stands.
  await expect(page.locator('.error-summary')).toBeFocused()
  await page.getByRole('link', { name: 'Choose your present address.' }).click()
  await is('General information')
  await expect(page.getByLabel('Present address')).toBeFocused()
  await page.getByLabel('Present address').selectOption('Dhaka')
  expect(await complaints(page)).toEqual([])
  // Complete, it can be published from every part.
  await publish(page).click()
  await page.getByRole('link', { name: 'Tick this to publish. Until then we keep a draft.' }).click()
  await is('Contact information', 'Publishing')
  await expect(consentsOn(page).first()).toBeFocused()
  for (const consent of await consentsOn(page).all()) await consent.check()
  await publish(page).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByText('Mizanur Rahman')).toBeVisible()
})

test('E1 G9: on a phone two quick presses lead one part on, Back takes the focus along, and only what is wrong is said early', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  const shown = page.locator('form section:visible')
  const heading = shown.getByRole('heading', { level: 2 })
  const next = page.getByRole('button', { name: /^Next/ })
  await expect(next).toBeEnabled()
  await expect(shown).not.toBeFocused()
  await page.getByLabel('Permanent address').selectOption('Dhaka')
  await next.dblclick({ delay: 150 })
  await expect(heading).toHaveText(['About Yourself'])
  await page.getByLabel('Name', { exact: true }).fill('Rehana Begum')
  await next.click()
  await expect(heading).toHaveText(['More about you'])
  // Of another division.
  await page.getByLabel('District').selectOption('Sylhet')
  await next.click()
  await expect(heading).toHaveText(['More about you'])
  await expect(page.getByLabel('District')).toBeFocused()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  await page.getByLabel('District').selectOption('Gazipur')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await next.click()
  await expect(heading).toHaveText(['Family Information'])
  await page.goBack()
  await page.goBack()
  // Emptied to be typed anew.
  await page.getByLabel('Name', { exact: true }).fill('')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goBack()
  await expect(heading).toHaveText(['General information'])
  await expect(shown).toBeFocused()
  await expect(page).toHaveURL('/dashboard/EditBioData')
})

test('E5: a member who opens the form again on a phone goes on where something is missing, and Back out of it is asked about', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newMember(page, {})
  await page.goto('/dashboard/viewBioData')
  await isAlive(page)
  await page.getByRole('main').getByRole('link', { name: 'Edit BioData' }).last().click()
  const shown = page.locator('form section:visible')
  await expect(shown.getByRole('heading', { level: 2 })).toHaveText(['General information'])
  await page.getByRole('link', { name: 'Next: About Yourself' }).click()
  await page.getByRole('link', { name: 'Family Information' }).click()
  await page.getByLabel('Mother Name').fill('')
  // Over the header to the content, and back: no other part.
  await page.evaluate(() => {
    location.hash = 'main'
  })
  await expect(page).toHaveURL(/#main$/)
  await expect(shown.getByRole('heading', { level: 2 })).toHaveText(['Family Information'])
  await page.goBack()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(shown.getByRole('heading', { level: 2 })).toHaveText(['More about you'])
  const leaving = page.getByRole('alertdialog')
  for (const part of ['Family Information', 'About Yourself', 'General information']) {
    await page.goBack()
    await expect(shown.getByRole('heading', { level: 2 })).toHaveText([part])
    await expect(leaving).toBeHidden()
  }
  await page.goBack()
  await expect(leaving).toBeVisible()
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/dashboard/EditBioData')
  await page.goBack()
  await leaving.getByRole('button').last().click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await page.getByRole('main').getByRole('link', { name: 'Edit BioData' }).last().click()
  await expect(shown.getByRole('heading', { level: 2 })).toHaveText(['Family Information'])
  await expect(page.getByLabel('Mother Name')).toHaveValue('')
})

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`E1 G9: at ${width} px the save bar is always there, with how far one has come, and covers nothing that has the focus`, {
    tag: '@trial',
  }, async ({ page }) => {
    await newMember(page, {})
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard/EditBioData')
    await expect(bar(page).getByRole('button', { name: 'Save And Publish Now' })).toBeInViewport({ ratio: 1 })
    await expect(bar(page)).toContainText('15 of 15 filled')
    const reach = async (key: string, last: string) => {
      for (let stops = 0; stops < 120; stops++) {
        await page.keyboard.press(key)
        const covered = await page.evaluate(() => {
          const focused = document.activeElement!
          const place = focused.getBoundingClientRect()
          const edge = document.querySelector('.save-bar')!.getBoundingClientRect()
          const isInBar = focused.closest('.save-bar') !== null
          return !isInBar && focused.closest('form') !== null && place.bottom > edge.top + 1 && place.top < edge.bottom
            ? focused.outerHTML.slice(0, 80)
            : ''
        })
        expect(covered).toBe('')
        if ((await page.evaluate(() => document.activeElement?.id)) === last) return
      }
      throw new Error(`${last} was not reached`)
    }
    await page.getByRole('heading', { name: 'Edit BioData' }).click()
    await reach('Tab', 'save')
    await reach('Shift+Tab', 'birth')
  })
}

test('E5: a draft of another day says the day, in both languages', { tag: '@trial' }, async ({ page, site }) => {
  await newMember(page, {})
  await page.clock.setFixedTime(new Date(2026, 10, 3, 14, 5))
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Father Name').fill('Written On The Third')
  await expect(page.getByText('Draft saved 14:05')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('What you typed at 14:05 and did not publish is here again.')).toBeVisible()
  await page.clock.setFixedTime(new Date(2026, 10, 5, 9, 0))
  await page.reload()
  await expect(
    page.getByText('What you typed on 3 November 2026 at 14:05 and did not publish is here again.'),
  ).toBeVisible()
  await expect(page.getByLabel('Father Name')).toHaveValue('Written On The Third')
  await page.context().addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await page.reload()
  await expect(page.getByText('৩ নভেম্বর ২০২৬ তারিখে দুপুর ২:০৫-এ যা লিখেছিলেন')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Third')
})
