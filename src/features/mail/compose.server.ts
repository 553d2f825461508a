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
  /** Of an address that somebody else typed, it would not be true that it has an account here. */
  isToStranger?: true
}

function wordsOf(mail: Mail, language: Language, { brand, origin }: Pick<Config, 'brand' | 'origin'>): Words {
  const { texts, serverTexts } = languageFile(language)
  const t = serverTexts.mail
  const id = 'number' in mail ? brand.idPrefix + mail.number : ''
  const absolute = (address: string) => (address.startsWith('/') ? origin + address : address)
  type Button = [label: keyof typeof t.buttons, path: string]
  const words = (subject: keyof typeof t.subjects, says: string | string[], button?: Button): Words => ({
    subject: `${texts.brandName(brand)}: ${t.subjects[subject]}`,
    paragraphs: [says].flat().filter(Boolean),
    ...(button && { button: { label: t.buttons[button[0]], link: absolute(button[1]) } }),
  })
  switch (mail.kind) {
    case 'verify':
      return words('verify', t.verify(texts.brandName(brand)), ['verify', mail.link])
    case 'reset':
      return words('reset', t.reset, ['reset', mail.link])
    case 'contact-approved':
      return words('news', t.contactApproved(id), ['contact', to.myRequests])
    case 'fee-goes-back':
      if (mail.because === 'not named') return words('news', t.feeGoesBackUnnamed)
      // A suspended person cannot open anything.
      if (mail.because === 'suspended') return words('news', t.feeGoesBackSuspended(id))
      return words('news', t.feeGoesBack(id), ['requests', to.myRequests])
    case 'transfer':
      if (mail.outcome === 'paid') return words('news', t.transfer.paid(id), ['requests', to.myRequests])
      return words('news', t.transfer[mail.outcome](id), ['transfer', to.paymentReturn(mail.page)])
    case 'contact-refused':
      return {
        ...words('news', t.contactRefused[mail.why](id, mail.hasFee ? ` ${t.wholeFee}` : ''), [
          'requests',
          to.myRequests,
        ]),
        quote: mail.reason,
      }
    case 'asked':
      return words(
        'task',
        t.asked[mail.what](texts.format.dateTime(mail.until), mail.ward && brand.idPrefix + mail.ward),
        ['asked', to.asked(mail.request)],
      )
    case 'family-answer':
      if (mail.answer === 'forwarded')
        return words('news', t.forwarded(id, mail.until && texts.format.dateTime(mail.until)), [
          'requests',
          to.myRequests,
        ])
      return words('news', t.familyAnswer[mail.answer](id, mail.hasFee ? t.wholeFee : ''), ['requests', to.myRequests])
    case 'guardian-invitation':
      return {
        ...words('search', t.guardianInvitation(mail.from, texts.brandName(brand)), ['invitation', mail.link]),
        isToStranger: true,
      }
    case 'guardian':
      return words('news', t.guardian[mail.event], ['guardian', mail.event === 'ended' ? to.kept() : to.guardians])
    case 'premium-approved':
      return words('news', t.premiumApproved, ['biodata', to.viewOwn])
    case 'contact-seen':
      return words('news', mail.undone ? t.contactSeenUndone : t.contactSeen, ['seen', to.seen])
    case 'search':
      return words('search', t.search(mail.found), ['search', to.newForYou])
    case 'new-request':
      if (mail.request === 'contact') return words('task', t.newContactRequest(id), ['review', to.approveRequests])
      if (mail.request === 'unanswered') return words('task', t.newUnanswered(id), ['report', to.unanswered])
      if (mail.request === 'transfer') return words('task', t.newTransfer(id), ['payment', to.transfers()])
      return words('task', t.newPremiumRequest(id), ['review', to.approvePremium])
    case 'new-report':
      return words('task', t.newReport(mail.days), ['report', to.reports])
    case 'report-answered':
      return words('news', t.reportAnswered, ['answer', to.privacyAndPresence])
    case 'still-right':
      return words('search', t.stillRight[mail.state], ['stillRight', mail.link])
    case 'number-unanswered':
      return words(
        'news',
        t.numberUnanswered[mail.of],
        mail.of === 'own' ? ['biodata', to.edit] : ['guardian', to.kept()],
      )
    case 'number-checked':
      if (mail.outcome === 'answers') return words('news', t.numberChecked.answers(id), ['requests', to.myRequests])
      return words('news', t.numberChecked.unanswered(id, mail.hasFee ? t.wholeFee : ''), ['requests', to.myRequests])
    case 'attestation':
      return words('news', t.attestation, ['biodata', to.viewOwn])
    case 'feedback':
      return words('search', t.feedback(id), ['feedback', to.myRequests])
    case 'payment-finding':
      return words('finding', [texts.findings.kinds[mail.finding], t.finding], ['payment', to.paymentFindings])
    case 'second-factor':
      return words('secondFactor', [t.secondFactor[mail.change], t.notYou], ['account', to.account])
    case 'account-changed':
      return words('accountChanged', [t.accountChanged[mail.change], t.notYou], ['account', to.account])
    case 'contact-form': {
      const { name, email, message } = mail
      const replyTo = { name, address: email }
      return { ...words('contactForm', t.contactForm(name, email)), quote: message, replyTo }
    }
  }
}

interface Letter {
  content: Mail
  language: Language
  /** Greeted by name only where the address is confirmed: a stranger may have typed another one. */
  recipientName?: string | null
}

/** The subject names the site only, because bystanders see it. The foot unsubscribes where that is possible. */
export function compose(
  { content, language, recipientName }: Letter,
  config: Pick<Config, 'brand' | 'origin' | 'contactEmail' | 'operator'>,
  unsubscribe?: string,
) {
  const { subject, paragraphs, quote, button, replyTo, isToStranger } = wordsOf(content, language, config)
  const { texts, serverTexts } = languageFile(language)
  const name = texts.brandName(config.brand)
  const t = serverTexts.mail
  const greeting = recipientName ? t.dear(recipientName) : t.hello
  // Of a message to the operator it would not be true.
  const footer = replyTo || isToStranger ? '' : t.footer(name, config.contactEmail)
  const { operator } = config
  // Who wrote, and how to reach them. The operator knows it.
  const signature = replyTo
    ? [name]
    : [
        [name, operator.name?.[language]].filter(Boolean).join(', '),
        ...(operator.phone ? [t.call(operator.phone, operator.hours?.[language])] : []),
        ...(operator.whatsApp ? [t.whatsApp(operator.whatsApp)] : []),
      ]
  const text = [
    greeting,
    ...paragraphs,
    ...(quote ? [quote] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    [...signature, config.origin, footer].join('\n').trim(),
    ...(unsubscribe ? [`${t.unsubscribe}:\n${unsubscribe}`] : []),
  ].join('\n\n')
  const written = { subject, paragraphs: [greeting, ...paragraphs], quote, button }
  return {
    subject,
    text,
    html: html(written, language, { name, preview: t.preview }, [
      ...signature.map(escaped),
      ...(footer ? [escaped(footer)] : []),
      escaped(config.origin),
      ...(unsubscribe ? [`<a href="${escaped(unsubscribe)}" style="color:inherit">${escaped(t.unsubscribe)}</a>`] : []),
    ]),
    replyTo,
  }
}

/** Fills the line that a phone shows beside the subject: bystanders read it too. */
const previewOf = (words: string) =>
  `<div style="display:none;max-height:0;overflow:hidden">${escaped(words)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`

/** Mail programs know tables and inline styles; the style element is for those that know the dark. */
function html(
  { subject, paragraphs, quote, button }: Words,
  language: Language,
  { name, preview }: { name: string; preview: string },
  foot: string[],
) {
  const p = (content: string, style = '', inTheDark = '') =>
    `<p ${inTheDark && `class="${inTheDark}" `}style="margin:0 0 16px;${style}">${content}</p>`
  const link = button && escaped(button.link)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#0a1511!important}.card{background:#12211b!important;color:#e8f0eb!important}.quiet{color:#a8bab0!important}.quote{border-color:#b98a22!important}}</style>
</head><body class="page" style="margin:0;background:#f3f6f2">${previewOf(preview)}
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
