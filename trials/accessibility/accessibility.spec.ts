import { everyLook, expectAllAccessible, portions } from '#tests/journeys/accessible.ts'
import { test } from '#tests/journeys/fixtures.ts'

for (const portion of portions())
  test(`G9 G8: ${portion.account}: ${portion.names}: axe finds nothing in both languages and themes, and nothing scrolls sideways, with text of 200 % neither`, async ({
    page,
    context,
    site,
  }) => {
    test.setTimeout(300_000)
    await expectAllAccessible({ page, context, url: site.url }, portion, everyLook)
  })
