import { expectAllAccessible, portions } from './accessible.ts'
import { test } from './fixtures.ts'
import type { Screen } from './screens.ts'

/** Which screens are also looked at in Bangla and the dark theme here. trials/accessibility looks at all of them. */
const alsoInBangla = ['home', 'browse', 'details', 'edit']

const quickLooks = ({ name, widths: [width] = [360] }: Screen) => [
  { language: 'en' as const, width: width!, theme: 'light' as const },
  ...(alsoInBangla.includes(name) ? [{ language: 'bn' as const, width: width!, theme: 'dark' as const }] : []),
]

/** States of a screen that others stand for here: empty lists, other orders and filters. */
const isVariant = (name: string) =>
  /-(none|nobody|nobody-with|nothing|oldest|newest|best|all|unknown|not-needed)$/.test(name)

// The screens that an address leads to. Their other states, widths, themes and languages are in trials/accessibility.
for (const portion of portions(({ prepare, name }) => prepare === undefined && !isVariant(name)))
  test(`G9 G8: ${portion.account}: ${portion.names}: axe finds nothing, and nothing scrolls sideways, with text of 200 % neither`, async ({
    page,
    context,
    site,
  }) => {
    test.setTimeout(180_000)
    await expectAllAccessible({ page, context, url: site.url }, portion, quickLooks)
  })
