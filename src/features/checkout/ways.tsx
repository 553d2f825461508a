import type { Way } from '#src/features/contact-requests/contract.ts'
import { wallets } from '#src/platform/money.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'

interface Question {
  ways: readonly Way[]
  chosen: Way
  choose: (id: string) => void
}

/** Each way with its own price; the words of the chosen one are its description. */
export function WaysToPay({ ways, chosen, choose }: Question) {
  const t = useMemberTexts()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 plain-heading">{t.checkout.how}</legend>
      <div className="ways">
        {ways.map((way) => {
          const id = `way-${way.id}`
          return (
            <label key={way.id} className="way">
              <input
                type="radio"
                name="way"
                value={way.id}
                checked={way === chosen}
                aria-labelledby={`${id} ${id}-price`}
                aria-describedby={`${id}-hint`}
                onChange={() => choose(way.id)}
              />
              <b id={id}>{titleOf(t, way)}</b>
              <span id={`${id}-price`} className="way-price">
                {t.format.money(way.price, way.currency)}
              </span>
              <span id={`${id}-hint`} className="way-hint">
                {hintOf(t, way)}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** A gateway of one wallet is called by its name. */
function titleOf(t: AllTexts, { id, kind }: Way) {
  const wallet = kind === 'redirect' && wallets.find((name) => name === id)
  return wallet ? t.paymentReturn.wallets[wallet] : t.checkout.ways[kind]
}

function hintOf(t: AllTexts, way: Way) {
  if (way.kind === 'card') return t.checkout.cardHint
  if (way.kind === 'redirect') return t.checkout.redirectHint
  return t.checkout.sendHint(way.payTo.map(({ wallet }) => t.paymentReturn.wallets[wallet]).join(', '))
}
