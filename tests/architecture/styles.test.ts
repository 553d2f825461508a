import { globSync, readFileSync } from 'node:fs'
import { type ChildNode, parse } from 'postcss'
import parseSelectors from 'postcss-selector-parser'
import { type ESTree, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { moduleOf } from './modules.ts'

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
const sheets = globSync('src/**/*.css')

/** The classes in the selectors of a sheet. */
function definedIn(css: string) {
  const found = new Set<string>()
  const read = (node: ChildNode) => {
    if (node.type === 'rule')
      parseSelectors((root) => root.walkClasses(({ value }) => void found.add(value))).processSync(node.selector)
    if (node.type === 'rule' || node.type === 'atrule') node.nodes?.forEach(read)
  }
  parse(css).nodes.forEach(read)
  return found
}

type Node = ESTree.Node
const programOf = (file: string, text: string) => moduleOf(file, text).program as unknown as ESTree.Program

/** Where a name gets its value: what it is set to, and what it is if that is missing. */
type Values = Map<string, Node[]>

function declarationsIn(program: ESTree.Program) {
  const values: Values = new Map()
  const declare = (target: Node, ...set: Node[]): void => {
    if (target.type === 'Identifier') values.set(target.name, [...(values.get(target.name) ?? []), ...set])
    if (target.type === 'AssignmentPattern') declare(target.left, target.right, ...set)
    if (target.type === 'ArrayPattern') for (const part of target.elements) if (part) declare(part, ...set)
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && init.type !== 'ArrowFunctionExpression') declare(id, init)
    },
  }).visit(program)
  return values
}

/** Every string that stands in an expression. */
function stringsIn(node: Node) {
  const found: string[] = []
  // A visitor begins at a program.
  const seen = (part: unknown): void => {
    if (Array.isArray(part)) return void part.forEach(seen)
    if (typeof part !== 'object' || part === null) return
    if ('type' in part && part.type === 'Literal' && 'value' in part && typeof part.value === 'string')
      found.push(part.value)
    else for (const [key, value] of Object.entries(part)) if (key !== 'key') seen(value)
  }
  seen(node)
  return found
}

const split = (text: string) => text.split(/\s+/).filter((name) => name !== '')

/** The classes that an expression may come to; a name that begins with a text and ends with a value is left out. */
function classesOf(node: Node, values: Values, isWhole = false): string[] {
  const of = (part: Node | null) => (part ? classesOf(part, values, isWhole) : [])
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? split(node.value) : []
    case 'TemplateLiteral':
      return [
        ...node.quasis.flatMap(({ value: { raw } }, place) => {
          const before = place > 0 ? raw.replace(/^\S+/, '') : raw
          return split(place < node.quasis.length - 1 ? before.replace(/\S+$/, '') : before)
        }),
        ...node.expressions.flatMap(of),
      ]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return of(node.expression)
    case 'ConditionalExpression':
      return [...of(node.consequent), ...of(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : of(node.left)), ...of(node.right)]
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'classNames' ? node.arguments.flatMap(of) : []
    case 'MemberExpression': {
      let root: Node = node
      while (root.type === 'MemberExpression' || root.type === 'TSNonNullExpression')
        root = root.type === 'MemberExpression' ? root.object : root.expression
      return root.type === 'Identifier' ? (values.get(root.name) ?? []).flatMap(stringsIn).flatMap(split) : []
    }
    case 'Identifier':
      // A value may lead to itself: const [icon, tone] = tones[tone].
      return isWhole ? [] : (values.get(node.name) ?? []).flatMap((value) => classesOf(value, values, true))
    default:
      return []
  }
}

/** The classes that a source gives to what it draws. */
function namedIn(file: string, text: string, shared: Values = new Map()) {
  const program = programOf(file, text)
  const values = new Map([...shared, ...declarationsIn(program)])
  const found = new Set<string>()
  const add = (node: Node) => {
    for (const name of classesOf(node, values)) found.add(name)
  }
  // The same function joins the ids that describe a field.
  const ofOthers: Node[] = []
  const isClass = (name: string) => /^(c|[a-z]+C)lassName$/.test(name)
  new Visitor({
    JSXAttribute({ name, value }) {
      if (!value) return
      if (name.type === 'JSXIdentifier' && isClass(name.name)) add(value)
      else ofOthers.push(value)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && isClass(key.name)) add(value)
    },
    CallExpression(call) {
      if (
        !ofOthers.some(
          ({ type, start, end }) => type === 'JSXExpressionContainer' && start < call.start && call.end < end,
        )
      )
        add(call)
    },
  }).visit(program)
  return [...found]
}

const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const defined = new Set(sheets.flatMap((sheet) => [...definedIn(readFileSync(sheet, 'utf8'))]))

test('every class that a component names has a rule in a stylesheet', () => {
  const shared: Values = new Map()
  for (const { file, text } of sources) {
    for (const statement of programOf(file, text).body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
      if (declared?.type !== 'VariableDeclaration') continue
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && init) shared.set(id.name, [init])
    }
  }
  const named = sources.flatMap(({ file, text }) => namedIn(file, text, shared).map((name) => ({ file, name })))
  expect(named.length).toBeGreaterThan(1000)
  expect(named.filter(({ name }) => !defined.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('every class that a stylesheet has a rule for is named in a source', () => {
  const texts = sources.map(({ text }) => text).join('\n')
  const words = new Set(texts.split(/[^\w.-]+/))
  // A name may be put together: `btn-${look}`.
  const beginnings = [...texts.matchAll(/([a-z]+-)\$\{/g)].map(([, beginning]) => beginning!)
  const isNamed = (name: string) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
  expect(defined.size).toBeGreaterThan(300)
  expect([...defined].filter((name) => !isNamed(name))).toEqual([])
})

test.each([
  ['<p className="shown missing" />', ['shown', 'missing']],
  ["<p className={isNew ? 'shown' : 'missing'} />", ['shown', 'missing']],
  ["<p className={classNames('shown', isNew && 'missing', className)} />", ['shown', 'missing']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
  ['<p className={`shown ${look} btn-${look} missing`} />', ['shown', 'missing']],
  ["const line = 'shown'; const other = <p className={line} />", ['shown']],
  ["const tones = { a: 'shown', b: 'missing' }; const line = <p className={tones[tone]} />", ['shown', 'missing']],
  ["const [icon, tone = 'shown'] = tones[kind]; const line = <p className={tone} />", ['shown']],
  ["const columns = [{ key: 'name', className: 'shown' }]", ['shown']],
  ['<p title="shown">shown</p>', []],
  ["<p aria-describedby={classNames('shown', isNew && 'missing')} />", []],
  ["const looks = () => classNames('shown')", ['shown']],
])('the classes of a source are found: %s', (text, names) => {
  expect(namedIn('a.tsx', text)).toEqual(names)
})

test('the classes of a sheet are found, also inside other rules', () => {
  const css = '.a:hover{top:0;& .b\\.5{top:0}}@media print{p:not(.c){top:0}}@layer x{.d,.e > p{top:0}}'
  expect([...definedIn(css)]).toEqual(['a', 'b.5', 'c', 'd', 'e'])
})
