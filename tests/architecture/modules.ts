import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree (ESTree with TypeScript), as far as these tests look into it. */
export interface Node {
  type: string
  [property: string]: unknown
}

export interface Import {
  /** A path from the root of the project, or the name of a package. */
  target: string
  /** What it takes by name; `all` where it takes the module whole, or later. */
  names: string[] | 'all'
  /** `import type`, an import in a type, or a declaration: nothing of it is loaded. */
  isType: boolean
  /** `import('…')` */
  isLater: boolean
}

export interface Module {
  file: string
  program: Node
  imports: Import[]
  exports: string[]
}

/** Every node, the outer before the inner ones. */
export function* nodesIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && typeof node.type === 'string') yield node as Node
  for (const inner of Object.values(node)) yield* nodesIn(inner)
}

/** The names that stand in a module, those of properties and types too. */
export const namesIn = (module: Module) =>
  [...nodesIn(module.program)].flatMap((node) => (/^(JSX)?Identifier$/.test(node.type) ? [node.name as string] : []))

/** The texts that stand in a module, of templates each fixed piece. */
export const textsIn = (node: unknown) =>
  [...nodesIn(node)].flatMap(({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string') return [value]
    return type === 'TemplateElement' ? [(value as { cooked: string }).cooked] : []
  })

const nameOf = (node: unknown) => {
  const { name, value } = node as { name?: string; value?: string }
  return name ?? value ?? ''
}

function importIn(node: Node): Omit<Import, 'target' | 'isLater'> | undefined {
  const specifiers = (node.specifiers ?? []) as Node[]
  switch (node.type) {
    case 'ImportDeclaration': {
      const isWhole = specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')
      const names = specifiers.map((one) => (one.imported ? nameOf(one.imported) : 'default'))
      return { names: isWhole ? 'all' : names, isType: node.importKind === 'type' }
    }
    case 'ExportNamedDeclaration':
      return { names: specifiers.map((one) => nameOf(one.local)), isType: node.exportKind === 'type' }
    case 'ExportAllDeclaration':
      return { names: 'all', isType: node.exportKind === 'type' }
    case 'ImportExpression':
      return { names: 'all', isType: false }
    case 'TSImportType':
      return { names: 'all', isType: true }
    case 'TSModuleDeclaration':
      return { names: 'all', isType: true }
    default:
      return undefined
  }
}

function exportsIn(node: Node): string[] {
  if (node.type === 'ExportDefaultDeclaration') return ['default']
  if (node.type !== 'ExportNamedDeclaration') return []
  const declared = node.declaration as Node | null
  const declarations = (declared?.declarations ?? (declared ? [declared] : [])) as Node[]
  const names = declarations.flatMap(({ id }) =>
    (id as Node).type === 'Identifier'
      ? [nameOf(id)]
      : [...nodesIn(id)].filter(isProperty).map(({ value }) => nameOf(value)),
  )
  return [...names, ...((node.specifiers ?? []) as Node[]).map((one) => nameOf(one.exported))]
}

const isProperty = ({ type }: Node) => type === 'Property'

/** @throws Error where the text is no module */
export function moduleOf(file: string, text = readFileSync(file, 'utf8')): Module {
  const { program: parsed, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const program = parsed as unknown as Node
  const imports = [...nodesIn(program)].flatMap((node): Import[] => {
    const found = importIn(node)
    const name = found && nameOf(node.source ?? node.id ?? {})
    if (!found || !name || (node.type === 'TSModuleDeclaration' && (node.id as Node).type === 'Identifier')) return []
    const isLater = node.type === 'ImportExpression'
    return [{ ...found, isLater, target: name.startsWith('.') ? join(dirname(file), name) : name.replace(/^#/, '') }]
  })
  return { file, program, imports, exports: (program.body as Node[]).flatMap(exportsIn) }
}

/** All modules of these folders, those of tests too. */
export const modulesOf = (...folders: string[]) =>
  globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)).map((file) => moduleOf(file))
