import { expect, test } from 'vitest'
import { languageFile } from '#src/texts/languages.server.ts'
import { type Module, moduleOf, modulesOf, type Node, namesIn, nodesIn } from './modules.ts'

const { texts } = languageFile('en')

/** What this takes by name, `key` of `t.section.key`. */
const takenBy = ({ type, computed, property }: Node) =>
  type === 'MemberExpression' && !computed ? (property as { name: string }).name : undefined

/** `t`, `texts`, `languageFile('en').texts`, `useTexts()`, `textsIn('member', 'en')` */
function isTexts(node: Node, usual: string): boolean {
  if (node.type === 'CallExpression') return /Texts$|^textsIn$/.test((node.callee as { name?: string }).name ?? '')
  return ['texts', usual].includes(takenBy(node) ?? (node.name as string))
}

/** The texts that these modules name: `section.key`, or `section` where they take it whole. */
function namedIn(modules: Module[]) {
  const named = new Set<string>()
  for (const module of modules) {
    const seen = new Set<unknown>()
    // In files about mails `t` is another language file.
    const usual = namesIn(module).includes('serverTexts') ? 'texts' : 't'
    for (const node of nodesIn(module.program)) {
      const [name, object] = [takenBy(node), node.object as Node]
      if (!name || seen.has(node)) continue
      const section = takenBy(object)
      if (section && isTexts(object.object as Node, usual)) {
        named.add(`${section}.${name}`)
        seen.add(object)
      } else if (isTexts(object, usual)) named.add(name)
    }
  }
  return named
}

function unnamedIn(modules: Module[]) {
  const named = namedIn(modules)
  return Object.entries(texts)
    .filter(([section, keys]) => typeof keys === 'object' && !named.has(section))
    .flatMap(([section, keys]) => Object.keys(keys).map((key) => `${section}.${key}`))
    .filter((text) => !named.has(text))
}

const product = modulesOf('src').filter(({ file }) => !/^src\/texts\/|\.test\.tsx?$/.test(file))

test('G8: some code names each text, or takes its section whole', () => {
  expect(unnamedIn(product)).toEqual([])
})

test('G8: a text that no code names is found', () => {
  const said =
    'const t = useTexts(); t.card.age; t.contact[key]; languageFile(code).texts.nav.home; useTexts().nav?.menu'
  const unnamed = unnamedIn([moduleOf('some.ts', said)])
  expect(unnamed).toEqual(expect.arrayContaining(['card.number', 'nav.main', 'home.hero']))
  expect(unnamed.filter((text) => /^contact\.|^(card\.age|nav\.(home|menu))$/.test(text))).toEqual([])
})
