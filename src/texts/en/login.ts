/** What the login says more than a visitor reads elsewhere: apart, because the first view is without it. */
export const entry = {
  forgot: 'Forgot your password?',
  missing: {
    password: 'Enter a password.',
  },
  rememberMe: 'Remember me',
  rememberHint: 'Leave it unticked on a shared device.',
  google: 'Continue with Google',
  sandboxGoogle: 'Demo: a sandbox stands in for Google.',
  oidc: 'Continue with single sign-on',
  passkey: 'Continue with a passkey',
  or: 'or',
  noAccount: 'No account yet?',
  toRegister: 'Register',
  afterLogin: {
    profile: 'Log in to read the profile you opened.',
    page: 'Log in to see the page you asked for.',
  },
  loginDone: 'Login Successful! 🎉✅',
  sadMarker: ' 😢',
  suspended: (reason: string) => `An administrator has suspended this account: “${reason}”`,
  problems: {
    account_suspended: 'An administrator has suspended this account.',
    INVALID_EMAIL_OR_PASSWORD: 'Wrong email or password.',
    popup_blocked: 'The browser blocked the window. Allow pop-ups for this site and try again.',
    popup_closed: 'The window was closed before the login was done. Try again.',
    popup_timeout: 'The login took too long. Try again.',
    access_denied: 'The login was cancelled. Try again.',
    account_not_linked:
      'This email has an account already, and nobody has confirmed the address yet. If it is yours, press Forgot your password? and choose a new one; then this way works too.',
    unable_to_get_user_info: 'The login service did not tell your email address. Register with email and password.',
    provider_not_found: 'The login service does not answer. Try again in a moment.',
    'too-fast': 'Too many attempts. Please wait a moment.',
    unrecorded: 'Your account is there, but the server has not confirmed it yet. Nothing is lost. Try again.',
    failed: 'Logging in did not work. Try again.',
  },
}
