const news = (brand: string, ...paragraphs: string[]) => ({ subject: `${brand}: news for you`, paragraphs })
const waits = (brand: string, ...paragraphs: string[]) => ({ subject: `${brand}: something waits for you`, paragraphs })
const wholeFeeGoesBack = 'The whole fee goes back to your card by itself. You need not do anything.'

/** Anybody who glances at the screen sees a mail's subject, so it never says what site this is or what happened. */
export const mail = {
  open: 'Open the page',
  footer: 'You get this email because this address was used for an account with us. Replies to it aren’t read.',
  unsubscribe: 'No more emails of this kind',
  verify: (brand: string) => ({
    subject: `${brand}: confirm your email address`,
    paragraphs: [
      `Please confirm that this address is yours. It takes one press of the button.`,
      `If you have not registered with ${brand}, do nothing.`,
    ],
    label: 'Confirm this address',
  }),
  reset: (brand: string) => ({
    subject: `${brand}: choose a new password`,
    paragraphs: [
      'We were asked to reset your password. Use this button.',
      'The link works once and for one hour. If it was not you, do nothing: your password stays as it is.',
    ],
    label: 'Choose a new password',
  }),
  contactApproved: (brand: string, id: string) =>
    news(brand, `Your contact request for ${id} is approved.`, 'Phone number and email are on your page.'),
  feeGoesBack: (brand: string, id: string) =>
    news(
      brand,
      `The contact of ${id} can no longer be asked for, so your contact request has ended.`,
      wholeFeeGoesBack,
    ),
  feeGoesBackUnnamed: (brand: string) =>
    news(brand, 'You have paid a fee, and not said for whose contact.', wholeFeeGoesBack),
  feeGoesBackSuspended: (brand: string, id: string) =>
    news(brand, `Your account was suspended, so your contact request for ${id} has ended.`, wholeFeeGoesBack),
  contactRefused: {
    refused: (brand: string, id: string) =>
      news(brand, `Your contact request for ${id} was not approved. The whole fee goes back to your card.`),
    withdrawn: (brand: string, id: string) =>
      news(
        brand,
        `The approval of your contact request for ${id} was taken back. The whole fee goes back to your card, and the contact is closed again.`,
      ),
  },
  premiumApproved: (brand: string) =>
    news(
      brand,
      'You are a premium member now.',
      'You see contacts without a fee. Your biodata carries the golden mark, also if you write it later.',
    ),
  contactSeen: (brand: string) =>
    news(brand, 'Somebody has seen your contact. The page says who it was and why they could.'),
  contactSeenUndone: (brand: string) =>
    news(
      brand,
      'We approved a request by mistake and undid it within seconds. In that time somebody had seen your contact.',
      'It is closed again. The page says who it was.',
    ),
  search: (brand: string, found: number) =>
    waits(brand, `${found} new biodata ${found === 1 ? 'fits' : 'fit'} your search.`),
  newContactRequest: (brand: string, id: string) =>
    waits(brand, `A contact request for ${id} is paid and waits for approval.`),
  newPremiumRequest: (brand: string, id: string) => waits(brand, `A premium request for ${id} waits for approval.`),
  newReport: (brand: string, days: number) =>
    waits(brand, `Somebody was reported. The reporter was told that it is answered within ${days} days.`),
  reportAnswered: (brand: string) =>
    news(brand, 'An administrator has answered what you reported. The answer is under Privacy and visibility.'),
  paymentFinding: (brand: string, what: string) => ({
    subject: `${brand}: a payment needs a look`,
    paragraphs: [what],
  }),
  secondFactor: {
    subject: (brand: string) => `${brand}: the way you log in was changed`,
    changes: {
      'app on': 'An authenticator app now protects your account: logging in takes your password and its code.',
      'app off': 'The authenticator app of your account was removed. Your password alone opens it now.',
      'backup codes': 'New backup codes were made for your account. The old ones do not work any more.',
      'passkey added': 'A passkey was added to your account. With it one can log in without your password.',
      'passkey removed': 'A passkey was removed from your account.',
      'all removed':
        'The operator of the site has removed the second step of your account: authenticator app, backup codes and passkeys.',
    },
    notYou: 'If this was not you, choose a new password at once, log out everywhere else, and write to the operator.',
  },
  accountChanged: {
    subject: (brand: string) => `${brand}: your account was changed`,
    changes: {
      password: 'The password of your account was changed.',
      reset: 'A new password was chosen for your account with a link from an email. Everybody was logged out.',
      issuer: 'Your account can now be opened with another account of yours too, at Google or a similar service.',
      phone: 'The phone number in your biodata was changed.',
    },
  },
  contactForm: (brand: string, name: string, email: string) => ({
    subject: `${brand}: a message from the contact form`,
    paragraphs: [
      `${name} (${email}) writes. Your answer to this email goes to that address, which nobody has checked.`,
    ],
  }),
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
