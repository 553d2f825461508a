import type { Words } from '#src/platform/operator.ts'
import { useLanguage, useTexts } from '#src/texts/texts.tsx'
import { useSite } from './site.tsx'

const linked = 'inline-flex min-h-11 items-center underline'

/** Name, address and how to reach them, without a heading; nothing where the operator has said nothing. */
export function OperatorDetails() {
  const t = useTexts()
  const { operator } = useSite()
  const { language } = useLanguage()
  const { phone, whatsApp } = operator
  const inWords = (words: Words | undefined, format = (said: string) => said) =>
    words && <span className="block wrap-anywhere">{format(words[language])}</span>
  return (
    <address className="operator">
      {inWords(operator.name, t.operator.runBy)}
      {inWords(operator.person, t.operator.person)}
      {inWords(operator.registration, t.operator.registration)}
      {inWords(operator.address)}
      <span className="flex flex-wrap gap-x-5 empty-hidden">
        {phone && (
          <a className={linked} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        )}
        {whatsApp && (
          <a
            className={linked}
            href={`https://wa.me/${whatsApp.replace(/\D/g, '')}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t.operator.whatsApp}
          </a>
        )}
      </span>
      {inWords(operator.hours)}
    </address>
  )
}
