import { readdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Auth } from '#src/features/identity/auth.server.ts'
import { choiceCookie, choiceIn } from '#src/platform/browser-storage/cookies.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import { isLoopback } from '#src/platform/config/rules.server.ts'
import type { Caller } from '#src/platform/http/client.ts'
import { answerProblem } from '#src/platform/http/errors.server.ts'
import { escaped } from '#src/platform/http/html.server.ts'
import { type Asker, askerOf, type CountList } from '#src/platform/http/mount.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { Answer, ResponseCache } from '#src/platform/http/response-cache.server.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { isLanguage, type Language } from '#src/platform/language.ts'
import { languageSwitch, safeReturn } from '#src/platform/navigation/addresses.ts'
import { operatorIn } from '#src/platform/operator.ts'
import { type Assets, builtAssets } from './assets.server.ts'
import type { Rendered } from './render.server.tsx'

/** What browsers heed on documents only: 600 bytes that a page would be sent with each of its scripts and fonts. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]

function withoutDocumentHeaders(reply: FastifyReply) {
  for (const name of documentHeaders) reply.removeHeader(name)
}

interface Parts {
  config: Config
  takesPayments: boolean
  assets?: Assets | undefined
  aside?: ((viewer: Viewer) => string) | undefined
  auth: Pick<Auth, 'viewerOf'>
  callAs: (viewer: Viewer, by: Asker) => Caller
  kept: ResponseCache
  countList: CountList
}

/** Serves the pages and their files. Pages with a signed-in person's data are never stored by anybody. */
export async function mountPages(app: FastifyInstance, parts: Parts) {
  const { config, takesPayments, aside, auth, callAs, kept, countList } = parts
  const assets = parts.assets ?? (await builtAssets())
  const { folder } = assets
  const shell = shellOf(assets, config.origin)
  const own = new URL(config.origin)
  const site = {
    brand: config.brand,
    isDemo: config.mode === 'demo',
    origin: config.origin,
    takesPayments,
    contactDefault: config.contactDefault === 'ask' ? ('ask' as const) : undefined,
    isNeverConfirmed: config.confirmEveryDays === undefined ? (true as const) : undefined,
    contact: { hasForm: config.mail !== undefined, email: config.contactEmail },
  }
  const siteIn = (language: Language) => ({ ...site, operator: operatorIn(config.operator, language) })

  // The plugin's own routes would declare no access; these do.
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  const open = { config: { access: 'visitor', isExempt: true } } as const
  app.get<{ Params: { '*': string } }>('/assets/*', open, (request, reply) => {
    withoutDocumentHeaders(reply)
    // Their names hold a hash of their content: nobody asks whether they have changed.
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${request.params['*']}`, {
        cacheControl: false,
        etag: false,
        lastModified: false,
        acceptRanges: false,
      })
  })
  for (const file of (await readdir(folder)).filter((name) => /\.(svg|png|txt|html|js)$/.test(name))) {
    app.get(`/${file}`, open, (_request, reply) => {
      // A script of this place is a service worker, which has a policy of its own.
      if (!/\.(html|js)$/.test(file)) withoutDocumentHeaders(reply)
      return reply.header('cache-control', 'public, max-age=3600').sendFile(file, { cacheControl: false })
    })
  }

  /** The demo has one name: cookies and windows of http://localhost know nothing of those of http://127.0.0.1. */
  const isOtherNameOfThisMachine = ({ host, hostname, port }: FastifyRequest) =>
    config.mode === 'demo' && host !== own.host && String(port) === own.port && isLoopback(hostname)

  async function page(request: FastifyRequest, reply: FastifyReply) {
    if (isOtherNameOfThisMachine(request)) return reply.redirect(config.origin + request.url)
    const viewer = await auth.viewerOf(request)
    const by = askerOf(request)
    const { language } = by
    const drawn = () => draw(request, viewer, language, callAs(viewer, by))
    if (kept.isForAnybody(request)) {
      // A visitor who gets a page that was made for another has read its lists, too.
      const admit = ({ lists = 0 }: Answer) => {
        for (let list = 0; list < lists; list++) countList(viewer, by.address)
      }
      try {
        return await kept.send(request, reply, `${language} ${request.url}`, drawn, admit)
      } catch (error) {
        // Drawn for them alone the page says when it goes on.
        if (!(error instanceof Problem && error.code === 'reading-limit')) throw error
      }
    }
    const { status, headers, body } = await drawn()
    return reply.code(status).headers(headers).send(body)
  }

  async function draw(request: FastifyRequest, viewer: Viewer, language: Language, caller: Caller): Promise<Answer> {
    let lists = 0
    const counting: Caller = (endpoint, input) => {
      if (endpoint.isList) lists++
      return caller(endpoint, input)
    }
    const rendered = await assets.render(
      addressOf(request),
      counting,
      siteIn(language),
      language,
      request.headers.cookie,
    )
    if (rendered.fault) request.log.error({ err: rendered.fault }, 'a part of a page failed')
    const headers = {
      'cache-control': viewer.kind === 'visitor' ? 'private, no-cache' : 'private, no-store',
      vary: 'cookie, accept-encoding, accept-language',
      ...(rendered.retryAfter && { 'retry-after': rendered.retryAfter }),
    }
    if (rendered.redirect) return { status: 302, headers: { ...headers, location: rendered.redirect }, body: '' }
    return {
      status: rendered.status,
      lists,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      body: shell(
        { ...rendered, body: rendered.body + (aside?.(viewer) ?? '') },
        language,
        choiceIn(request.headers.cookie, 'theme'),
      ),
    }
  }

  app.get(languageSwitch, { config: { access: 'visitor' } }, (request, reply) => {
    const { searchParams } = addressOf(request)
    const language = searchParams.get('lang') ?? ''
    if (isLanguage(language)) reply.header('set-cookie', choiceCookie('lang', language))
    return reply.header('cache-control', 'no-store').redirect(safeReturn(searchParams.get('from')), 303)
  })

  app.get('/*', {
    config: { access: 'visitor' },
    handler: page,
    errorHandler: (error, request, reply) =>
      answerProblem(error, request, reply, (_, { status }) => {
        const failure = assets.renderFailure(
          request.url.replace(/^\/+/, '/'),
          siteIn(request.language),
          request.language,
        )
        if (status >= 500) reply.header('retry-after', 2)
        return reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(shell(failure, request.language, choiceIn(request.headers.cookie, 'theme')))
      }),
  })
}

/** What messengers show of an address: the Open Graph protocol, https://ogp.me. The picture is drawn for all pages. */
const cardsFor = (card: { site: string; title: string; description: string; origin: string; path: string }) =>
  [
    ['og:type', 'website'],
    ['og:site_name', card.site],
    ['og:title', card.title],
    ['og:description', card.description],
    ['og:url', card.origin + card.path],
    ['og:image', `${card.origin}/share.png`],
    ['twitter:card', 'summary_large_image'],
  ]
    .map(([name, content]) => `<meta property="${name}" content="${escaped(content!)}">`)
    .join('')

/** Only path and query matter; whatever Host the client claims goes nowhere. */
const addressOf = (request: FastifyRequest) => new URL(request.url.replace(/^\/+/, '/'), 'http://page.invalid')

export function shellOf({ early, headOf, scriptsOf }: Assets, origin: string) {
  return (page: Rendered, language: Language, theme: string | undefined) => {
    const { title, description, shared, body, styles = '' } = page
    const chosenTheme = theme === 'dark' || theme === 'light' ? ` data-theme="${theme}"` : ''
    const cards = shared ? cardsFor({ ...shared, description, origin }) : ''
    return `<!doctype html><html lang="${language}"${chosenTheme}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><meta name="description" content="${escaped(description)}">${cards}<meta name="theme-color" content="#0C2F25"><link rel="icon" href="/favicon.svg"><script>${early}</script>${headOf(page)}${styles}</head><body>${body}${scriptsOf(page)}</body></html>`
  }
}
