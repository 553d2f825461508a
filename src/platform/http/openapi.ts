import * as z from 'zod'
import { type Endpoint, isInQuery, problemType } from './contract.ts'
import { kinds, ProblemBody } from './problem.ts'

interface JsonSchema {
  properties?: Record<string, JsonSchema & { description?: string }>
  required?: string[]
  $defs?: Record<string, JsonSchema>
  [more: string]: unknown
}

type SchemaNames = z.core.$ZodRegistry<{ id: string }>

export interface Documented {
  tag: string
  endpoint: Endpoint
}

const wireSchema = (schema: z.core.$ZodType, names?: SchemaNames) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    ...(names && { metadata: names }),
    override: ({ zodSchema, jsonSchema }) => {
      const { description } = z.globalRegistry.get(zodSchema) ?? {}
      if (description) jsonSchema.description ??= description
      // Every whole number of JavaScript: true of all of them, and said nearly four hundred times.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest as JsonSchema
}

export function inputNames({ input, self }: Endpoint) {
  const names = Object.keys(wireSchema(input).properties ?? {})
  return self ? [self.input, ...names] : names
}

const content = (schema: unknown, type = 'application/json') => ({ content: { [type]: { schema } } })
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `PATCH /users/admin/:id` is `PatchUsersAdminById`; a GET goes without its method. */
function typeName({ method, path }: Endpoint) {
  const words = path.split(/[/.-]/).map((part) => part.replace(/^:/, 'by-').split('-').map(capitalized).join(''))
  return (method === 'GET' ? '' : capitalized(method.toLowerCase())) + words.join('')
}

/** Gives the answers of these endpoints a name each; one that is exported from a contract has it already. */
function nameAnswers(documented: readonly Documented[], names: SchemaNames) {
  for (const { endpoint } of documented) {
    const { output } = endpoint
    const row = output instanceof z.core.$ZodArray ? output._zod.def.element : undefined
    const named = row ?? output
    const isNamable = named instanceof z.core.$ZodObject || named instanceof z.core.$ZodPipe
    if (isNamable && !names.has(named)) names.add(named, { id: `${typeName(endpoint)}${row ? 'Item' : 'Answer'}` })
  }
}

function describe(endpoint: Endpoint) {
  const { access, asksPassword, self, paged, isList, isSameForVisitors, columns, download } = endpoint
  return [
    { visitor: 'For everybody.', member: 'For members who are signed in.', admin: 'For administrators.' }[access],
    self &&
      `\`${self.input}\` is the caller's own email or \`me\`${self.orAdmin ? '; an administrator may name another' : ''}.`,
    asksPassword && 'Unless the password was given a few minutes ago, it answers 403 with the code `confirm-password`.',
    paged && 'It answers one page; the `Link` header leads to the next.',
    isList && 'The people that it shows are counted, and too many answer 429.',
    isSameForVisitors && 'Every visitor gets the same answer, which may be a second old.',
    (columns || download) && 'The answer is a file.',
  ]
    .filter(Boolean)
    .join(' ')
}

const header = (type: string, description: string) => ({ description, schema: { type } })
const retryAfter = { 'Retry-After': header('integer', 'Seconds to wait.') }
const refusals: Record<number, { description: string; headers?: typeof retryAfter }> = {
  401: { description: 'Nobody is signed in.' },
  402: { description: 'The payment has not succeeded.' },
  403: { description: 'The caller may not do this.' },
  404: { description: 'There is no such thing, or none for the caller.' },
  409: { description: 'It is done already, or something stands against it.' },
  422: { description: 'Something that was sent is not right; `errors` has a message for each field.' },
  429: { description: 'Too many requests.', headers: retryAfter },
  503: { description: 'The server is busy, or a part of it is switched off or away.', headers: retryAfter },
}

const pageHeaders = {
  Link: header('string', 'The next page, RFC 8288.'),
  'X-Total-Count': header('integer', 'How many there are on all pages.'),
  'X-Total-At-Least': header('integer', 'Where not all were counted.'),
  'X-RateLimit-Remaining': header(
    'integer',
    'How many more rows the reading limit lets the caller see for now, once these are few.',
  ),
}

function responsesOf(endpoint: Endpoint, answer: JsonSchema) {
  const declared = (endpoint.problems ?? []).map((name) => kinds[name][0])
  const codes = new Set<number>([422, 429, 503, ...declared])
  if (endpoint.access !== 'visitor') codes.add(401)
  if (/:id\b/.test(endpoint.path)) codes.add(404)
  if (endpoint.access === 'admin' || endpoint.self || endpoint.asksPassword || endpoint.showsEmails) codes.add(403)
  const problem = content(reference('Problem'), problemType)
  return {
    200: {
      description: 'The answer.',
      ...(endpoint.paged && { headers: pageHeaders }),
      ...(endpoint.columns ? content({ type: 'string' }, 'text/csv') : content(answer)),
    },
    ...Object.fromEntries(
      [...codes].sort().map((status) => [status, { ...(refusals[status] ?? { description: 'Refused.' }), ...problem }]),
    ),
    default: { description: 'What cannot be read, is too much at once, or went wrong on our side.', ...problem },
  }
}

export function openapi(
  documented: readonly Documented[],
  { brand, contact, sessionCookie }: Record<'brand' | 'contact' | 'sessionCookie', string>,
  exported: Record<string, z.core.$ZodType>,
) {
  const names: SchemaNames = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(exported)) if (!names.has(schema)) names.add(schema, { id })
  nameAnswers(documented, names)
  const schemas: Record<string, JsonSchema> = { Problem: wireSchema(ProblemBody) }
  function filed(schema: z.core.$ZodType) {
    const { $defs = {}, ...rest } = JSON.parse(
      JSON.stringify(wireSchema(schema, names)).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as JsonSchema
    Object.assign(schemas, $defs)
    return rest as JsonSchema
  }
  function operationOf({ tag, endpoint }: Documented) {
    const filedInput = filed(endpoint.input)
    const { $ref } = filedInput
    const input = typeof $ref === 'string' ? { ...schemas[$ref.split('/').at(-1)!] } : filedInput
    // Compared before anything else is read, so that no input schema needs to have it.
    if (endpoint.self) input.properties = { [endpoint.self.input]: { type: 'string' }, ...input.properties }
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const required = input.required?.filter((name) => !inPath.includes(name)) ?? []
    const rest = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name))
    const inQuery = isInQuery(endpoint) ? rest : []
    const parameters = [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: input.properties?.[name] ?? {} })),
      ...inQuery.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
    ]
    const bodyName = `${typeName(endpoint)}Body`
    const hasBody = rest.length > inQuery.length
    if (hasBody) schemas[bodyName] = { type: 'object', properties: Object.fromEntries(rest), required }
    return {
      operationId: capitalized(endpoint.method.toLowerCase()) + typeName({ ...endpoint, method: 'GET' }),
      tags: [tag],
      summary: endpoint.summary,
      description: describe(endpoint),
      'x-access': endpoint.access,
      security: endpoint.access === 'visitor' ? [] : [{ session: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...(hasBody && { requestBody: { required: true, ...content(reference(bodyName)) } }),
      responses: responsesOf(endpoint, filed(endpoint.output)),
    }
  }
  const byPath = Map.groupBy(documented, ({ endpoint }) => endpoint.path.replace(/:(\w+)/g, '{$1}'))
  const operationsOf = (calls: Documented[]) =>
    Object.fromEntries(calls.map((each) => [each.endpoint.method.toLowerCase(), operationOf(each)]))
  const paths = Object.fromEntries([...byPath].map(([path, calls]) => [path, operationsOf(calls)]))
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} API`,
      version: '1',
      description: `Every call of ${brand}. The session is a cookie; a list takes \`limit\` and \`after\`; errors are \`application/problem+json\` (RFC 9457); an unknown query parameter answers 422.`,
      contact: { name: brand, url: contact },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(documented.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by the calls that sign in.' },
      },
    },
  }
}
