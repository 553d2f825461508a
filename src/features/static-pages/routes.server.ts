import { wishes } from '#src/features/biodata/index.ts'
import { marriedIsKeptDays } from '#src/features/biodata/policy.ts'
import { feeBy } from '#src/features/contact-requests/index.server.ts'
import { sessionDays } from '#src/features/identity/contract.ts'
import { queueMail, queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { enoughPeople } from '#src/features/matching/policy.ts'
import { daysKept } from '#src/features/notifications/contract.ts'
import { sendsPush } from '#src/features/notifications/policy.ts'
import type { PaymentProvider } from '#src/features/payments/index.server.ts'
import { mostRecent } from '#src/platform/browser-storage/recently-seen.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { isLanguage } from '#src/platform/language.ts'
import { limits, takeFromNetworks } from '#src/platform/limits/throttle.server.ts'
import { priceOf } from '#src/platform/money.ts'
import { operatorIn } from '#src/platform/operator.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import { readProse } from '#src/texts/prose.server.ts'
import * as contract from './contract.ts'

type Given = Deps & { providers: readonly PaymentProvider[]; hasOtherSignIn: boolean }

/** `$5.00 or BDT 500` in words of the language; one that is the same for two ways stands once. */
const eitherOf = (code: string, fees: string[]) =>
  new Intl.ListFormat(code, { type: 'disjunction' }).format(new Set(fees))

export function mountSitePages(mount: Mount, { db, clock, config, providers, hasOtherSignIn }: Given) {
  const { brand, contactEmail, legalAge, mail, mode, premiumContactsADay } = config
  mount(contract.sitePage, ({ input: { name, language } }) => {
    const code = isLanguage(language) ? language : 'en'
    const { format, brandName } = languageFile(language).texts
    const { partnerAge: age, partnerHeight: height, partnerWeight: weight } = wishes
    const fees = providers.map((provider) => {
      const { price, currency } = priceOf(feeBy(config, provider))
      return format.money(price, currency)
    })
    const offers = (kind: 'card' | 'send') => providers.some(({ ui }) => ui.kind === kind)
    return readProse(code, name, {
      brand: brandName(brand),
      operator: operatorIn(config.operator, code),
      hasMail: mail !== undefined,
      hasPush: sendsPush(mode),
      hasOtherSignIn,
      canWrite: mail !== undefined || contactEmail !== undefined,
      premiumContacts: premiumContactsADay,
      fee: fees.length > 0 ? eitherOf(code, fees) : undefined,
      card: offers('card'),
      byHand: offers('send'),
      fit: {
        tolerance: { age: age.tolerance, height: height.tolerance, weight: weight.tolerance },
        counts: Object.fromEntries(
          Object.values(wishes).map(({ about, weight }) => [about === 'birth' ? 'age' : about, weight]),
        ),
        enough: enoughPeople,
      },
      legalAge,
      confirmDays: config.confirmEveryDays,
      kept: {
        sessionDays,
        notificationDays: daysKept,
        marriedDays: marriedIsKeptDays,
        recentPeople: mostRecent,
      },
    })
  })

  const off = () =>
    new Problem('unavailable', { code: 'mail-off', detail: 'The contact form is switched off on this site.' })

  mount(contract.sendMessage, async ({ input: { website, ...message }, address }) => {
    if (!mail) throw off()
    await takeFromNetworks(db, 'contact form', address, limits.contactMessagesOfNetwork, clock())
    if (website) return { sent: true }
    const written = { kind: 'contact-form', ...message } as const
    if (contactEmail) await queueMail(db, contactEmail, 'en', written)
    else if ((await queueMailToAdmins(db, written)) === 0) throw off()
    return { sent: true }
  })
}
