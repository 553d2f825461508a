import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import PostalMime from 'postal-mime'
import type { Assets } from '#src/app/pages/assets.server.ts'
import { shellOf } from '#src/app/pages/pages.server.ts'
import { outboxFolder } from '#src/features/mail/transport.server.ts'
import { choiceIn } from '#src/platform/browser-storage/cookies.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import { escaped } from '#src/platform/http/html.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { languageFile } from '#src/texts/languages.server.ts'

const access = { config: { access: 'visitor' as const } }
const { format } = languageFile('en').texts

/** Shows the mails of the demo, which go nowhere: `/demo/outbox` lists them, newest first. */
export function mountOutbox(app: FastifyInstance, config: Config, assets: Assets) {
  const folder = outboxFolder(config)
  const listed = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const read = async (name: string) => ({ name, ...(await PostalMime.parse(await readFile(join(folder, name)))) })

  const shell = shellOf(assets, config.origin)
  const send = (request: FastifyRequest, reply: FastifyReply, title: string, content: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        shell(
          { status: 200, title, description: title, body: frame(config, title, content) },
          'en',
          choiceIn(request.headers.cookie, 'theme'),
        ),
      )

  app.get('/demo/outbox', access, async (request, reply) => {
    const mails = await Promise.all((await listed()).reverse().slice(0, 100).map(read))
    const items = mails.map(
      ({ name, to, subject, date }) =>
        `<li><a class="section" href="/demo/outbox/${escaped(name)}"><b>${escaped(subject)}</b><span>${escaped(to?.[0]?.address)}</span>${
          date ? `<time datetime="${escaped(date)}">${format.dateTime(date)}</time>` : ''
        }</a></li>`,
    )
    const list =
      items.length > 0
        ? `<ul>${items.join('')}</ul>`
        : '<p class="section">No mails yet. Register, or ask for a premium biodata.</p>'
    return send(
      request,
      reply,
      'Mails of the demo',
      `<p>Nothing here was sent. On a real site these mails go to an SMTP server.</p>${list}`,
    )
  })

  app.get<{ Params: { name: string } }>('/demo/outbox/:name', access, async (request, reply) => {
    const name = (await listed()).find((name) => name === request.params.name)
    if (!name) throw new Problem('not-found')
    const { from, to, replyTo, subject, html = '' } = await read(name)
    const lines = [
      ['From', from?.address],
      ['To', to?.[0]?.address],
      ['Reply-To', replyTo?.[0]?.address],
    ].flatMap(([label, value]) => (value ? [`<p>${label}: ${escaped(value)}</p>`] : []))
    return send(
      request,
      reply,
      subject ?? '',
      `${lines.join('')}<div class="mail section" lang="${html.match(/<html lang="(\w+)"/)?.[1] ?? 'en'}"><template shadowrootmode="open">${mailOf(html)}</template></div><p><a href="/demo/outbox">Mails of the demo</a></p>`,
    )
  })
}

/** A mail has its own look and must not meet the page's: it is put into a shadow tree, its style and what is in its body. */
const mailOf = (html: string) =>
  `${html.match(/<style>.*?<\/style>/s)?.[0] ?? ''}<div ${html.match(/<body([^>]*)>/)?.[1] ?? ''}>${html.match(/<body[^>]*>(.*)<\/body>/s)?.[1] ?? ''}</div>`

/** The site's header and tokens around a page of the demo. */
const frame = ({ brand }: Config, title: string, content: string) =>
  `<style>
.site-header .wrap{display:flex;align-items:center;min-height:64px}
.outbox{display:grid;gap:.75rem;padding-block:1.5rem 4rem;overflow-wrap:anywhere}
.outbox h1{font-size:var(--text-title)}
.outbox>p{color:var(--color-ink-2)}
.outbox>p a{color:var(--color-primary);font-weight:600;text-decoration:underline;text-underline-offset:4px}
.outbox ul{display:grid;gap:.5rem}
.outbox li a{display:grid;gap:0 1rem;padding-block:.5rem}
@media (width>=40rem){.outbox li a{grid-template-columns:1fr auto 12rem;align-items:baseline}.outbox li time{text-align:end}}
.outbox li a:hover b{text-decoration:underline}
.outbox span,.outbox time{color:var(--color-ink-2);font-size:var(--text-md)}
.outbox .mail{padding:0;overflow:hidden}
</style>
<header class="site-header"><div class="wrap"><a href="/" class="brand-text">${escaped(brand.name)}</a></div></header>
<main class="wrap outbox"><h1>${escaped(title)}</h1>${content}<p><a href="/">Back to the site</a></p></main>`
