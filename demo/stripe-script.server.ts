import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { root } from '#src/platform/root.server.ts'

const folder = join(root, 'dist/beside/stripe')
const files = { 'stripe-js.js': 'text/javascript', 'card.css': 'text/css' }

/** Serves the sandbox's half in the browser by its address, as Stripe serves Stripe.js: no page's code has any of it. */
export function mountStripeScript(app: FastifyInstance) {
  for (const [file, type] of Object.entries(files))
    app.get(
      `/sandbox/stripe/browser/${file}`,
      { config: { access: 'visitor', isExempt: true } },
      async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(await readFile(join(folder, file), 'utf8')),
    )
}
