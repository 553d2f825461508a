import { to } from '#src/platform/navigation/addresses.ts'
import { escaped } from './html.server.ts'

interface SmallPage {
  language: string
  title: string
  site: string
  lead: string
  /** As HTML. */
  action: string
}

/** Where a mail's link leads. It looks like the mail it comes from, and needs neither a script nor a file. */
export function smallPage({ language, action, ...words }: SmallPage) {
  const [title, site, lead] = [words.title, words.site, words.lead].map(escaped)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg"><title>${title} | ${site}</title>
<style>
body{margin:0;background:#f3f6f2;color:#14261f;font:16px/1.6 Figtree,'Noto Sans Bengali','Segoe UI',Roboto,Arial,sans-serif}
.card{max-width:560px;margin:24px auto;border-radius:16px;overflow:hidden;background:#fff}
header a{display:block;background:#0c2f25;color:#f6cf63;padding:18px 28px;font-size:22px;font-weight:700;border-bottom:3px solid #e0a92a;text-decoration:none}
main{padding:12px 28px 28px}h1{font-size:24px;line-height:1.3}
button{min-height:44px;border:0;border-radius:12px;background:#b5145b;color:#fff;font:inherit;font-weight:600;padding:10px 24px;cursor:pointer}
main a{display:inline-block;min-height:44px;line-height:44px;color:inherit;font-weight:600}
:focus-visible{outline:3px solid #e0a92a;outline-offset:3px}
@media (max-width:608px){.card{margin:12px}}
@media (prefers-color-scheme:dark){body{background:#0a1511;color:#e8f0eb}.card{background:#12211b}}
</style></head><body><div class="card"><header><a href="${to.home}">${site}</a></header>
<main><h1>${title}</h1><p>${lead}</p>${action}</main></div></body></html>`
}
