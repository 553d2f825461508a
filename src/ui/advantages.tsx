import { to } from '#src/platform/navigation/addresses.ts'
import { useTexts } from '#src/texts/texts.tsx'
import { type Icon, PauseIcon, RefundIcon, ScalesIcon, ShowIcon } from './art/icons.ts'
import { useSite } from './site.tsx'

const told = {
  refund: [RefundIcon, `${to.about}#contact`],
  seen: [ShowIcon, `${to.privacy}#who-sees`],
  pause: [PauseIcon, `${to.privacy}#leaving`],
  rule: [ScalesIcon, `${to.fit}#order`],
} as const satisfies Record<string, [Icon, string]>

/** What others do not promise, each with the page that says more. Nothing of a fee where none is taken. */
export function Advantages() {
  const t = useTexts()
  const { takesPayments } = useSite()
  const shown = (['refund', 'seen', 'pause', 'rule'] as const).filter((name) => name !== 'refund' || takesPayments)
  return (
    <ul className="grid advantages">
      {shown.map((name) => {
        const [Sign, address] = told[name]
        const [title, text] = t.home.advantages[name]
        return (
          <li key={name}>
            <Sign className="size-5" />
            <div>
              {/* A whole page, because our router does not go to the part of another page. */}
              <a href={address} className="font-semibold underline">
                {title}
              </a>
              <p className="advantage">{text}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
