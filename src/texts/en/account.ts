export const registering = {
  problems: {
    USER_ALREADY_EXISTS: 'There is already an account with this email. Log in instead.',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is already an account with this email. Log in instead.',
    PASSWORD_TOO_SHORT: 'The password must have 8 to 128 characters.',
    PASSWORD_TOO_LONG: 'The password must have 8 to 128 characters.',
    PASSWORD_TOO_COMMON:
      'This password is too easy to guess. Use three or four words that have nothing to do with each other.',
    INVALID_PHOTO_URL: 'Enter a link to your photo that starts with https://.',
    INVALID_NAME: 'Enter your name, with at most 100 characters.',
    NAME_WITH_CONTACT: 'Take phone numbers, email addresses and links out of your name.',
  },
  lead: 'Free, and done in a minute.',
  ownName: 'Your own name, even if the biodata is for someone else.',
  rules: {
    long: '8 characters or more',
    notOwn: 'not your name or email',
    unguessable: 'hard to guess, for example three unrelated words',
    met: 'done',
  },
  photoFolded: 'Photo link, filled in for you',
  photoHint: 'A drawing from this site. You can leave it, or give a link that starts with https://.',
  photoUrl: 'Photo URL',
  haveAccount: 'Already have an account?',
  afterRegistering: {
    profile: 'Register to read the profile you opened.',
    page: 'Register to see the page you asked for.',
  },
  writeBiodata: 'Write your biodata',
  registered: 'Account Created Successfully! 🎉🙌✅',
  passwordHint: '8 to 128 characters. No common password, and not your name or email.',
}

export const links = {
  forgot: {
    lead: 'Enter your email. If there is an account, we send it a link for a new password.',
    send: 'Send the link',
    sentTitle: 'Check your inbox',
    sent: (email: string) =>
      `If ${email} has an account here, an email with a link is on its way. The link works once, for one hour. Check the spam folder too.`,
    again: 'Use another email',
    mailOff: 'This site sends no emails, so you cannot reset your password here. Ask the people who run it.',
  },
  reset: {
    title: 'Choose a new password',
    newPassword: 'New password',
    lead: 'You are logged out everywhere else after this.',
    save: 'Save the password',
    done: 'The new password is saved. Log in with it.',
    expiredTitle: 'This link doesn’t work',
    expired: 'It has expired or was already used. Send a new one.',
    sendNew: 'Ask for a new link',
  },
  verify: {
    title: 'Confirm your email',
    lead: 'Press the button if you have opened an account here with this email.',
    confirm: 'Confirm my email',
    passwordLead: 'You are not logged in here. Enter the password of the account, and it stays as it is.',
    wrongPassword: 'This is not the password of the account.',
    otherLead:
      'You have not opened this account, or do not know its password? Then confirm without it: the person who set the account up with your email is logged out for good, and you choose a new password.',
    confirmAnew: 'Confirm and choose a new password',
    done: 'Your email is confirmed.',
    doneLead: 'Thank you. You can close this page, or go on.',
    expired: 'It has expired or was already used. Your email may be confirmed by now; your account page says so.',
  },
}

export const paymentReturn = {
  title: 'Your payment',
  checking: 'We are checking your payment',
  checkingHint: 'This takes a few seconds. Please don’t pay again.',
  unknown: 'We do not know yet',
  unknownHint:
    'Please don’t pay again. We keep asking: if the money was taken, your request continues by itself; if not, you can pay later.',
  again: 'Check again',
  paid: (money: string) => `${money} paid`,
  paidHint: 'Your request is being checked. You find it under My Contact Request.',
  canceled: 'The payment was cancelled',
  canceledHint: 'Nothing was charged, and nobody was told.',
  tryAgain: 'Try again',
  review: 'Your payment is being looked at',
  reviewHint: 'Please don’t pay again. We tell you as soon as that is done; without a yes the whole fee is refunded.',
  returned: 'Your payment is being refunded',
  returnedHint: 'It bought nothing. My Contact Request says where it stands.',
  mismatch: 'Your payment does not fit this request',
  mismatchHint: 'Please don’t pay again; the site’s operator will look at it. No money is lost.',
  told: (money: string) => `We are looking for your ${money}`,
  toldHint: (by: string) => `We will know by ${by}, and notify you. You can close this page.`,
  twice: 'This transaction ID was already used',
  twiceHint:
    'We check both before any contact is shown. If the payment is yours, call us with the app’s receipt in hand.',
  short: (arrived: string, fee: string) => `${arrived} arrived, the fee is ${fee}`,
  shortHint: (missing: string) =>
    `Your money is safe. Send the missing ${missing} with the same reference, or have what arrived refunded.`,
  notFound: 'We could not find your payment',
  notFoundHint: (id: string) =>
    `No transfer with ${id} is in our statement. Often a letter is wrong: 0 or O, 8 or B. If the money has left your account, call us with the app’s receipt in hand.`,
  none: 'There is no such payment',
  myRequests: 'My Contact Request',
}
