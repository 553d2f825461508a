import type { FastifyInstance } from 'fastify'
import { escaped } from './html.server.ts'
import type { openapi } from './openapi.ts'

type Operation = ReturnType<typeof openapi>['paths'][string][string]

const json = (value: unknown) =>
  `<pre>${escaped(JSON.stringify(value, null, 2)).replace(
    /#\/components\/schemas\/(\w+)/g,
    (_, name: string) => `<a href="#${name}">${name}</a>`,
  )}</pre>`

function section(method: string, path: string, op: Operation) {
  const parameters = op.parameters?.map(
    (p) =>
      `<tr><td><code>${escaped(p.name)}</code><td>${p.in}<td>${p.required ? 'required' : 'optional'}<td><code>${escaped(JSON.stringify(p.schema))}</code>`,
  )
  return `<section><h3><code>${method.toUpperCase()} /api${escaped(path)}</code></h3>
<p>${escaped(op.summary)} ${escaped(op.description)}</p>
${parameters ? `<table><thead><tr><th>Input<th>In<th>Needed<th>Form</thead>${parameters.join('')}</table>` : ''}
${op.requestBody ? `<details><summary>Body</summary>${json(op.requestBody.content['application/json']?.schema)}</details>` : ''}
<details><summary>Answer</summary>${json(Object.values(op.responses[200]?.content ?? {})[0]?.schema)}</details>
<p>Refusals: ${Object.keys(op.responses)
    .filter((status) => status !== '200')
    .join(', ')}</p></section>`
}

/** The OpenAPI document at /api/openapi.json, and the same for reading at /api/docs; `make` makes it, once. */
export function mountDocs(app: FastifyInstance, make: () => ReturnType<typeof openapi>) {
  let made: ReturnType<typeof openapi> | undefined
  const document = () => (made ??= make())
  app.get('/api/openapi.json', { config: { access: 'visitor' } }, async () => document())

  app.get('/api/docs', { config: { access: 'visitor' } }, async (_request, reply) => {
    const { info, tags, paths, components } = document()
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    const chapters = tags.map(({ name }) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(name))
      const sections = own.map(({ method, path, operation }) => section(method, path, operation))
      return `<h2>${escaped(name)}</h2>${sections.join('\n')}`
    })
    const schemas = Object.entries(components.schemas).map(
      ([name, schema]) => `<section id="${name}"><h3><code>${name}</code></h3>${json(schema)}</section>`,
    )
    return reply.type('text/html; charset=utf-8').send(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(info.title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}section{border-top:1px solid #ccc;padding:1rem 0}h3{font-size:1.1rem}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}pre{overflow:auto;background:#f4f4f4;padding:1rem}</style>
<h1>${escaped(info.title)}</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Lists take <code>limit</code> and <code>after</code>; the next page is in the <code>Link</code> header. Errors are <code>application/problem+json</code>.</p>
${chapters.join('\n')}
<h2>Schemas</h2>${schemas.join('\n')}</html>`)
  })
}
