import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findPage } from '#src/app/pages/pages.ts'
import { to } from '#src/platform/navigation/addresses.ts'

/** The floors of the house, the highest first. Imports point down this list, never up. */
const floors = [
  'server',
  'site',
  'site-pages',
  'administration',
  'home',
  'privacy',
  'biodata',
  'contact-requests',
  'favourites',
  'premium',
  'payments',
  'contact-ledger',
  'consents',
  'account',
  'safety',
  'sign-in',
  'open-texts',
  'notifications',
  'users',
  'ui',
  'platform',
]
/** What puts the features together; below it a feature is used by its open files only. */
const assembling = new Set(['server', 'site'])
const common = new Set(['ui', 'platform'])
const openToOthers =
  /\/(([a-z]+-)?contract|policy|hooks|provider|send-on|auth-state|issuer\.server|auth\.server|queries\.server|declines\.server|settle\.server)\.ts$|(?<!\.page)\.tsx$/

const all = globSync('{src,sandbox,demo,test,e2e,faults,bench,cluster,scripts}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const files = all.filter((file) => file.startsWith('src/'))
const floorOf = (file: string) => file.split('/')[1]!

/** Every file and what it imports: by name or relative, types too, at the start or later. */
const allImports = all.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\(?|declare module)\s*'((?:\.|#)[^']+)'/g)].map(
    ([, target]) => ({
      file,
      target: target!.startsWith('.') ? join(dirname(file), target!) : target!.replace(/^#/, ''),
    }),
  ),
)

const imports = allImports.filter(({ file }) => file.startsWith('src/'))

/** The imports among these that no house with these floors can have, each with what is wrong. */
function upward(found: typeof imports) {
  return found.flatMap(({ file, target }) => {
    const says = (what: string) => [`${file} imports ${target}: ${what}`]
    if (!target.startsWith('src/')) return says('it is no part of the product')
    const [from, into] = [floorOf(file), floorOf(target)]
    if (!floors.includes(from) || !floors.includes(into)) return says('a folder has no floor')
    if (floors.indexOf(into) < floors.indexOf(from)) return says('upwards')
    const isOpen = into === from || common.has(into) || assembling.has(from) || openToOthers.test(target)
    return isOpen ? [] : says('not open to other features')
  })
}

test('every import points down, and into what is open to others', () => {
  expect(imports.length).toBeGreaterThan(1000)
  expect(upward(imports)).toEqual([])
})

test('an import that is turned up is found, whatever it looks like', () => {
  const file = 'src/platform/clock.ts'
  const turned = [
    'src/app/pages/pages.ts',
    'src/features/biodata/contract.ts',
    'demo/people.ts',
    'sandbox/stripe/cards.ts',
    'test/world.server.ts',
    'src/new/thing.ts',
  ]
  expect(upward(turned.map((target) => ({ file, target })))).toHaveLength(turned.length)
  expect(
    upward([{ file: 'src/features/home/home.page.tsx', target: 'src/features/biodata/routes.server.ts' }]),
  ).toHaveLength(1)
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
  for (const file of all) follow(file, [])
  expect(circles).toEqual([])
})

/**
 * The exports of the product's files that no other file of the product, the demo or the commands uses. What its own file
 * needs may be shown to tests, too.
 */
function unusedExports(textOf: (file: string) => string) {
  // Loaded by a pattern or by the build, not by an import: pages, languages, and what takes a package's place in the
  // browser. What they must export, types and their own test say.
  const exporting = files.filter((file) => !/\.page\.tsx$|\/i18n\/[a-z]{2}\/|\.browser\.ts$/.test(file))
  const users = Map.groupBy(
    allImports.filter(({ file }) => /^(src|demo|scripts)\//.test(file)),
    ({ target }) => target,
  )
  const tests = globSync('{src,sandbox,demo,test,scripts}/**/*.ts{,x}')
    .filter((file) => /^test\/|\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  return exporting.flatMap((file) => {
    const text = textOf(file)
    return [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm)].flatMap(
      ([, name]) => {
        const word = new RegExp(`\\b${name}\\b`, 'g')
        const isUsed = users.get(file)?.some((user) => textOf(user.file).match(word))
        const isShown = text.match(word)!.length > 1 && word.test(tests)
        return isUsed || isShown ? [] : [`${name} of ${file}`]
      },
    )
  })
}

test('no file of the product is longer than three hundred lines, but texts', () => {
  const isLong = (file: string) => readFileSync(file, 'utf8').split('\n').length > 301
  expect(files.filter((file) => isLong(file) && !/\/i18n\/[a-z]{2}\//.test(file))).toEqual([])
})

test('nothing is exported that nobody uses, and nothing is there for tests only', () => {
  expect(unusedExports((file) => readFileSync(file, 'utf8'))).toEqual([])
})

test('an export that nobody uses is found', () => {
  const withOneMore = (file: string) =>
    readFileSync(file, 'utf8') + (file === 'src/platform/clock.ts' ? '\nexport const forTestsOnly = 1\n' : '')
  expect(unusedExports(withOneMore)).toEqual(['forTestsOnly of src/platform/clock.ts'])
})

test.each(files.filter((file) => /\/(([a-z]+-)?contract|policy)\.ts$/.test(file)))('%s runs on both sides', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/from '(.*\.server\.tsx?|kysely|fastify|react|node:.*)'/)
})

test('the server’s process loads React with the first page alone: before, it would be the one for development', () => {
  const loaded = new Set<string>()
  const load = (file: string): string[] => {
    if (loaded.has(file)) return []
    loaded.add(file)
    return [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type)[^']*?from '([^']+)'/gm)].flatMap(
      ([, name]) => {
        if (/^(react|@tanstack)/.test(name!)) return [`${file} imports ${name}`]
        if (!/^[#.]/.test(name!)) return []
        return load(name!.startsWith('.') ? join(dirname(file), name!) : name!.slice(1))
      },
    )
  }
  expect(load('src/app/server/run.server.ts')).toEqual([])
  expect(loaded.size).toBeGreaterThan(100)
})

test('nor does the built one: what it loads before its pages has no React in it', () => {
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom |^import |\bimport\()"(\.[^"]+\.js)"/gm))
      load(join(dirname(file), name!))
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
  expect(built.filter((source) => /^(sandbox|demo|faults|bench|test|e2e)\//.test(source))).toEqual([])
})

test('only contracts and their tests know the odd names of the specification', () => {
  const odd = /gander|matherName|PartnerFeet|PartnerInch|PermanentAddress/
  const knowing = files.filter((file) => odd.test(readFileSync(file, 'utf8')) && !file.endsWith('contract.ts'))
  // The one explanation of how renaming works shows an example.
  expect(knowing.filter((file) => !file.endsWith('schemas/fields.ts') && !file.endsWith('http/contract.ts'))).toEqual(
    [],
  )
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
  const written = /\b(?:to|href|action)=(?:\{\s*)?["'`]\/(?!api\/|\$\{|[\w-]+\.svg)|\bnavigate\(\s*["'`]\//
  expect(files.filter((file) => written.test(readFileSync(file, 'utf8')))).toEqual([])
})
