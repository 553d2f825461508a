import { useQueryClient } from '@tanstack/react-query'
import { useEntryTexts } from '#src/platform/i18n/texts.tsx'
import { useSite } from '#src/platform/site.tsx'
import { Button } from '#src/ui/button.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import type { useAttempt } from './attempt.tsx'
import { useSignInWays } from './hooks.ts'
import { signInByPasskey, signInWith } from './sign-in.ts'

/** Signing in at Google or another provider, or by a passkey, as far as the server offers it, above a form for a password. */
export function ProviderButtons({
  attempt,
  isAlone,
}: Pick<ReturnType<typeof useAttempt>, 'attempt'> & {
  /** No form for a password follows. */
  isAlone?: boolean
}) {
  const t = useEntryTexts()
  const { isDemo } = useSite()
  const client = useQueryClient()
  const ways = useSignInWays()
  const isHydrated = useHydrated()
  const offered = (['google', 'oidc'] as const).filter((provider) => ways[provider])
  if (offered.length === 0 && !ways.passkey) return null
  return (
    <div className="needs-script">
      <div className="grid gap-2">
        {offered.map((provider) => (
          <Button
            key={provider}
            look="secondary"
            disabled={!isHydrated}
            onClick={() => attempt(() => signInWith(client, provider), t.entry.loginDone)}
          >
            {provider === 'google' && <GoogleMark />}
            {t.entry[provider]}
          </Button>
        ))}
        {ways.passkey && (
          <Button
            look="secondary"
            disabled={!isHydrated || !window.PublicKeyCredential}
            onClick={() => attempt(() => signInByPasskey(client), t.entry.loginDone)}
          >
            {t.entry.passkey}
          </Button>
        )}
        {isDemo && ways.google && <p className="text-center text-sm text-ink-2">{t.entry.sandboxGoogle}</p>}
        {!isAlone && (
          <p className="mt-1.5 flex items-center gap-3 text-sm text-ink-2">
            <span className="stitch flex-1" />
            {t.entry.or}
            <span className="stitch flex-1" />
          </p>
        )}
      </div>
    </div>
  )
}

/** Google's mark in its own colours, as its rules for sign-in buttons ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5">
      <path
        fill="#ea4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285f4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#fbbc05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  )
}
