import type { Config } from '#src/platform/config/config.server.ts'
import { escaped } from '#src/platform/http/html.server.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import type { Language } from '#src/texts/texts.tsx'
import type { Mail } from './mail.ts'

interface Words {
  subject: string
  paragraphs: string[]
  /** What somebody else wrote: shown as it is. */
  quote?: string
  button?: { label: string; link: string }
  replyTo?: { name: string; address: string }
}

function wordsOf(mail: Mail, language: Language, { brand, origin }: Pick<Config, 'brand' | 'origin'>): Words {
  const { texts, serverTexts } = languageFile(language)
  const t = serverTexts.mail
  const name = texts.brandName(brand)
  const button = (label: string, path: string) => ({ label, link: origin + path })
  switch (mail.kind) {
    case 'verify':
    case 'reset': {
      const { label, ...words } = t[mail.kind](name)
      return { ...words, button: { label, link: mail.link } }
    }
    case 'contact-approved':
      return { ...t.contactApproved(name, brand.idPrefix + mail.number), button: button(t.open, to.myRequests) }
    case 'fee-goes-back':
      if (mail.because === 'not named') return t.feeGoesBackUnnamed(name)
      // A suspended person cannot open anything.
      if (mail.because === 'suspended') return t.feeGoesBackSuspended(name, brand.idPrefix + mail.number)
      return { ...t.feeGoesBack(name, brand.idPrefix + mail.number), button: button(t.open, to.myRequests) }
    case 'contact-refused':
      return {
        ...t.contactRefused[mail.why](name, brand.idPrefix + mail.number),
        quote: mail.reason,
        button: button(t.open, to.myRequests),
      }
    case 'premium-approved':
      return { ...t.premiumApproved(name), button: button(t.open, to.viewOwn) }
    case 'contact-seen':
      return { ...(mail.undone ? t.contactSeenUndone : t.contactSeen)(name), button: button(t.open, to.seen) }
    case 'search':
      return { ...t.search(name, mail.found), button: button(t.open, to.newForYou) }
    case 'new-request': {
      const [say, page] =
        mail.request === 'contact'
          ? [t.newContactRequest, to.approveRequests]
          : [t.newPremiumRequest, to.approvePremium]
      return { ...say(name, brand.idPrefix + mail.number), button: button(t.open, page) }
    }
    case 'new-report':
      return { ...t.newReport(name, mail.days), button: button(t.open, to.reports) }
    case 'report-answered':
      return { ...t.reportAnswered(name), button: button(t.open, to.privacyAndPresence) }
    case 'payment-finding':
      return {
        ...t.paymentFinding(name, texts.findings.kinds[mail.finding]),
        button: button(t.open, to.paymentFindings),
      }
    case 'second-factor': {
      const { subject, changes, notYou } = t.secondFactor
      return { subject: subject(name), paragraphs: [changes[mail.change], notYou], button: button(t.open, to.account) }
    }
    case 'account-changed': {
      const { subject, changes } = t.accountChanged
      const paragraphs = [changes[mail.change], t.secondFactor.notYou]
      return { subject: subject(name), paragraphs, button: button(t.open, to.account) }
    }
    case 'contact-form':
      return {
        ...t.contactForm(name, mail.name, mail.email),
        quote: mail.message,
        replyTo: { name: mail.name, address: mail.email },
      }
  }
}

/** The subject names the site only, because bystanders see it. The foot unsubscribes where that is possible. */
export function compose(
  { content, language }: { content: Mail; language: Language },
  config: Pick<Config, 'brand' | 'origin'>,
  unsubscribe?: string,
) {
  const { subject, paragraphs, quote, button, replyTo } = wordsOf(content, language, config)
  const { texts, serverTexts } = languageFile(language)
  const name = texts.brandName(config.brand)
  // Of a message to the operator it would not be true.
  const footer = replyTo ? '' : serverTexts.mail.footer
  const text = [
    ...paragraphs,
    ...(quote ? [quote] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    `${name}\n${config.origin}\n${footer}`.trim(),
    ...(unsubscribe ? [`${serverTexts.mail.unsubscribe}:\n${unsubscribe}`] : []),
  ].join('\n\n')
  return {
    subject,
    text,
    html: html({ subject, paragraphs, quote, button }, language, name, [
      ...(footer ? [escaped(footer)] : []),
      escaped(config.origin),
      ...(unsubscribe
        ? [`<a href="${escaped(unsubscribe)}" style="color:inherit">${escaped(serverTexts.mail.unsubscribe)}</a>`]
        : []),
    ]),
    replyTo,
  }
}

/** Mail programs know tables and inline styles; the style element is for those that know the dark. */
function html({ subject, paragraphs, quote, button }: Words, language: Language, name: string, foot: string[]) {
  const p = (content: string, style = '', inTheDark = '') =>
    `<p ${inTheDark && `class="${inTheDark}" `}style="margin:0 0 16px;${style}">${content}</p>`
  const link = button && escaped(button.link)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#0a1511!important}.card{background:#12211b!important;color:#e8f0eb!important}.quiet{color:#a8bab0!important}.quote{border-color:#b98a22!important}}</style>
</head><body class="page" style="margin:0;background:#f3f6f2">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f6f2"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border-radius:16px;overflow:hidden;font:16px/1.6 Figtree,'Noto Sans Bengali','Segoe UI',Roboto,Arial,sans-serif">
<tr><td style="background:#0c2f25;color:#f6cf63;padding:18px 28px;font-size:22px;font-weight:700;border-bottom:3px solid #e0a92a">${escaped(name)}</td></tr>
<tr><td class="card" style="background:#ffffff;color:#14261f;padding:28px 28px 12px">
${paragraphs.map((text) => p(escaped(text))).join('\n')}
${quote ? p(escaped(quote), 'white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid #e0a92a;padding-left:14px', 'quote') : ''}
${button ? `${p(`<a href="${link}" style="display:inline-block;background:#b5145b;color:#ffffff;font-weight:600;text-decoration:none;padding:12px 24px;border-radius:12px">${escaped(button.label)}</a>`, 'padding:8px 0')}\n${p(link!, 'font-size:14px;overflow-wrap:anywhere;word-break:break-all;color:#4a5b53', 'quiet')}` : ''}
</td></tr>
<tr><td class="card quiet" style="background:#ffffff;color:#4a5b53;padding:0 28px 24px;font-size:14px">${foot.join('<br>')}</td></tr>
</table></td></tr></table></body></html>`
}
