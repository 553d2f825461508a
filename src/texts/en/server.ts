const wholeFeeGoesBack = 'The whole fee goes back to your card by itself. You need not do anything.'

export const mail = {
  open: 'Open the page',
  footer: 'You get this email because this address was used for an account with us. Replies to it aren’t read.',
  unsubscribe: 'No more emails of this kind',
  /** They stand after the site's name. Anybody who glances at the screen sees them, so they never say what happened. */
  subjects: {
    verify: 'confirm your email address',
    reset: 'choose a new password',
    news: 'news for you',
    search: 'something waits for you',
    task: 'something waits for you',
    finding: 'a payment needs a look',
    secondFactor: 'the way you log in was changed',
    accountChanged: 'your account was changed',
    contactForm: 'a message from the contact form',
  },
  buttons: { verify: 'Confirm this address', reset: 'Choose a new password' },
  verify: (brand: string) => [
    'Please confirm that this address is yours. It takes one press of the button.',
    `If you have not registered with ${brand}, do nothing.`,
  ],
  reset: [
    'We were asked to reset your password. Use this button.',
    'The link works once and for one hour. If it was not you, do nothing: your password stays as it is.',
  ],
  contactApproved: (id: string) => [
    `Your contact request for ${id} is approved.`,
    'Phone number and email are on your page.',
  ],
  feeGoesBack: (id: string) => [
    `The contact of ${id} can no longer be asked for, so your contact request has ended.`,
    wholeFeeGoesBack,
  ],
  feeGoesBackUnnamed: ['You have paid a fee, and not said for whose contact.', wholeFeeGoesBack],
  feeGoesBackSuspended: (id: string) => [
    `Your account was suspended, so your contact request for ${id} has ended.`,
    wholeFeeGoesBack,
  ],
  contactRefused: {
    refused: (id: string) => `Your contact request for ${id} was not approved. The whole fee goes back to your card.`,
    withdrawn: (id: string) =>
      `The approval of your contact request for ${id} was taken back. The whole fee goes back to your card, and the contact is closed again.`,
  },
  premiumApproved: [
    'You are a premium member now.',
    'You see contacts without a fee. Your biodata carries the golden mark, also if you write it later.',
  ],
  contactSeen: 'Somebody has seen your contact. The page says who it was and why they could.',
  contactSeenUndone: [
    'We approved a request by mistake and undid it within seconds. In that time somebody had seen your contact.',
    'It is closed again. The page says who it was.',
  ],
  search: (n: number) => `${n} new biodata ${n === 1 ? 'fits' : 'fit'} your search.`,
  newContactRequest: (id: string) => `A contact request for ${id} is paid and waits for approval.`,
  newPremiumRequest: (id: string) => `A premium request for ${id} waits for approval.`,
  newReport: (days: number) => `Somebody was reported. The reporter was told that it is answered within ${days} days.`,
  reportAnswered: 'An administrator has answered what you reported. The answer is under Privacy and visibility.',
  secondFactor: {
    'app on': 'An authenticator app now protects your account: logging in takes your password and its code.',
    'app off': 'The authenticator app of your account was removed. Your password alone opens it now.',
    'backup codes': 'New backup codes were made for your account. The old ones do not work any more.',
    'passkey added': 'A passkey was added to your account. With it one can log in without your password.',
    'passkey removed': 'A passkey was removed from your account.',
    'all removed':
      'The operator of the site has removed the second step of your account: authenticator app, backup codes and passkeys.',
  },
  accountChanged: {
    password: 'The password of your account was changed.',
    reset: 'A new password was chosen for your account with a link from an email. Everybody was logged out.',
    issuer: 'Your account can now be opened with another account of yours too, at Google or a similar service.',
    phone: 'The phone number in your biodata was changed.',
  },
  notYou: 'If this was not you, choose a new password at once, log out everywhere else, and write to the operator.',
  contactForm: (name: string, email: string) =>
    `${name} (${email}) writes. Your answer to this email goes to that address, which nobody has checked.`,
}

export const push: string = 'Something waits for you'

export const unsubscribe = {
  title: 'No more emails of this kind?',
  lead: (what: string) =>
    `We will then stop emailing you about this: “${what}”. You will still find it under Notifications.`,
  button: 'No more of these emails',
  doneTitle: 'That is done',
  done: (what: string) => `We no longer email you about this: “${what}”. You will still find it under Notifications.`,
  wrongTitle: 'This link does not work',
  wrong: 'The link is incomplete or too old. You can choose your emails on the site.',
  settings: 'Choose your emails',
}

export const prose = { changed: 'Last changed on 23 November 2026.', contents: 'On this page' }

/** Invented; only the demo tells them. */
export const demoStories = [
  {
    quote: 'Our mothers spoke first. Three weeks later we met in Khulna, and neither of us wanted to leave.',
    names: 'Farhana & Imran',
    place: 'Married in Khulna',
  },
  {
    quote: 'His biodata said he cooks. It was true, and that settled it for my father.',
    names: 'Nusrat & Sabbir',
    place: 'Married in Sylhet',
  },
  {
    quote: 'We read each other’s pages for a month before anyone called. It felt calm and honest.',
    names: 'Tania & Rafi',
    place: 'Married in Dhaka',
  },
]
