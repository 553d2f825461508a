import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beginRedirect } from '#src/features/contact-requests/contract.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { Failed } from './failed.tsx'
import type { RedirectWay } from './hooks.ts'
import { RefundLine } from './refund-line.tsx'

interface Fee {
  number: number
  asksFirst: boolean
  way: RedirectWay
  onRefused: (code: string) => void
}

export function RedirectForm({ number, asksFirst, way, onRefused }: Fee) {
  const t = useMemberTexts()
  const isHydrated = useHydrated()
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => call(beginRedirect, { way: way.id, bioDataId: number }),
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
    onError: (refusal) => onRefused(codeOf(refusal)),
  })
  // Browsers bring the page back as it was left, with a busy button.
  useEffect(() => {
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [reset])
  return (
    <>
      <Button disabled={!isHydrated} busy={isPending || isSuccess} onClick={() => mutate()}>
        {t.checkout.continueToPay(t.format.money(way.price, way.currency))}
      </Button>
      <RefundLine asksFirst={asksFirst} />
      <p className="text-md text-ink-2">{t.checkout.redirectNote}</p>
      {error && <Failed onRetry={() => mutate()}>{formatFailure(t, error)}</Failed>}
    </>
  )
}
