import type { Language } from '#src/platform/language.ts'
import { languageFile } from './languages.server.ts'

/** What the prose says about this very site, by the names that stand in it; numbers get the digits of the language. */
interface SiteFacts {
  /** The fee of a contact request in words; absent where payment is switched off. */
  fee: string | undefined
  card: boolean
  byHand: boolean
  hasMail: boolean
  hasPush: boolean
  hasOtherSignIn: boolean
}

const pages = ['browse', 'contact', 'account', 'edit'] as const

interface Section {
  heading: string
  /** Where other pages link to; others are only numbered. */
  id?: string
  paragraphs: string[]
  list?: { term: string; text: string }[]
  link?: { page: (typeof pages)[number]; text: string }
}

/** In a function, because trials import this file without Vite, which alone knows `glob`. */
const filesHere = () => import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default', eager: true })

export const markdownOf = (language: Language, name: string) => filesHere()[`./${language}/${name}.md`]!

/**
 * One line per thing: `# title`, lead, `## heading`, `## heading {#anchor}`, paragraph, `- **term** text`, `[text](page)`. `{{fee}}`,
 * `{{#fee}}…{{/fee}}` and `{{^fee}}…{{/fee}}` are as in Mustache. Facts come last, so that none becomes Markdown.
 * @throws Error if a name is no fact, or a link leads to no page
 */
export function readProse<Facts extends SiteFacts>(language: Language, name: string, facts: Facts) {
  const { fee, hasOtherSignIn, hasMail, hasPush } = facts
  const known = { ...facts, hasOthers: Boolean(fee || hasOtherSignIn || hasMail || hasPush) }
  const { texts, serverTexts } = languageFile(language)
  const written = (fact: unknown) => (typeof fact === 'number' ? texts.format.digits(fact) : String(fact))
  const fill = (text: string) => text.replace(/\{\{([\w.]+)\}\}/g, (_, path: string) => written(factAt(known, path)))
  const lines = withSections(markdownOf(language, name), known).split('\n').filter(Boolean)
  const [title, lead, ...rest] = lines.map((line) => line.trim())
  const sections: Section[] = []
  for (const line of rest) {
    const parts = line.match(/^(?:## (.+?)(?: \{#([\w-]+)\})?|- \*\*(.+?)\*\* (.+)|\[(.+)\]\((.+)\))$/) ?? []
    const [, heading, id, term, text, label, page] = parts.map((part) => part && fill(part))
    const section = sections.at(-1)!
    if (heading) sections.push({ heading, ...(id && { id }), paragraphs: [] })
    else if (term) section.list = [...(section.list ?? []), { term, text: text! }]
    else if (page) section.link = { page: pageNamed(page), text: label! }
    else section.paragraphs.push(fill(line))
  }
  const { changed, contents } = serverTexts.prose
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
