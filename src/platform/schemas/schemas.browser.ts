/**
 * Takes the place of zod in the browser (vite.config.ts): converts and checks nothing, because the server checks. zod
 * is 6.7 KB of the first view of every page (docs/decisions/001-tiers-and-one-contract.md). How a schema is made is
 * noted, so that schema-check.ts can make it with zod itself. Its test says which name of zod is missing here.
 */
import type * as z from 'zod/mini'

type Zod = typeof import('./zod-parts.ts')

type Convert = (value: unknown) => unknown
type Maker = (zod: Zod) => unknown

export interface NotedSchema {
  decode: Convert
  encode: Convert
  check: (...checks: NotedSchema[]) => NotedSchema
  make: Maker
}

const same: Convert = (value) => value

function noted(make: Maker, decode = same, encode = same): NotedSchema {
  let made: unknown
  return {
    decode,
    encode,
    check: (...checks) =>
      noted((zod) => (make(zod) as z.ZodMiniType).check(...(withZod(checks, zod) as never[])), decode, encode),
    make: (zod) => {
      made ??= make(zod)
      return made
    },
  }
}

function withZod(value: unknown, zod: Zod): unknown {
  if (Array.isArray(value)) return value.map((one) => withZod(one, zod))
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  if ('make' in value) return (value as NotedSchema).make(zod)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withZod(one, zod)]))
}

const calling = (name: keyof Zod, args: unknown[]) => (zod: Zod) =>
  (zod[name] as (...args: unknown[]) => unknown)(...(withZod(args, zod) as unknown[]))

const plain =
  (name: keyof Zod) =>
  (...args: unknown[]) =>
    noted(calling(name, args))

export const string = plain('string')
export const number = plain('number')
export const int = plain('int')
export const boolean = plain('boolean')
export const literal = plain('literal')
export const union = plain('union')
export const unknown = plain('unknown')
export const custom = plain('custom')
export const trim = plain('trim')
export const toLowerCase = plain('toLowerCase')
export const normalize = plain('normalize')
export const overwrite = plain('overwrite')
export const minLength = plain('minLength')
export const maxLength = plain('maxLength')
export const regex = plain('regex')
export const refine = plain('refine')
export const describe = plain('describe')
export const gte = plain('gte')
export const lte = plain('lte')
export const date = plain('date')
export const record = plain('record')
const enumeration = plain('enum')
const nothing = plain('null')

export { enumeration as enum, nothing as null }
export const iso = { date: (...args: never[]) => noted((zod) => zod.iso.date(...args)) }
export const NEVER = undefined as never

const unlessMissing =
  (convert: Convert): Convert =>
  (value) =>
    value === undefined || value === null ? value : convert(value)

const orMissing = (name: 'optional' | 'nullable') => (inner: NotedSchema) =>
  noted(calling(name, [inner]), unlessMissing(inner.decode), unlessMissing(inner.encode))
export const optional = orMissing('optional')
export const nullable = orMissing('nullable')
export const array = (inner: NotedSchema, ...rest: unknown[]) =>
  noted(
    calling('array', [inner, ...rest]),
    (values) => (values as unknown[]).map(inner.decode),
    (values) => (values as unknown[]).map(inner.encode),
  )

/** What is not in the shape is dropped; what is missing stays missing. */
export function object(shape: Record<string, NotedSchema>, ...rest: unknown[]) {
  const each = (way: 'decode' | 'encode') => (value: unknown) => {
    const given = value as Record<string, unknown>
    const converted = Object.entries(shape).map(([name, schema]) => [name, schema[way](given[name])] as const)
    return Object.fromEntries(converted.filter(([name, one]) => one !== undefined || name in given))
  }
  return noted(calling('object', [shape, ...rest]), each('decode'), each('encode'))
}

export const codec = (
  inner: NotedSchema,
  outer: NotedSchema,
  ways: { decode: (value: unknown, context: unknown) => unknown; encode: Convert },
) =>
  noted(
    calling('codec', [inner, outer, ways]),
    (value) => outer.decode(ways.decode(inner.decode(value), { issues: [] })),
    (value) => inner.encode(ways.encode(outer.encode(value))),
  )

export const decode = (schema: NotedSchema, value: unknown) => schema.decode(value)
export const encode = (schema: NotedSchema, value: unknown) => schema.encode(value)
