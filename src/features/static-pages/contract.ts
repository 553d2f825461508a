import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { Email, line, text } from '#src/platform/schemas/fields.ts'

/** Longest message, in characters. */
export const longestMessage = 5_000

export const sendMessage = endpoint({
  method: 'POST',
  path: '/contact-form',
  summary: "Sends a message to the site's operator by mail. From one network five at once, then one an hour.",
  access: 'visitor',
  input: z.object({
    name: line(100),
    email: Email,
    message: text(longestMessage),
    /** No person sees this field. Who fills it in is a program, and is thanked like everybody. */
    website: z.optional(z.string()),
  }),
  output: z.object({ sent: z.boolean() }),
})

const sitePageNames = ['about', 'privacy', 'licensing', 'fit'] as const
export type SitePageName = (typeof sitePageNames)[number]

export const sitePage = endpoint({
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
        id: z.optional(z.string()),
        paragraphs: z.array(z.string()),
        list: z.optional(z.array(z.object({ term: z.string(), text: z.string() }))),
        link: z.optional(z.object({ page: z.enum(['browse', 'contact', 'account', 'edit']), text: z.string() })),
      }),
    ),
  }),
})
