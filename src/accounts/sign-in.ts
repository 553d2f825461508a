import type { QueryClient } from '@tanstack/react-query'
import { CallFailed, call } from '#src/platform/http/client.ts'
import { ask } from '#src/platform/http/query.ts'
import { announceAuthChange, whileAuthPending } from './auth-state.ts'
import { currentSession, recordUser } from './contract.ts'
import { SignInFailed, signInThroughPopup } from './popup.ts'

/** For answers that name no code of their own. */
const codes: Record<number, string> = { 429: 'too-fast', 502: 'unavailable', 503: 'unavailable' }

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new SignInFailed('offline')
  }
  const answer = await response.json().catch(() => ({}))
  if (response.status === 429) throw new SignInFailed('too_fast')
  if (!response.ok) throw new SignInFailed(answer?.code ?? codes[response.status] ?? 'failed')
  return answer
}

/** Everything the previous viewer saw is forgotten before the new one is asked for. */
async function viewerChanged(client: QueryClient) {
  announceAuthChange()
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== ask(currentSession, {}).queryKey[0] })
  await client.fetchQuery({ ...ask(currentSession, {}), staleTime: 0 })
}

export const signIn = (client: QueryClient, form: { email: string; password: string; rememberMe: boolean }) =>
  whileAuthPending(async () => {
    await post('/sign-in/email', form)
    await viewerChanged(client)
  })

export const signUp = (
  client: QueryClient,
  form: { name: string; photoUrl: string; email: string; password: string },
) =>
  whileAuthPending(async () => {
    await post('/sign-up/email', { name: form.name, image: form.photoUrl, email: form.email, password: form.password })
    await call(recordUser, {})
    await viewerChanged(client)
  })

/** Must be called right in the click: a browser opens windows only then. */
export const signInWith = (client: QueryClient, provider: 'google' | 'oidc') =>
  whileAuthPending(async () => {
    await signInThroughPopup(provider, async (addresses) => {
      const { url } = await post('/sign-in/social', { provider, ...addresses, disableRedirect: true })
      return String(url)
    })
    await call(recordUser, {})
    await viewerChanged(client)
  })

/** @throws CallFailed or SignInFailed when the session is still there */
export const signOut = (client: QueryClient) =>
  whileAuthPending(async () => {
    await post('/sign-out', {})
    await viewerChanged(client)
  })

/** The code of whatever a sign-in threw, for the table of texts. */
export const codeOf = (error: unknown) =>
  error instanceof SignInFailed || error instanceof CallFailed ? error.code : 'failed'
