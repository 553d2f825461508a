import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import type { Config } from '#src/platform/config.server.ts'
import { escaped } from '#src/platform/http/html.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { outboxFolder } from '#src/platform/mail/transport.server.ts'

const access = { config: { access: 'visitor' as const } }

/** Shows the mails of the demo, which go nowhere: `/demo/outbox` lists them, newest first. */
export function mountOutbox(app: FastifyInstance, config: Config) {
  const folder = outboxFolder(config)
  const listed = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const read = async (name: string) => ({ name, ...(await PostalMime.parse(await readFile(join(folder, name)))) })

  app.get('/demo/outbox', access, async (_request, reply) => {
    const mails = await Promise.all((await listed()).reverse().slice(0, 100).map(read))
    const items = mails.map(
      ({ name, to, subject, date }) =>
        `<li><a href="/demo/outbox/${escaped(name)}"><b>${escaped(subject)}</b><span>${escaped(to?.[0]?.address)}</span><time datetime="${escaped(date)}">${escaped(date?.slice(0, 16).replace('T', ' '))} UTC</time></a></li>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        document(
          `Mails of the demo`,
          `<h1>Mails of the demo</h1><p>Nothing here was sent. On a real site these mails go to an SMTP server.</p>${
            items.length > 0
              ? `<ul>${items.join('')}</ul>`
              : '<p>No mails yet. Register, or ask for a premium biodata.</p>'
          }<p><a href="/">Back to the site</a></p>`,
        ),
      )
  })

  app.get<{ Params: { name: string } }>('/demo/outbox/:name', access, async (request, reply) => {
    const name = (await listed()).find((name) => name === request.params.name)
    if (!name) throw new Problem('not-found')
    const { from, to, replyTo, subject, html } = await read(name)
    const lines = [
      ['From', from?.address],
      ['To', to?.[0]?.address],
      ['Reply-To', replyTo?.[0]?.address],
      ['Subject', subject],
    ].filter(([, value]) => value)
    const head = `<div style="padding:12px 16px;background:#fdefc3;color:#7a4e00;font:14px/1.6 monospace;overflow-wrap:anywhere"><a href="/demo/outbox" style="color:inherit">Mails of the demo</a>${lines.map(([label, value]) => `<br>${label}: ${escaped(value)}`).join('')}</div>`
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(html?.replace(/<body[^>]*>/, (body) => body + head))
  })
}

const document = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>
body{margin:0 auto;max-width:44rem;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f3f6f2,#0a1511);color:light-dark(#14261f,#e8f0eb)}
ul{list-style:none;padding:0}li{margin:0 0 8px}a{color:light-dark(#b5145b,#f487b3)}
li a{display:grid;gap:2px;padding:14px 16px;border-radius:14px;background:light-dark(#fff,#12211b);color:inherit;text-decoration:none;overflow-wrap:anywhere}
li span,time{font-size:14px;color:light-dark(#4a5b53,#a8bab0)}a:focus-visible{outline:3px solid light-dark(#0b57d0,#ffd666)}
</style></head><body><main>${body}</main></body></html>`
