export { viewerChanged, whileAuthPending } from './auth-state.ts'
export { makePasskey, showPasskey } from './passkey.ts'
export { confirmRecord, signIn, signInByPasskey, signInWith, signUp } from './sign-in.ts'
