import { useMemberTexts } from '#src/texts/texts.tsx'
import { ChatIcon, PhoneIcon } from '#src/ui/art/member-icons.ts'
import { EmailText, PhoneText } from '#src/ui/contact-text.tsx'

export const EmailLink = ({ email }: { email: string }) => (
  <a className="underline" href={`mailto:${email}`}>
    <EmailText address={email} />
  </a>
)

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="underline" href={`tel:${phone}`}>
    <PhoneText number={phone} />
  </a>
)

export function CallButtons({ phone, name }: { phone: string; name: string }) {
  const t = useMemberTexts()
  // Beside each other where there is room; much enlarged, the icon stands above its word before that breaks.
  const button = 'btn btn-secondary btn-small call-button'
  return (
    <div className="flex flex-wrap gap-2 no-print">
      <a className={button} href={`tel:${phone}`} aria-label={t.contactLinks.callNamed(name)}>
        <PhoneIcon /> {t.contactLinks.call}
      </a>
      <a
        className={button}
        href={`https://wa.me/${phone.slice(1)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t.contactLinks.whatsAppNamed(name)}
      >
        <ChatIcon /> {t.contactLinks.whatsApp}
      </a>
    </div>
  )
}
