import type { Language } from '#src/platform/language.ts'
import { languageFile } from './languages.server.ts'

/** What the prose says about this very site. Numbers are in the digits of the language. */
export interface SiteFacts {
  brand: string
  /** The fee of a contact request in words; absent where payment is switched off. */
  fee: string | undefined
  hasMail: boolean
  hasPush: boolean
  /** Whether one can sign in with Google or another service. */
  hasOtherSignIn: boolean
  /** Whether the contact page leads anywhere: by its form, or to an address. */
  canWrite: boolean
  /** People whose contact a premium member may open in a day. */
  premiumContacts: string
  legalAge: { Male: string; Female: string }
  /** Days, and how many people a browser remembers as seen. */
  kept: { [What in 'sessionDays' | 'notificationDays' | 'marriedDays' | 'recentPeople']: string }
  fit: {
    tolerance: { [What in 'age' | 'height' | 'weight']: string }
    /** By what is compared. */
    counts: Record<string, string>
    /** Least percentages of the two words. */
    strong: string
    good: string
    /** As many people who meet all wishes need nobody after them. */
    enough: string
  }
}

const pages = ['browse', 'contact', 'account', 'edit'] as const

interface Prose {
  title: string
  lead: string
  changed: string
  contents: string
  sections: Section[]
}
interface Section {
  heading: string
  paragraphs: string[]
  list?: { term: string; text: string }[]
  link?: { page: (typeof pages)[number]; text: string }
}

/** In a function, because trials import this file without Vite, which alone knows `glob`. */
const filesHere = () => import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default', eager: true })

export const markdownOf = (language: Language, name: string) => filesHere()[`./${language}/${name}.md`]!

/**
 * One line per thing: `# title`, lead, `## heading`, paragraph, `- **term** text`, `[text](page)`. `{{fee}}`,
 * `{{#fee}}…{{/fee}}` and `{{^fee}}…{{/fee}}` are as in Mustache. Facts come last, so that none becomes Markdown.
 * @throws Error if a name is no fact, or a link leads to no page
 */
export function readProse(language: Language, name: string, facts: SiteFacts): Prose {
  const { fee, hasOtherSignIn, hasMail, hasPush } = facts
  const known = { ...facts, hasOthers: Boolean(fee || hasOtherSignIn || hasMail || hasPush) }
  const fill = (text: string) => text.replace(/\{\{([\w.]+)\}\}/g, (_, path: string) => String(factAt(known, path)))
  const lines = withSections(markdownOf(language, name), known).split('\n').filter(Boolean)
  const [title, lead, ...rest] = lines.map((line) => line.trim())
  const sections: Section[] = []
  for (const line of rest) {
    const parts = line.match(/^(?:## (.+)|- \*\*(.+?)\*\* (.+)|\[(.+)\]\((.+)\))$/) ?? []
    const [, heading, term, text, label, page] = parts.map((part) => part && fill(part))
    const section = sections.at(-1)!
    if (heading) sections.push({ heading, paragraphs: [] })
    else if (term) section.list = [...(section.list ?? []), { term, text: text! }]
    else if (page) section.link = { page: pageNamed(page), text: label! }
    else section.paragraphs.push(fill(line))
  }
  const { changed, contents } = languageFile(language).serverTexts.prose
  return { title: fill(title!.replace(/^# /, '')), lead: fill(lead!), changed, contents, sections }
}

function pageNamed(name: string) {
  const page = pages.find((some) => some === name)
  if (!page) throw new Error(`A link of the prose leads to ${name}`)
  return page
}

const withSections = (text: string, facts: object): string =>
  text.replace(/\{\{([#^])([\w.]+)\}\}([\s\S]*?)\{\{\/\2\}\}/g, (_, mark: string, path: string, inside: string) =>
    Boolean(factAt(facts, path)) === (mark === '#') ? withSections(inside, facts) : '',
  )

function factAt(facts: object, path: string): unknown {
  return path.split('.').reduce((at: object, name) => {
    if (!(name in at)) throw new Error(`The prose names ${path}, which is no fact`)
    return at[name as keyof typeof at]
  }, facts)
}
