import { useAdminTexts } from '#src/texts/texts.tsx'
import { Pill } from '#src/ui/pill.tsx'

const tones: Record<string, 'ok' | 'gold' | 'rani'> = {
  succeeded: 'ok',
  refund_due: 'gold',
  disputed: 'rani',
  review: 'rani',
  mismatch: 'rani',
}

export function PaymentPill({ status }: { status: string }) {
  const t = useAdminTexts()
  return <Pill tone={tones[status] ?? 'plain'}>{t.money.states[status] ?? status}</Pill>
}
