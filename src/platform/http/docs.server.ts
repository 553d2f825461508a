import type { FastifyInstance } from 'fastify'
import type { Endpoint } from './contract.ts'
import { escaped } from './html.server.ts'
import { openapi } from './openapi.ts'

type Operation = ReturnType<typeof openapi>['paths'][string][string] & {
  summary: string
  'x-access': string
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

const json = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`

function section(method: string, path: string, op: Operation) {
  const parameters = op.parameters?.map(
    (p) =>
      `<tr><td><code>${escaped(p.name)}</code><td>${p.in}<td>${p.required ? 'required' : 'optional'}<td><code>${escaped(JSON.stringify(p.schema))}</code>`,
  )
  return `<section><h2><code>${method.toUpperCase()} /api${escaped(path)}</code></h2>
<p>${escaped(op.summary)} <b>${escaped(op['x-access'])}</b></p>
${parameters ? `<table><thead><tr><th>Input<th>In<th>Needed<th>Form</thead>${parameters.join('')}</table>` : ''}
${op.requestBody ? `<details><summary>Body</summary>${json(op.requestBody.content['application/json']?.schema)}</details>` : ''}
<details><summary>Answer</summary>${json(Object.values(op.responses[200]?.content ?? {})[0]?.schema)}</details>
<p>Refusals: ${Object.keys(op.responses)
    .filter((status) => status !== '200')
    .join(', ')}</p></section>`
}

/** The OpenAPI document at /api/openapi.json, and the same for reading at /api/docs. */
export function mountDocs(app: FastifyInstance, endpoints: () => Endpoint[], brand: string, sessionCookie: string) {
  app.get('/api/openapi.json', { config: { access: 'visitor' } }, async () =>
    openapi(endpoints(), brand, sessionCookie),
  )

  app.get('/api/docs', { config: { access: 'visitor' } }, async (_request, reply) => {
    const { info, paths } = openapi(endpoints(), brand, sessionCookie)
    const sections = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => section(method, path, operation as Operation)),
    )
    return reply.type('text/html; charset=utf-8').send(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(info.title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}section{border-top:1px solid #ccc;padding:1rem 0}h2{font-size:1.1rem}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}pre{overflow:auto;background:#f4f4f4;padding:1rem}</style>
<h1>${escaped(info.title)}</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Lists take <code>limit</code> and <code>after</code>; the next page is in the <code>Link</code> header. Errors are <code>application/problem+json</code>.</p>
${sections.join('\n')}</html>`)
  })
}
