import type { Stripe } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { isCheckout } from '#src/platform/navigation/addresses.ts'

export interface ProviderOptions {
  publishableKey: string
  sandbox: boolean
}

interface SandboxScript {
  sandboxStripe(publishableKey: string, baseUrl: string): Promise<Stripe>
}

async function load({ publishableKey, sandbox }: ProviderOptions): Promise<Stripe> {
  if (sandbox) {
    // By its address, like Stripe.js: it is no part of this program.
    const address = '/sandbox/stripe/browser/stripe-js.js'
    const script: SandboxScript = await import(/* @vite-ignore */ address)
    return script.sandboxStripe(publishableKey, '/sandbox/stripe')
  }
  // Only a document of the checkout may load it: one that began elsewhere, and came here without a request, is asked for.
  const [document] = performance.getEntriesByType('navigation')
  if (document && !isCheckout(new URL(document.name).pathname)) {
    location.reload()
    return new Promise(() => {})
  }
  // `pure`: the package's main file would fetch Stripe.js as soon as it is looked at.
  const { loadStripe } = await import('@stripe/stripe-js/dist/pure.mjs')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js exists in browsers only')
  return stripe
}

export const useProviderScript = (provider: ProviderOptions | null) =>
  useQuery({
    queryKey: ['provider script', provider?.publishableKey],
    queryFn: () => load(provider!),
    enabled: provider !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
