import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPage } from '#src/app/pages/pages.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type Module, moduleOf, modulesOf, type Node, namesIn, nodesIn, textsIn } from './modules.ts'

/** The tiers of src/ (docs/decisions/001-tiers-and-one-contract.md). An import leads to the same tier or a lower one. */
const tiers = { app: 3, features: 2, ui: 1, texts: 1, platform: 0 }
type Tier = keyof typeof tiers

/** A folder that is read and changed as one: `features/payments`, `ui/forms`, `platform/db`, and the files beside them. */
const roomOf = (file: string) => file.split('/').slice(1, -1).slice(0, 2).join('/')

/** What a feature shows others: its endpoints, rules and queries for pages, and what its index files list. */
const isPublic = (file: string) => /\/(([a-z]+-)?contract|policy|hooks|index(\.server)?|components)\.ts$/.test(file)

const modules = modulesOf('src', 'sandbox', 'demo', 'tests', 'trials', 'scripts')
const isTest = ({ file }: { file: string }) => /\.test\.tsx?$/.test(file)
const all = modules.filter((module) => !isTest(module))
const product = all.filter(({ file }) => file.startsWith('src/'))

/** Every file and what it imports of ours, types too, at the start or later. */
const importsOf = (those: Module[]) =>
  those.flatMap(({ file, imports }) =>
    imports.filter(({ target }) => target.includes('/') && existsSync(target)).map((one) => ({ file, ...one })),
  )
const allImports = importsOf(all)
const imports = importsOf(product)

/** The imports among these that break a rule of the tiers, each with what is wrong. */
function wrongImports(found: { file: string; target: string }[]) {
  return found.flatMap(({ file, target }) => {
    const says = (what: string) => [`${file} imports ${target}: ${what}`]
    if (target === 'migrations/tables.ts')
      return file === 'src/platform/db/schema.ts' ? [] : says('only the schema does')
    if (!target.startsWith('src/')) return says('it is no part of the product')
    const [from, into] = [file.split('/')[1] as Tier, target.split('/')[1] as Tier]
    if (!(from in tiers) || !(into in tiers)) return says('a folder is in no tier')
    if (tiers[into] > tiers[from]) return says('upwards')
    const isOfAnother = from === 'features' && into === 'features' && roomOf(file) !== roomOf(target)
    return isOfAnother && !isPublic(target) ? says('not shown to other features') : []
  })
}

test('every import leads to its own tier or a lower one, and of another feature only to what that shows', () => {
  expect(imports.length).toBeGreaterThan(1000)
  expect(wrongImports(imports)).toEqual([])
})

test('an import that breaks a rule is found, whatever it looks like', () => {
  const file = 'src/platform/clock.ts'
  const upward = [
    'migrations/tables.ts',
    'src/app/pages/pages.ts',
    'src/features/biodata/contract.ts',
    'src/texts/texts.tsx',
    'demo/people.ts',
    'sandbox/stripe/cards.ts',
    'tests/world.server.ts',
    'src/new/thing.ts',
  ]
  expect(wrongImports(upward.map((target) => ({ file, target })))).toHaveLength(upward.length)
  const hidden = 'src/features/profile/routes.server.ts'
  expect(wrongImports([{ file: 'src/features/home/home.page.tsx', target: hidden }])).toHaveLength(1)
})

/** Whether a module uses what another one exports by this name. */
const takes = (user: Module, file: string, name: string) =>
  user.imports.some(({ target, names, isLater }) => {
    if (target !== file) return false
    if (names !== 'all') return names.includes(name)
    return (name === 'default' && isLater) || namesIn(user).includes(name)
  })

/** Which rooms each room imports from. */
const arrows = Object.entries(
  Object.groupBy(
    imports.filter(({ file, target }) => roomOf(file) !== roomOf(target)),
    ({ file }) => roomOf(file),
  ),
).map(([room, found]) => ({ room, into: [...new Set(found!.map(({ target }) => roomOf(target)))].sort() }))

test('no feature needs itself by way of others', () => {
  const isFeature = (room: string) => room.startsWith('features/')
  const features = new Map(
    arrows.filter(({ room }) => isFeature(room)).map(({ room, into }) => [room, into.filter(isFeature)]),
  )
  const graph = [...features].map(
    ([room, into]) => `${room.slice(9)} → ${into.map((other) => other.slice(9)).join(', ')}`,
  )
  console.log(`Features and what they import:\n${graph.sort().join('\n')}`)
  const circles: string[][] = []
  const follow = (room: string, trail: string[]) => {
    if (trail.includes(room)) circles.push([...trail.slice(trail.indexOf(room)), room])
    else for (const other of features.get(room) ?? []) follow(other, [...trail, room])
    // Whatever it leads to was followed.
    if (trail.length === 0) features.set(room, [])
  }
  for (const room of [...features.keys()]) follow(room, [])
  expect(circles).toEqual([])
})

test('no room is larger than 1,900 lines, and a feature lists nothing that no other uses', () => {
  const lines = Map.groupBy(
    product.filter(({ file }) => !file.startsWith('src/texts/')),
    ({ file }) => roomOf(file),
  )
  const large = [...lines].flatMap(([room, found]) => {
    const n = found.reduce((sum, { file }) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
    return n > 1_900 ? [`${room}: ${n} lines`] : []
  })
  expect(large).toEqual([])
  const unused = product
    .filter(({ file }) => /\/(index(\.server)?|components)\.ts$/.test(file))
    .flatMap(({ file: face, exports }) => {
      const users = all.filter(({ file }) => roomOf(file) !== roomOf(face))
      return exports
        .filter((name) => !users.some((user) => takes(user, face, name)))
        .map((name) => `${name} of ${face}`)
    })
  expect(unused).toEqual([])
})

test('no file needs itself by way of others', () => {
  const targets = Map.groupBy(allImports, ({ file }) => file)
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, trail: string[]) => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' > '))
    if (done.has(file) || trail.includes(file)) return
    for (const { target } of targets.get(file) ?? []) follow(target, [...trail, file])
    done.add(file)
  }
  for (const { file } of all) follow(file, [])
  expect(circles).toEqual([])
})

/**
 * The exports of the product's files that no other file of the product, the demo or the commands uses. What its own file
 * needs may be shown to tests, too.
 */
function unusedExports(those: Module[]) {
  // Loaded by a pattern or by the build, not by an import: pages, languages, and what takes a package's place in the
  // browser. What they must export, types and their own test say.
  const exporting = those.filter(({ file }) => !/\.page\.tsx$|\/texts\/[a-z]{2}\/|\.browser\.ts$/.test(file))
  const users = all.filter(({ file }) => /^(src|demo|scripts)\//.test(file))
  const tests = modules.filter((module) => isTest(module) || module.file.startsWith('tests/'))
  return exporting.flatMap((module) => {
    const own = namesIn(module)
    return module.exports.flatMap((name) => {
      const isUsed = users.some((user) => takes(user, module.file, name))
      const isShown = own.indexOf(name) !== own.lastIndexOf(name) && tests.some((one) => takes(one, module.file, name))
      return isUsed || isShown ? [] : [`${name} of ${module.file}`]
    })
  })
}

test('nothing is exported that nobody uses, and nothing is there for tests only', () => {
  expect(unusedExports(product)).toEqual([])
})

test('an export that nobody uses is found', () => {
  const clock = 'src/platform/clock.ts'
  const longer = moduleOf(clock, `${readFileSync(clock, 'utf8')}\nexport const forTestsOnly = 1\n`)
  expect(unusedExports([longer])).toEqual([`forTestsOnly of ${clock}`])
})

test('the server’s process loads React with the first page alone: before, it would be the one for development', () => {
  const byFile = new Map(all.map((module) => [module.file, module]))
  const loaded = new Set<string>()
  const load = (file: string): string[] => {
    const module = byFile.get(file)
    if (!module || loaded.has(file)) return []
    loaded.add(file)
    return module.imports
      .filter(({ isType, isLater }) => !isType && !isLater)
      .flatMap(({ target }) => (/^(react|@tanstack)/.test(target) ? [`${file} imports ${target}`] : load(target)))
  }
  expect(load('src/app/server/run.server.ts')).toEqual([])
  expect(loaded.size).toBeGreaterThan(100)
})

test('nor does the built one: what it loads before its pages has no React in it', () => {
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const { target } of moduleOf(file).imports) if (existsSync(target)) load(target)
  }
  load('dist/server/serve.js')
  const sources = [...loaded].flatMap(builtFrom)
  expect(sources).toContain('src/app/server/run.server.ts')
  expect(sources.filter((source) => /node_modules\/(react|react-dom|@tanstack)\//.test(source))).toEqual([])
})

const builtFrom = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^\/\/(?:#region)? ?(\S+)$/gm)].map(([, source]) => source!)

test('X5: what a real site runs has nothing of the demo, the sandboxes or the trials in it', () => {
  const built = globSync('dist/server/**/*.js').flatMap(builtFrom)
  expect(built).toContain('src/app/server/run.server.ts')
  expect(built.filter((source) => /^(sandbox|demo|tests|trials)\//.test(source))).toEqual([])
})

test('only contracts and their tests know the odd names of the specification', () => {
  const odd = new Set(['gander', 'matherName', 'PartnerFeet', 'PartnerInch', 'PermanentAddress'])
  const knowing = product
    .filter(({ file }) => !file.endsWith('contract.ts'))
    .filter(({ program }) =>
      [...nodesIn(program)].some(({ name, value }) => odd.has(name as string) || odd.has(value as string)),
    )
  expect(knowing.map(({ file }) => file)).toEqual([])
})

/** What can be linked to, with something in the place of what varies. */
const links = Object.entries(to).map(([name, link]) => [
  name,
  (typeof link === 'string' ? link : link('1' as never)).split('?')[0]!,
])

test.each(links)('F6: the address `%s`, %s, has a page', (_name, link) => {
  expect(findPage(link!, false)).toBeDefined()
  expect(existsSync(join('src', findPage(link!, false)!.page.file ?? ''))).toBe(true)
})

test('F6: no link has its address written into it: the table of addresses is the only place', () => {
  const isLink = (node: Node) =>
    node.type === 'JSXAttribute' && ['to', 'href', 'action'].includes((node.name as { name: string }).name)
  const isMove = (node: Node) =>
    node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'navigate'
  const written = product.flatMap(({ file, program }) =>
    [...nodesIn(program)]
      .filter((node) => isLink(node) || isMove(node))
      .flatMap((node) => textsIn(node.value ?? node.arguments))
      .filter((text) => /^\/(?!api\/|[\w-]+\.svg)./.test(text))
      .map((text) => `${file}: ${text}`),
  )
  expect(written).toEqual([])
})
