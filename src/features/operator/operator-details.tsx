import { useTexts } from '#src/texts/texts.tsx'
import { useOperator } from './hooks.ts'

const linked = 'inline-flex min-h-11 items-center underline'

/** Name, address and how to reach them, without a heading; nothing where the operator has said nothing. */
export function OperatorDetails() {
  const t = useTexts()
  const { name, person, registration, address, phone, whatsApp, hours } = useOperator()
  const line = (words: string | undefined) => words && <span className="block wrap-anywhere">{words}</span>
  return (
    <address className="operator">
      {line(name && t.operator.runBy(name))}
      {line(person && t.operator.person(person))}
      {line(registration && t.operator.registration(registration))}
      {line(address)}
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
      {line(hours)}
    </address>
  )
}
