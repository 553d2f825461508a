import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { actAs, expect, newMember, test } from './fixtures.ts'

const bangla = { name: 'lang', value: 'bn' }

function fontsOf(page: Page) {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  return fonts
}

test('G8: the language is switched in the header, keeps what was typed, and is remembered by the server', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('somebody@example.org')
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn')
  await expect(page).toHaveTitle(/নিখাদ/)
  await expect(page.locator('input[type=email]')).toHaveValue('somebody@example.org')

  const html = await (await page.request.get('/baiDataPage?gender=Female')).text()
  expect(html).toContain('<html lang="bn"')
  expect(html).toContain('প্রোফাইল দেখুন')
  // What is stored does not change with the language.
  expect(html).toContain('value="Female"')

  await page.goto('/')
  const toEnglish = page.getByRole('button', { name: 'English' })
  await expect(toEnglish).toHaveText(/English/, { useInnerText: true })
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(toEnglish, 'S3-27').toHaveText('EN', { useInnerText: true })
  await page.setViewportSize(wide)
  await toEnglish.click()
  await expect(page.getByRole('heading', { name: 'Find Your Perfect Match' })).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('<html lang="en"')
})

test('G8: a visitor who has not chosen gets the language their browser asks for', { tag: '@trial' }, async ({
  site,
}) => {
  const first = async (wished: string) => {
    const html = await (await fetch(site.url, { headers: { 'accept-language': wished } })).text()
    return html.match(/<html lang="(\w+)"/)?.[1]
  }
  expect(await first('bn-BD,bn;q=0.9,en;q=0.8')).toBe('bn')
  expect(await first('de-DE,en;q=0.8,bn;q=0.5')).toBe('en')
  expect(await first('fr')).toBe('en')
})

test('G8: an English page loads no Bengali font and no Bangla text, a Bangla page shows Bangla digits', async ({
  page,
  context,
  site,
}) => {
  const fonts = fontsOf(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(fonts).toHaveLength(2)
  expect(fonts.filter((file) => /bangla-/.test(file))).toEqual([])
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const manifest = JSON.parse(await readFile('dist/client/.vite/manifest.json', 'utf8'))
  const words = ['visitor', 'member'].map((part) => manifest[`src/texts/bn/${part}.ts`].file as string)
  expect(scripts.filter((file) => words.some((name) => file.endsWith(name)))).toEqual([])

  await context.addCookies([{ ...bangla, url: site.url }])
  await page.goto('/baiDataPage', { waitUntil: 'networkidle' })
  const card = page.getByRole('article').first()
  await expect(card).toContainText(/[০-৯]{2}/)
  await expect(card).toContainText(/nik-\d+/)
  expect(fonts.length).toBeGreaterThan(2)
})

/** The fonts that an element's letters are drawn with. */
async function drawnWith(page: Page, selector: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  return fonts.map(({ familyName }) => familyName)
}
const hasBanglaLetters = (page: Page, selector: string) =>
  expect
    .poll(async () => {
      const fonts = await drawnWith(page, selector)
      // Figtree has the blank between two words.
      const letters = fonts.filter((name) => !name.startsWith('Figtree'))
      return letters.length > 0 && letters.every((name) => /Bangla|Bengali/.test(name))
    })
    .toBe(true)

test('G8: a Bangla name on an English page is there at the first view, on a machine without any such letters too', {
  tag: '@trial',
}, async ({ page }) => {
  const name = 'সাদিয়া রহমান'
  const { id } = await newMember(page, { name })
  await page.request.patch('/api/me', { data: { name } })
  const { email } = (await (await page.request.get('/api/session')).json()).user
  await newMember(page)
  await page.goto(`/BioDataDetails/${id}`, { waitUntil: 'networkidle' })
  const value = page.locator('.key-values dd').filter({ hasText: name })
  await expect(value).toBeVisible()
  await value.evaluate((element) => element.classList.add('name'))
  await hasBanglaLetters(page, '.name')

  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/manage?search=${email}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('rowheader')).toContainText(name)
  await hasBanglaLetters(page, 'tbody th a')
})

test('G8: a page whose language is changed in place can be read, on a machine without any such letters too', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await expect(page.locator('h1')).toHaveText(/[ঀ-৿]/)
  for (const selector of ['h1', 'label[for=email]', 'footer nav a']) await hasBanglaLetters(page, selector)
})

test('F5 G8: the pages of prose are read without a script, and change their language in place', {
  tag: '@trial',
}, async ({ page }) => {
  const html = await (await page.request.get('/privacy', { headers: { 'accept-language': 'bn' } })).text()
  expect(html).toContain('গোপনীয়তা নীতি')
  expect(html).toContain('অ্যাডমিনদের কাজের খাতা')

  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Footer' })
  for (const name of ['Licensing', 'About', 'Privacy Policy']) await links.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'গোপনীয়তা নীতি' })).toBeVisible()
  await expect(page).toHaveTitle('গোপনীয়তা নীতি | নিখাদ')
  const scripts = await page.evaluate(async () => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return (await Promise.all(files.map(async ({ name }) => (await fetch(name)).text()))).join('')
  })
  expect(scripts).toContain('গোপনীয়তা নীতি')
  expect(scripts).not.toMatch(/অ্যাডমিনদের কাজের খাতা|written to a log that cannot be changed/)
})

test('G9: the theme follows the system until one is chosen, and the choice is remembered by the server', {
  tag: '@trial',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await (await page.request.get('/')).text()).toContain('<html lang="en" data-theme="light"')
})

test('G9: a button pressed, or an order chosen, before the page is alive does its work once it is', {
  tag: '@trial',
}, async ({ page }) => {
  let release = () => {}
  await page.route('**/assets/browser-*.js', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.reload({ waitUntil: 'commit' })
  const names = page.getByRole('region', { name: 'Premium Members' }).getByRole('article').getByRole('heading')
  await expect(names).toHaveCount(6)
  const before = await names.allTextContents()
  await page.getByRole('combobox', { name: 'Sort by age' }).selectOption('Descending')
  expect(await names.allTextContents()).toEqual(before)
  release()
  await expect(names).not.toHaveText(before)
})
