import { useMemberTexts } from '#src/texts/texts.tsx'

/** Directly under the button: on phones the list of promises is folded away. */
export function RefundLine({ asksFirst }: { asksFirst: boolean }) {
  const t = useMemberTexts()
  return <p className="text-center text-sm text-ink-2">{asksFirst ? t.checkout.refundedAsked : t.checkout.refunded}</p>
}
