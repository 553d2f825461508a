import { afterAll, expect, test } from 'vitest'
import { testWorld } from '#test/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())

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
  const form = body.paths['/bioData'].patch.requestBody.content['application/json'].schema
  expect(Object.keys(form.properties)).toEqual(
    expect.arrayContaining(['gander', 'matherName', 'PartnerFeet', 'phoneNumber', 'email']),
  )
  expect(form.required).not.toContain('photoUrl')
  expect(body.paths['/users/admin/{id}'].patch).toMatchObject({ 'x-access': 'admin', security: [{ session: [] }] })
  expect(Object.keys(body.paths['/users/admin/{id}'].patch.responses)).toEqual(['200', '401', '403', '404', '422'])
})

test('G6: it knows every field of the specification’s bodies, and says which the server ignores', async () => {
  const { body } = await world.call('GET', '/api/openapi.json')
  const fieldsOf = (path: string) =>
    Object.entries<{ description?: string }>(
      body.paths[path].post.requestBody.content['application/json'].schema.properties,
    )
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

test('G6: the same is readable as a page', async () => {
  const page = await world.call('GET', '/api/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.text).toContain('PATCH /api/contact-request-approver/{id}')
})
