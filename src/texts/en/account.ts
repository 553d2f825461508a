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
  shortHint: (missing: string, days: number) =>
    `Your money is safe. Send the missing ${missing} with the same reference, or have what arrived refunded. If the rest has not come after ${days} days, we refund it.`,
  notFound: 'We could not find your payment',
  notFoundHint: (id: string) =>
    `No transfer with ${id} is in our statement. Often a letter is wrong: 0 or O, 8 or B. If the money has left your account, call us with the app’s receipt in hand.`,
  none: 'There is no such payment',
  myRequests: 'My Contact Request',
  wallets: { bkash: 'bKash', nagad: 'Nagad', rocket: 'Rocket', bank: 'bank account' },
  transfer: (wallet: string, id: string, digits: string) => `${wallet}, ${id}, from …${digits}`,
  steps: 'What happens now',
  sent: 'Sent',
  looking: 'Looking in our statement',
  checked: 'Request checked',
  correct: 'Correct the transaction ID',
  callUs: 'Call us',
  sendMissing: (money: string) => `Send the missing ${money}`,
  refund: (money: string) => `Refund ${money}`,
  shortHidden: 'Another amount arrived',
  backByHand: (wallet: string) => `It bought nothing. We send it to your ${wallet}.`,
  untold: 'You have not told us of a transfer yet',
  untoldHint: 'When you have sent the money, enter its transaction ID here.',
  toCheckout: 'Go to the checkout',
  another: 'I have sent another transfer',
  anotherHint: 'Tell us its transaction ID. What arrives beside the fee is refunded.',
  late: 'It takes longer than a day. You need not do anything; call us if you like.',
}

/** What a payer by hand tells of a transfer. */
export const telling = {
  wallet: 'Wallet',
  transactionId: 'Transaction ID',
  idInApp: 'Ten letters and digits, from the app’s receipt',
  idOfBank: 'Letters and digits, from the bank’s receipt',
  lastDigits: 'Last four digits',
  ofNumber: 'Of the number you sent from',
  ofAccount: 'Of the account you sent from',
  sent: (money: string) => `I have sent ${money}`,
  sentIt: 'I have sent it',
  bank: 'Bank account',
  idMissing: 'Enter the transaction ID from the receipt: letters and digits only.',
  digitsMissing: 'Enter the last four digits of the number you sent from.',
  idCounted: 'This transaction has been counted already. Enter the ID of the other transfer.',
  toldBefore: 'You have told us of another transfer for this contact. Reload the page to see it.',
}

/** What a guardian reads of a ward. */
const ofWard = (she: string, her: string, hers: string, their: string) => ({
  invites: (name: string) => `${name} invites you as ${their} guardian`,
  lead: `You help ${her} decide. ${she} sees everything you do here. Both of you can end it at any time.`,
  rights: {
    see: `See who asks for ${their} contact, from the day you accept`,
    mayAnswer: `Answer for ${her}`,
    isContact: `Show your number instead of ${hers}`,
    mayConfirm: `Confirm that ${their} biodata is still right`,
    mayEdit: `Edit ${their} biodata`,
  },
  never: `You never see ${their} favourites, searches, payments or blocked people, and you can’t ask or pay in ${their} name.`,
  phoneHint: `${she} sees it. Others see it only if you are chosen as the contact that is shown.`,
  numberMayBeShown: `I agree that my number may be shown to people who may see ${their} contact`,
})

/** Of somebody who is asked to be a guardian. */
export const invitation = {
  title: 'An invitation',
  of: { Female: ofWard('She', 'her', 'hers', 'her'), Male: ofWard('He', 'him', 'his', 'his') },
  may: 'What you may do',
  /** Without what is allowed. */
  mayNot: (what: string) => `Not: ${what.toLowerCase()}`,
  phone: 'Your phone number',
  isOfAge: 'I am 18 or older',
  missing: {
    phone: 'Write a mobile number, like 01712 345678.',
    isOfAge: 'Tick this: a guardian is 18 or older.',
    numberMayBeShown: 'Tick this to accept.',
  },
  accept: 'Accept',
  decline: 'No, thank you',
  toAnswer: 'Log in or register to answer. A guardian needs no biodata.',
  accepted: 'You are a guardian now',
  acceptedHint: (name: string) => `${name} has been told. What you can do is under People I help.`,
  toKept: 'Open it',
  declined: 'You said no',
  declinedHint: (name: string) => `${name} has been told, without a reason.`,
  over: 'This link does not work any more',
  overHint: (name: string) =>
    `It was used already, is older than 7 days, or was taken back. Ask ${name} for a new one.`,
  unknownHint: 'It is incomplete, or was taken back. Ask the person who sent it for a new one.',
  own: 'This is your own invitation',
  ownHint: 'Pass the link on to the person you want as your guardian.',
  already: 'You are the guardian of this person already.',
  asking: 'One of you has asked for the contact of the other. Somebody who asks can’t be the guardian.',
}
