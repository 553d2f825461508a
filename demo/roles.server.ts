import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config/config.server.ts'
import { notFound, Problem } from '#src/platform/http/problem.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { type Language, languages } from '#src/platform/language.ts'
import { safeReturn, to } from '#src/platform/navigation/addresses.ts'
import { demoAccounts, demoPassword } from './world.server.ts'

/** What is on the bar, and where each begins when the page before was one's own. */
const roles = {
  visitor: { en: 'Visitor', bn: 'অতিথি', home: to.home },
  new: { en: 'New member', bn: 'নতুন সদস্য', home: to.edit },
  user: { en: 'Member', bn: 'সদস্য', home: to.viewOwn },
  premium: { en: 'Premium member', bn: 'প্রিমিয়াম সদস্য', home: to.viewOwn },
  admin: { en: 'Administrator', bn: 'অ্যাডমিন', home: to.adminDashboard },
} as const
const label = { en: 'Look at the demo as', bn: 'ডেমোটি দেখুন' }
type Role = keyof typeof roles

const emailOf = (role: Role) => demoAccounts.find(({ email }) => email.startsWith(`${role}@`))?.email
/** Pages that another person would not have. */
const own = /^\/(dashboard|login|register|checkout)\b/

/** In every language: the page changes to another one without being loaded, and the bar with it. */
const said = (words: Record<Language, string>) =>
  languages.map((language) => `<span lang="${language}">${words[language]}</span>`).join('')

/** The bar above every page of the demo: one press signs in as somebody else, and stays on the page where it can. */
export function rolesBar(viewer: Viewer) {
  const links = (Object.keys(roles) as Role[]).map((role) => {
    const isCurrent = viewer.kind === 'visitor' ? role === 'visitor' : viewer.email === emailOf(role)
    // The page's policy is to send no address; here the one that the script has come to by now is needed.
    return `<a href="/demo/as/${role}" data-email="${emailOf(role) ?? ''}" referrerpolicy="same-origin"${isCurrent ? ' aria-current="true"' : ''}>${said(roles[role])}</a>`
  })
  // Seen first, but last for the keyboard: a page begins with the link that leads to its content.
  return `<style>
body{display:flex;flex-direction:column}
#root{min-width:0}
.demo-roles{order:-1;display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:.25rem;padding:.25rem 1rem;background:var(--color-gold-soft);color:var(--color-gold-text);font-size:.875rem;font-weight:600}
.demo-roles a{padding:.6rem .7rem;border-radius:.5rem;text-decoration:underline;text-underline-offset:4px}
.demo-roles a[aria-current]{background:var(--color-gold-text);color:var(--color-gold-soft);text-decoration:none}
@media (max-width:40rem){.demo-roles{flex-wrap:nowrap;justify-content:flex-start;overflow-x:auto;white-space:nowrap}.demo-roles>span{position:absolute;clip-path:inset(50%)}}
${languages.map((language) => `html:not([lang=${language}]) .demo-roles [lang=${language}]`).join()}{display:none}
@media print{.demo-roles{display:none}}
</style><nav class="demo-roles" aria-labelledby="demo-roles"><span id="demo-roles">${said(label)}</span>${links.join('')}</nav><script type="module" src="${scriptAddress}"></script>`
}

const scriptAddress = '/demo/roles.js'
/** A person who signs in or out on the page itself is marked too: the page tells its other tabs, and so this. */
const script = `new BroadcastChannel('auth').onmessage = async () => {
  const { user } = await (await fetch('/api/session')).json()
  for (const link of document.querySelectorAll('.demo-roles a'))
    if (link.dataset.email === (user?.email ?? '')) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}
`

/** Where its links lead. Only from pages of the demo: no other site may change who somebody is here. */
export function mountRoles(app: FastifyInstance, { origin }: Pick<Config, 'origin'>) {
  app.get(scriptAddress, { config: { access: 'visitor', isExempt: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  )
  app.get<{ Params: { role: string } }>('/demo/as/:role', {
    config: { access: 'visitor' },
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { role } = request.params
      if (!Object.hasOwn(roles, role)) throw notFound()
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new Problem('forbidden', { code: 'foreign-origin' })
      const email = emailOf(role as Role)
      const headers = { cookie: request.headers.cookie ?? '', host: request.headers.host ?? '', origin }
      const answered = await app.inject({
        method: 'POST',
        url: `/api/auth/${email ? 'sign-in/email' : 'sign-out'}`,
        remoteAddress: request.ip,
        headers,
        payload: email ? { email, password: demoPassword, rememberMe: true } : {},
      })
      if (answered.statusCode !== 200) throw new Problem('unavailable')
      const from = pathOf(request.headers.referer)
      return reply
        .header('cache-control', 'no-store')
        .header('set-cookie', answered.headers['set-cookie'] ?? [])
        .redirect(own.test(from) ? roles[role as Role].home : from, 303)
    },
  })
}

function pathOf(referer = '') {
  if (!URL.canParse(referer)) return to.home
  const { pathname, search, searchParams } = new URL(referer)
  // A person who is asked to sign in wanted another page.
  const wanted = pathname === to.login() || pathname === to.register() ? searchParams.get('from') : null
  return safeReturn(wanted ?? pathname + search)
}
