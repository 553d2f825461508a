import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountCalls } from '#src/features/sign-in/account-calls.server.ts'
import { testConfig, testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())

interface Operation {
  operationId: string
  tags: string[]
  description: string
  responses: Record<string, { headers?: object }>
}
interface Named {
  content: { 'application/json': { schema: { $ref: string } } }
}
interface Body {
  properties: Record<string, { description?: string }>
  required: string[]
}
/** The body's schema of an operation, which stands under its name. */
function bodyOf(
  document: { components: { schemas: Record<string, Body> } },
  { requestBody }: { requestBody: Named },
): Body {
  return document.components.schemas[requestBody.content['application/json'].schema.$ref.split('/').at(-1)!]!
}

/** Section 7 of the specification. */
const specified =
  `GET /user/admin/{email}, POST /user, GET /viewBioData, PATCH /bioData, PATCH /user/request_premium/{email},
GET /allBioData, PATCH /users/admin/{id}, PATCH /users/premium/{id}, GET /BioDataCount, GET /user/premium/{email},
GET /check-payment, GET /bioData/{id}, GET /favorite-status/{bioDataId}/{email}, POST /favorite-bioData, GET /favorite,
DELETE /delete-favorite/{id}, POST /create-payment-intent, POST /payments, GET /payments,
PATCH /contact-request-approver/{id}, PATCH /delete-request/{id}, GET /bioData-filter`.split(/,\s+/)

test('G6: the OpenAPI document describes every call of the specification, with its own names', async () => {
  const { body } = await world.call('GET', '/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(body.servers).toEqual([{ url: '/api' }])
  for (const call of specified) {
    const [method, path] = call.trim().split(' ') as [string, string]
    expect(body.paths[path]?.[method.toLowerCase()], call).toMatchObject({ summary: expect.any(String) })
  }
  const filter = body.paths['/bioData-filter'].get.parameters.map(({ name }: { name: string }) => name)
  expect(filter.sort()).toEqual(['after', 'gander', 'limit', 'maritalStatus', 'maxAge', 'minAge', 'perDivision'])
  const form = bodyOf(body, body.paths['/bioData'].patch)
  expect(Object.keys(form.properties)).toEqual(
    expect.arrayContaining(['gander', 'matherName', 'PartnerFeet', 'phoneNumber', 'email']),
  )
  expect(form.required).not.toContain('photoUrl')
  expect(form.required).toEqual(expect.arrayContaining(['gander', 'matherName', 'phoneNumber']))
  const parametersOf = (path: string) =>
    body.paths[path].get.parameters.map(({ name, required }: { name: string; required: boolean }) => [name, required])
  expect(parametersOf('/check-payment')).toContainEqual(['bioDataId', true])
  expect(parametersOf('/bioData-filter')).toContainEqual(['gander', false])
  expect(body.paths['/users/admin/{id}'].patch).toMatchObject({ 'x-access': 'admin', security: [{ session: [] }] })
  expect(Object.keys(body.paths['/users/admin/{id}'].patch.responses)).toEqual([
    ...['200', '401', '403', '404', '422', '429', '503', 'default'],
  ])
})

test('G6: it knows every field of the specification’s bodies, and says which the server ignores', async () => {
  const { body } = await world.call('GET', '/api/openapi.json')
  const fieldsOf = (path: string) => Object.entries(bodyOf(body, body.paths[path].post).properties)
  for (const [path, fields, ignored] of [
    ['/user', 'bioDataId email name role', 'bioDataId name role'],
    ['/favorite-bioData', 'Occupation PermanentAddress bioDataId email name', 'Occupation PermanentAddress name'],
    ['/create-payment-intent', 'bioDataId price', ''],
    ['/payments', 'bioDataId date email name price status transactionId', 'date name price status'],
  ] as const) {
    const known = fieldsOf(path).sort(([a], [b]) => (a < b ? -1 : 1))
    expect(known.map(([name]) => name).join(' '), path).toBe(fields)
    const described = known.filter(([, schema]) => schema.description?.startsWith('Ignored'))
    expect(described.map(([name]) => name).join(' '), path).toBe(ignored)
  }
})

test('G6: every reference in the document leads somewhere, and every path parameter is declared', async () => {
  const { body, text } = await world.call('GET', '/api/openapi.json')
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
    expect(body.components.schemas).toHaveProperty(name!)
  for (const [path, operations] of Object.entries<Record<string, { parameters?: { name: string; in: string }[] }>>(
    body.paths,
  )) {
    for (const { parameters = [] } of Object.values(operations)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  }
})

test('G6: every operation says who may call it, where it belongs, and that it may answer 429 and 503', async () => {
  const { body } = await world.call('GET', '/api/openapi.json')
  const tags = body.tags.map(({ name }: { name: string }) => name)
  for (const [path, operations] of Object.entries<Record<string, Operation>>(body.paths)) {
    for (const [method, { tags: own, description, responses, operationId }] of Object.entries(operations)) {
      const called = `${method} ${path}`
      expect(own.every((tag) => tags.includes(tag)) && own.length, called).toBe(1)
      expect(description, called).toMatch(/^For (everybody|members|administrators)/)
      for (const status of ['429', '503']) expect(responses[status]?.headers, called).toHaveProperty('Retry-After')
      expect(operationId, called).toMatch(/^\w+$/)
    }
  }
  expect(body.info).toMatchObject({ license: { identifier: 'MIT' }, contact: { url: expect.stringContaining('http') } })
})

test('G6: signing up, in and out stand in the document as they are answered', async () => {
  const { body } = await world.call('GET', '/api/openapi.json')
  for (const call of accountCalls) expect(body.paths[call.path]).toHaveProperty(call.method.toLowerCase())
  const calls = new Map(accountCalls.map((call) => [call.path, call]))
  const account = { name: 'Rahim', email: 'rahim@example.org', password: 'নৌকা-নদী-৪২-jol' }
  const headers = { origin: testConfig().origin }
  const made = await world.call('POST', '/api/auth/sign-up/email', undefined, account, headers)
  z.parse(calls.get('/auth/sign-up/email')!.output, made.body)
  const entered = await world.call('POST', '/api/auth/sign-in/email', undefined, account, headers)
  z.parse(calls.get('/auth/sign-in/email')!.output, entered.body)
  const left = await world.call('POST', '/api/auth/sign-out', undefined, {}, headers)
  z.parse(calls.get('/auth/sign-out')!.output, left.body)
})

test('G6: answers and bodies have names, and a card is described once', async () => {
  const { body, text } = await world.call('GET', '/api/openapi.json')
  const names = Object.keys(body.components.schemas)
  expect(names).toEqual(
    expect.arrayContaining(['Card', 'Problem', 'SessionAnswer', 'FavoriteItem', 'PatchBioDataBody', 'Modified']),
  )
  const { properties } = body.components.schemas.Card
  expect(text.split(JSON.stringify(properties)).length).toBe(2)
})

test('G6: the same is readable as a page', async () => {
  const page = await world.call('GET', '/api/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.text).toContain('PATCH /api/contact-request-approver/{id}')
})
