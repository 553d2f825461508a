import * as z from 'zod'
import { type Endpoint, isInQuery, nameOf, problemType } from './contract.ts'
import { statuses } from './problem.ts'
import { ProblemBody } from './problem-body.ts'

interface JsonSchema {
  properties?: Record<string, JsonSchema & { description?: string }>
  required?: string[]
  [more: string]: unknown
}

const wireSchema = (schema: z.core.$ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as JsonSchema
}

const content = (schema: unknown, type = 'application/json') => ({ content: { [type]: { schema } } })

/** The OpenAPI 3.1 document of these endpoints, made from the schemas that validate them. */
export function openapi(endpoints: Endpoint[], brand: string, sessionCookie: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const input = wireSchema(endpoint.input)
    // Compared before anything else is read, so that no input schema needs to have it.
    if (endpoint.self) input.properties = { [endpoint.self.input]: { type: 'string' }, ...input.properties }
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const rest = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name))
    const inQuery = isInQuery(endpoint)
    const parameters = [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: input.properties?.[name] ?? {} })),
      ...(inQuery
        ? rest.map(([name, schema]) => ({
            name,
            in: 'query',
            required: input.required?.includes(name) ?? false,
            schema,
          }))
        : []),
    ]
    const refusals = new Set<number>([422, ...(endpoint.problems ?? []).map((name) => statuses[name])])
    if (endpoint.access !== 'visitor') refusals.add(401)
    if (endpoint.access === 'admin' || endpoint.self || endpoint.asksPassword) refusals.add(403)
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: nameOf(endpoint).replace(/\W+/g, '_'),
      summary: endpoint.summary,
      'x-access': endpoint.access,
      security: endpoint.access === 'visitor' ? [] : [{ session: [] }],
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(inQuery || rest.length === 0
        ? {}
        : {
            requestBody: {
              required: true,
              ...content({
                type: 'object',
                properties: Object.fromEntries(rest),
                required: input.required?.filter((name) => !inPath.includes(name)) ?? [],
              }),
            },
          }),
      responses: {
        200: {
          description: 'The answer.',
          ...(endpoint.paged
            ? {
                headers: {
                  Link: { description: 'The next page, RFC 8288.', schema: { type: 'string' } },
                  'X-Total-Count': { schema: { type: 'integer' } },
                  'X-Total-At-Least': { description: 'Where not all were counted.', schema: { type: 'integer' } },
                },
              }
            : {}),
          ...(endpoint.columns ? content({ type: 'string' }, 'text/csv') : content(wireSchema(endpoint.output))),
        },
        ...Object.fromEntries(
          [...refusals].sort().map((status) => [
            status,
            {
              description: 'Refused.',
              ...content({ $ref: '#/components/schemas/Problem' }, problemType),
            },
          ]),
        ),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: wireSchema(ProblemBody) },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  }
}
