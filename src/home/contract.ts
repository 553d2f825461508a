import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'

export const sitePageNames = ['about', 'privacy', 'licensing'] as const
export type SitePageName = (typeof sitePageNames)[number]

/** Where a section of a site page can lead. */
export const furtherPages = ['browse', 'contact', 'account'] as const

export const sitePage = endpoint({
  method: 'GET',
  path: '/site-pages/:name',
  summary: 'The words of a page about the site itself. A language that has none gets the English ones.',
  access: 'visitor',
  input: z.object({ name: z.enum(sitePageNames), language: z.string().check(z.maxLength(10)) }),
  output: z.object({
    title: z.string(),
    lead: z.string(),
    changed: z.string(),
    contents: z.string(),
    sections: z.array(
      z.object({
        heading: z.string(),
        paragraphs: z.array(z.string()),
        list: z.optional(z.array(z.object({ term: z.string(), text: z.string() }))),
        link: z.optional(z.object({ page: z.enum(furtherPages), text: z.string() })),
      }),
    ),
  }),
})
