import { failure, fetchJson } from '#src/platform/http/client.ts'

/** Asks the device. @throws CallFailed passkey_unsupported, access_denied, or passkey_there for a second one on a device */
async function ask<C>(device: () => Promise<C | null>): Promise<C> {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) throw failure('passkey_unsupported')
  try {
    const credential = await device()
    if (credential) return credential
  } catch (error) {
    if ((error as DOMException).name === 'InvalidStateError') throw failure('passkey_there')
  }
  // The person said no, or nobody answered for a while: which of the two, a browser keeps to itself.
  throw failure('access_denied')
}

/** Signs in with a passkey; a person who is signed in already, only with one of theirs. */
export async function showPasskey() {
  const { answer } = await fetchJson('GET', '/api/auth/passkey/generate-authenticate-options')
  const credential = await ask(() => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(answer as PublicKeyCredentialRequestOptionsJSON)
    return navigator.credentials.get({ publicKey })
  })
  await fetchJson('POST', '/api/auth/passkey/verify-authentication', { response: credential })
}

export async function makePasskey() {
  const { answer } = await fetchJson('GET', '/api/auth/passkey/generate-register-options')
  const credential = await ask(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(answer as PublicKeyCredentialCreationOptionsJSON)
    return navigator.credentials.create({ publicKey })
  })
  await fetchJson('POST', '/api/auth/passkey/verify-registration', { response: credential })
}
