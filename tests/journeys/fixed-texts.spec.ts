/**
 * Every text that the specification fixes, on its screen, byte for byte: the odd spellings, the space at the end of one
 * toast, the emoji. The table is written from the specification and knows nothing of the site's own texts.
 */
import type { Page } from '@playwright/test'
import { actAs, expect, fillPhoto, newMember, password, test } from './fixtures.ts'

/**
 * Whether something visible is this text and nothing else: a text of the page, or all that an element holds. Options of a
 * choice count as visible with it. Nothing is trimmed, and capitals by style count as another text.
 */
const isShown = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const shown = (element: Element | null) => {
      const box = element?.closest('option') ? element.closest('select') : element
      return box?.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element!).textTransform === 'none'
    }
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = all.nextNode(); node; node = all.nextNode())
      if (node.textContent === wanted && shown(node instanceof Element ? node : node.parentElement)) return true
    return false
  }, text)

/** Softly: one walk tells all the texts that are not there. */
const softly = expect.configure({ soft: true, timeout: 5_000 })
const shows = (page: Page, text: string) =>
  softly.poll(() => isShown(page, text), { message: `${JSON.stringify(text)} at ${page.url()}` }).toBe(true)

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const pressInRow = (page: Page, row: string | RegExp, name = /./) =>
  page.getByRole('row').filter({ hasText: row }).getByRole('button', { name }).first().click()

const sections = [
  ...['General information', 'BioType', 'Birthdate', 'Height', 'Skin color', 'Weight'],
  ...['Permanent address', 'Present address', 'About Yourself', 'Name', 'Age', 'Occupation'],
  ...['Family Information', 'Father Name', 'Mother Name', 'As a life partner expects', 'Contact information'],
]
const kilograms = Array.from({ length: 12 }, (_, i) => `${30 + 5 * i}kg`)

interface People {
  page: Page
  /** Whose biodata is looked at. */
  owner: { id: string; number: number; email: string }
}
interface Screen {
  /** Where; the owner's biodata is {id} and {number}. Left out: wherever the screen before led. */
  at?: string
  as?: 'owner' | 'reader' | 'admin' | 'visitor'
  act?: (people: People) => Promise<unknown>
  texts: string[]
}

/** Walks through the site, screen by screen: what the last one did is what the next one shows. */
const walks: { who: string; proves: string; screens: Screen[] }[] = [
  {
    who: 'a visitor',
    proves: 'F3 F4 F5 H1 H2 H3 H4 B1 B2 B3 C1 A1',
    screens: [
      {
        as: 'visitor',
        at: '/',
        texts: [
          ...['Home', 'Biodatas', 'About Us', 'Contact Us', 'Login'],
          ...['About', 'Privacy Policy', 'Licensing', 'Contact', '© 2025 Nikhad'],
          ...['Find Your Perfect Match', 'How It Works', 'Ascending', 'Descending', '250', '2,700'],
          ...['BioData NO', 'nik-1', 'Gender', 'Division', 'Age', 'Occupation', 'View Profile'],
        ],
      },
      {
        at: '/baiDataPage',
        texts: ['Apply Filters', 'Reset', 'BioData NO', 'Gender', 'Division', 'Age', 'Occupation', 'View Profile'],
      },
      { at: '/baiDataPage?minAge=119', texts: ['No data....'] },
      { at: '/login', texts: ['Remember me', 'Continue with Google'] },
      {
        async act({ page }) {
          await page.getByLabel('Email').fill('user@demo.example')
          await page.getByLabel('Password', { exact: true }).fill(password)
          await press(page, /^Login$/)
        },
        texts: ['Login Successful! 🎉✅'],
      },
    ],
  },
  {
    who: 'somebody who registers, and leaves by the header',
    proves: 'A2 A5 F4',
    screens: [
      {
        as: 'visitor',
        at: '/register',
        async act({ page }) {
          await page.getByLabel('Name').fill('Fixed Texts')
          await fillPhoto(page, 'https://photos.example/x.jpg')
          await page.getByLabel('Email').fill(`fixed-texts-${process.pid}@new.example`)
          await page.getByLabel('Password', { exact: true }).fill(password)
          await press(page, /^Register$/)
        },
        texts: ['Account Created Successfully! 🎉🙌✅', 'Dashboard', 'logOut'],
      },
      // With the space at the end.
      { at: '/', act: ({ page }) => press(page, /^logOut$/), texts: ['logout successful '] },
    ],
  },
  {
    who: 'somebody who has no biodata yet, and leaves by the sidebar',
    proves: 'S1 E1 E2 E3 A5',
    screens: [
      {
        as: 'reader',
        at: '/dashboard/my-favorite',
        texts: ['Edit BioData', 'View BioData', 'My Contact Request', 'favourites BioData', 'LogOut'],
      },
      {
        at: '/dashboard/EditBioData',
        texts: [
          ...['Save And Publish Now', 'Male', 'Female', 'Fair', 'Medium', 'Brown', 'Dark', ...kilograms],
          ...['Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'],
          ...['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi'],
        ],
      },
      { act: ({ page }) => press(page, 'Save And Publish Now'), texts: ['Date of birth not filled up.'] },
      // Without the space at the end.
      {
        at: '/dashboard/viewBioData',
        act: ({ page }) => press(page, /^LogOut$/),
        texts: ['logout successful'],
      },
    ],
  },
  {
    who: 'a biodata’s owner who becomes premium',
    proves: 'E4 V1 V2 M2',
    screens: [
      {
        as: 'owner',
        at: '/dashboard/EditBioData',
        act: ({ page }) => press(page, 'Save And Publish Now'),
        texts: ['You bioData Successful Updated.'],
      },
      {
        at: '/dashboard/viewBioData',
        texts: [...sections, 'Contact Email', 'Phone Number', '5.4', '6.1', '55kg', 'Premium'],
      },
      {
        act: ({ page }) => press(page, /^Premium$/),
        texts: [
          ...['Confirm Premium Request', 'Are you sure you want to make your biodata premium?'],
          ...['Cancel', 'Confirm'],
        ],
      },
      { act: ({ page }) => press(page, /^Confirm$/), texts: ['Request sent to admin.Please Wait'] },
      {
        as: 'admin',
        at: '/dashboard/approvedPremium',
        texts: [
          ...['Premium Approval Requests', 'User Name', 'User Email', 'Biodata Id', 'BioDataId-{number}'],
          'Make premium',
        ],
      },
      {
        async act({ page, owner }) {
          await pressInRow(page, owner.email, /premium/)
          await press(page, /^Confirm$/)
        },
        texts: ['Successful user has become Premium.', 'Premium'],
      },
    ],
  },
  {
    who: 'somebody who pays for a contact',
    proves: 'D1 D2 D4 L1 K1 K2 K4 M3',
    screens: [
      {
        as: 'reader',
        at: '/BioDataDetails/{id}',
        texts: [...sections, 'id-{number}', 'Division', 'contact request', 'Some Female BioData'],
      },
      {
        at: '/',
        async act({ page, owner }) {
          const [man] = await (await page.request.get('/api/bioData-filter?gander=Male&limit=1')).json()
          await page.goto(`/BioDataDetails/${man._id}`)
          await page.request.post('/api/favorite-bioData', { data: { bioDataId: owner.number } })
        },
        texts: ['Some Male BioData'],
      },
      { at: '/dashboard/my-favorite?view=table', texts: ['Name', 'Id', 'Permanent Add', 'Occupation', 'Delete'] },
      { act: ({ page }) => pressInRow(page, 'Sadia Rahman'), texts: ['Deleted Successfully.'] },
      { at: '/checkout/{number}', texts: ['Submit Button'] },
      {
        async act({ page }) {
          await page.getByLabel('Card number').fill('4242 4242 4242 4242')
          await page.getByLabel('Expiry date').fill('12 / 34')
          await page.getByLabel('CVC').fill('123')
          await press(page, 'Submit Button')
        },
        texts: ['payment successfully.'],
      },
      {
        at: '/dashboard/my-contact-request',
        texts: ['Name', 'Id', 'Status', 'Mobile No', 'Email', 'Action', 'Approval is pending'],
      },
      { at: '/BioDataDetails/{id}', texts: ['Approval is pending'] },
      {
        as: 'admin',
        at: '/dashboard/approvedContactRequest',
        texts: ['Contact Requests', 'Name', 'Email', 'Biodata ID', 'Approved Contact Request'],
      },
      {
        act: ({ page, owner }) => press(page, new RegExp(`\\b${owner.number}$`)),
        texts: ['User Contact request Approved.'],
      },
      { as: 'reader', at: '/BioDataDetails/{id}', texts: ['Contact Email', 'Phone Number'] },
      {
        at: '/dashboard/my-contact-request',
        async act({ page }) {
          await pressInRow(page, 'Sadia Rahman', /^Delete/)
          await press(page, /^Delete$/)
        },
        texts: ['Deleted Successfully.'],
      },
    ],
  },
  {
    who: 'an administrator',
    proves: 'S1 M1',
    screens: [
      {
        as: 'admin',
        at: '/dashboard/manage?search=admin@demo.example',
        texts: [
          ...['Admin Dashboard', 'Manage Users', 'Approved Premium', 'Approved Contact Request', 'LogOut'],
          ...['User Name', 'User Email', 'Make Admin', 'Make premium', 'Admin'],
        ],
      },
      { at: '/dashboard/manage?search={email}', texts: ['Make Admin', 'Make premium'] },
      {
        async act({ page, owner }) {
          await pressInRow(page, owner.email, /^Make Admin/)
          await press(page, /^Confirm$/)
        },
        texts: ['Successful user has become Admin.', 'Admin'],
      },
      {
        async act({ page, owner }) {
          await pressInRow(page, owner.email, /^Make premium/)
          await press(page, /^Confirm$/)
        },
        texts: ['Successful user has become Premium.', 'Premium'],
      },
    ],
  },
]

for (const { who, proves, screens } of walks) {
  test(`${proves}: the fixed texts that ${who} meets`, async ({ page }) => {
    const context = page.context()
    const owner = await newMember(page, {})
    const cookies = { owner: await context.cookies(), reader: [] as Awaited<ReturnType<typeof context.cookies>> }
    if (screens.some(({ as }) => as === 'reader')) {
      await newMember(page)
      cookies.reader = await context.cookies()
    }
    const filled = (text: string) =>
      text.replace('{id}', owner.id).replace('{number}', `${owner.number}`).replace('{email}', owner.email)
    for (const { at, as, act, texts } of screens) {
      if (as === 'admin') await actAs(page, 'admin@demo.example')
      else if (as) {
        await context.clearCookies()
        if (as !== 'visitor') await context.addCookies(cookies[as])
      }
      if (at) await page.goto(filled(at))
      await act?.({ page, owner })
      for (const text of texts) await shows(page, filled(text))
    }
  })
}

test('F3: the look for fixed texts knows the difference of a space, a capital and an emoji', async ({ page }) => {
  await page.setContent(
    '<p>logout successful</p><p>Login Successful! 🎉✅</p><p style="text-transform:uppercase">Reset</p><p hidden>Home</p>',
  )
  for (const [text, found] of [
    ['logout successful', true],
    ['logout successful ', false],
    ['Logout successful', false],
    ['Login Successful! 🎉✅', true],
    ['Login Successful! 🎉', false],
    ['Reset', false],
    ['Home', false],
  ] as const)
    expect(await isShown(page, text), JSON.stringify(text)).toBe(found)
})
