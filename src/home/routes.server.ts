import type { Config } from '#src/platform/config.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { languageFile } from '#src/platform/i18n/languages.server.ts'
import { minorUnits } from '#src/platform/money.ts'
import { sitePage } from './contract.ts'

export function mountHome(
  mount: Mount,
  {
    config: { brand, fee, legalAge },
    takesPayments,
  }: { config: Pick<Config, 'brand' | 'fee' | 'legalAge'>; takesPayments: boolean },
) {
  mount(sitePage, ({ input: { name, language } }) => {
    const { texts, serverTexts } = languageFile(language)
    const { format, brandName } = texts
    const amount = fee.amount / minorUnits(fee.currency)
    return serverTexts.pages[name]({
      brand: brandName(brand),
      fee: takesPayments ? format.money(amount, fee.currency) : undefined,
      legalAge: { Male: format.digits(legalAge.Male), Female: format.digits(legalAge.Female) },
    })
  })
}
