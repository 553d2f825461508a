import { expectAllAccessible, type Look, portions } from './accessible.ts'
import { test } from './fixtures.ts'

const inEnglish: Look = { language: 'en', width: 360, theme: 'light' }
const inBangla: Look = { language: 'bn', width: 360, theme: 'dark' }

/** The screens that most people meet, each once. trials/accessibility looks at all screens in every width and look. */
const looks: Record<string, Look[]> = {
  home: [inEnglish, inBangla],
  browse: [inEnglish],
  login: [inEnglish],
  register: [inEnglish],
  details: [inEnglish, inBangla],
  edit: [inEnglish],
  checkout: [inEnglish],
  'my-requests': [inEnglish],
  guardians: [inEnglish],
  invitation: [inEnglish, inBangla],
  kept: [inBangla],
  'admin-dashboard': [inEnglish],
  'manage-users': [inEnglish],
  judgement: [inEnglish],
}

for (const portion of portions(({ name }) => name in looks))
  test(`G9 G8: ${portion.account}: ${portion.names}: axe finds nothing, and nothing scrolls sideways, with text of 200 % neither`, async ({
    page,
    context,
    site,
  }) => {
    test.setTimeout(180_000)
    await expectAllAccessible({ page, context, url: site.url }, portion, ({ name }) => looks[name] ?? [])
  })
