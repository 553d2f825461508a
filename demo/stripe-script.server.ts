import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { root } from '#src/platform/root.server.ts'

const folder = join(root, 'sandbox/stripe')
const scripts = ['stripe-js.ts', 'card-element.ts', 'card-fields.ts', 'cards.ts']

/** Serves the sandbox's half in the browser file by file, as Stripe serves Stripe.js: nothing of it is in our build. */
export function mountStripeScript(app: FastifyInstance) {
  const options = { config: { access: 'visitor' as const, isExempt: true } }
  for (const file of scripts)
    app.get(`/sandbox/stripe/browser/${file}`, options, async (_request, reply) => {
      // Loaded with the first payment, not with the demo.
      const { transformWithOxc } = await import('vite')
      const { code } = await transformWithOxc(await readFile(join(folder, file), 'utf8'), file)
      return reply.type('text/javascript; charset=utf-8').send(code)
    })
  app.get('/sandbox/stripe/browser/card.css', options, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(join(folder, 'card.css'), 'utf8')),
  )
}
