import type { QueryClient } from '@tanstack/react-query'
import { call, failure, fetchJson } from '#src/platform/http/client.ts'
import { viewerChanged, whileAuthPending } from './auth-state.ts'
import { currentSession, needsCode, recordUser } from './contract.ts'
import { signInThroughPopup } from './popup.ts'

const post = (path: string, body: object) => fetchJson('POST', `/api/auth${path}`, body)

/** Only with this answer has a sign-up or sign-in succeeded. Repeatable. @throws CallFailed `unrecorded` without it */
export const confirmRecord = (client: QueryClient) =>
  whileAuthPending(async () => {
    try {
      const session = await call(currentSession, {})
      const { name, email } = session.user!
      const { insertedId } = await call(recordUser, { name, email, role: 'user', bioDataId: 0 })
      // An answer without it confirms nothing.
      if (!insertedId) throw failure('unrecorded')
      await viewerChanged(client, session)
    } catch {
      throw failure('unrecorded')
    }
  })

/** @throws CallFailed {@link needsCode} */
export const signIn = (client: QueryClient, form: { email: string; password: string; rememberMe: boolean }) =>
  whileAuthPending(async () => {
    const { answer } = await post('/sign-in/email', form)
    if ((answer as { twoFactorRedirect?: boolean }).twoFactorRedirect) throw failure(needsCode)
    await viewerChanged(client)
  })

export const signInByPasskey = (client: QueryClient) =>
  whileAuthPending(async () => {
    await (await import('./passkey.ts')).showPasskey()
    await viewerChanged(client)
  })

export const signUp = (
  client: QueryClient,
  { photoUrl: image, ...form }: { name: string; photoUrl: string; email: string; password: string },
) =>
  whileAuthPending(async () => {
    await post('/sign-up/email', { ...form, image })
    await confirmRecord(client)
  })

/** Must be called right in the click: a browser opens windows only then. */
export const signInWith = (client: QueryClient, provider: 'google' | 'oidc') =>
  whileAuthPending(async () => {
    await signInThroughPopup(provider, async (addresses) => {
      const { answer } = await post('/sign-in/social', { provider, ...addresses, disableRedirect: true })
      return String((answer as { url?: unknown }).url)
    })
    await confirmRecord(client)
  })
