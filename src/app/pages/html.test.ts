import { HtmlValidate } from 'html-validate'
import { afterAll, expect, test } from 'vitest'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { mountPages } from './pages.server.ts'
import { pages } from './pages.ts'

const config = testConfig()
const world = await testWorld({ extend: (app, around) => mountPages(app, { takesPayments: false, config, ...around }) })
afterAll(() => world.close())

const member = await world.signUp('member@example.org')
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
const other = await world.signUp('other@example.org')
const ownNumber = await world.publish(member, { gander: 'Male', birth: '1990-01-01' })
const number = await world.publish(other, { gander: 'Female' })

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // They are about how HTML is written by hand: React writes it here.
    'attribute-boolean-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'long-title': 'off',
    // Browsers and screen readers give these their roles; older Safari does not with list-style none.
    'no-redundant-role': 'off',
    // One of the two is hidden at every width, from screen readers too.
    'unique-landmark': 'off',
    // A group that only disables what is in it has no name to say.
    'wcag/h71': 'off',
  },
})

/** The addresses of all pages, with somebody in those that are about one person. */
const addresses = pages.map(({ path }) => path.replace(':id', other.id).replace(':bioDataId', String(number)))

async function faultsOf(url: string, by: Person | undefined, language: string) {
  const cookie = `lang=${language}${by ? `; ${by.cookie}` : ''}`
  const page = await world.call('GET', url, by, undefined, { cookie })
  if (!String(page.headers['content-type']).includes('text/html') || page.status >= 300) return []
  const report = await validator.validateString(page.text)
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${url} ${ruleId}: ${message} (${selector})`),
  )
}

test.each([
  ['a visitor', undefined],
  ['a member', member],
  ['an administrator', admin],
])('G9: every page is valid HTML for %s, in both languages', async (_, by) => {
  const all = [...addresses, `/BioDataDetails/${member.id}`, `/checkout/${ownNumber}`, '/nowhere']
  const found: string[] = []
  for (const url of all) for (const language of ['en', 'bn']) found.push(...(await faultsOf(url, by, language)))
  expect([...new Set(found)]).toEqual([])
})
