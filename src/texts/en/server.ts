const wholeFeeGoesBack = 'The whole fee is refunded the way you paid. You don’t have to do anything.'
const lookAtBoth = 'Look at both people, then approve or refuse.'

export const mail = {
  dear: (name: string) => `Dear ${name},`,
  hello: 'Hello,',
  /** It stands beside the subject in lists of mails. */
  preview: 'Open this email to read it.',
  call: (phone: string, hours?: string) => `Questions? Call ${phone}${hours ? ` (${hours})` : ''}.`,
  whatsApp: (number: string) => `WhatsApp: ${number}`,
  footer: (brand: string, email?: string) =>
    `This address has an account at ${brand}. Replies aren’t read${email ? `; write to ${email}` : ''}.`,
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
  buttons: {
    verify: 'Confirm this address',
    reset: 'Choose a new password',
    invitation: 'Read the invitation',
    guardian: 'Open my guardian page',
    contact: 'See phone and email',
    requests: 'See my requests',
    transfer: 'Go to my payment',
    biodata: 'See my biodata',
    seen: 'See who it was',
    asked: 'Read and answer',
    search: 'See who is new',
    review: 'Review the request',
    report: 'Read the report',
    answer: 'Read the answer',
    payment: 'Look at the payment',
    account: 'Check my account',
    stillRight: 'Open and answer',
    feedback: 'Answer two questions',
  },
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
    'You can call or write now: phone number and email are under My Contact Request.',
  ],
  feeGoesBack: (id: string) => [
    `The contact of ${id} can no longer be asked for, so your contact request has ended.`,
    wholeFeeGoesBack,
  ],
  feeGoesBackUnnamed: ['You paid a fee without choosing a contact.', wholeFeeGoesBack],
  feeGoesBackSuspended: (id: string) => [
    `Your account was suspended, so your contact request for ${id} has ended.`,
    wholeFeeGoesBack,
  ],
  transfer: {
    paid: (id: string) => [
      'Your money has arrived.',
      `Your contact request for ${id} is being checked now. We tell you as soon as that is done.`,
    ],
    short: (id: string) => [
      `A part of the fee for the contact of ${id} has arrived. Your money is safe.`,
      'Send the rest with the same reference, or have what you sent refunded.',
    ],
    /** Without an id: the biodata is gone. */
    returned: (id: string) => [
      `Your money ${id && `for the contact of ${id} `}has arrived, but it bought nothing. We send it back.`,
      'You don’t have to do anything. My Contact Request and your payment say where it stands.',
    ],
    'not-found': (id: string) => [
      `We could not find your payment for the contact of ${id} in our statement.`,
      'Often a letter of the transaction ID is wrong: 0 or O, 8 or B. Please check it. If the money has left your account, call us with the receipt in hand.',
    ],
  },
  contactRefused: {
    refused: (id: string, back: string) => [
      `Your contact request for ${id} was not approved.${back}`,
      'You can ask for another contact at any time. This is the reason:',
    ],
    withdrawn: (id: string, back: string) => [
      `We withdrew the approval of your contact request for ${id}, so the contact is closed again.${back}`,
      'This is the reason:',
    ],
  },
  asked: {
    asked: (until: string, ward: string | 0 | undefined) => [
      `Somebody would like ${ward ? `the contact of ${ward}` : 'your contact'}. We have checked the request; now it is up to you.`,
      `You read who it is and answer on the site, until ${until}. Without an answer it counts as not now, and nobody is blamed.`,
    ],
    reminder: (until: string, ward: string | 0 | undefined) => [
      `A request for ${ward ? `the contact of ${ward}` : 'your contact'} still waits for your answer.`,
      `You can answer until ${until}. Without an answer it counts as not now, and nobody is blamed.`,
    ],
  },
  forwarded: (id: string, until: string | undefined) => [
    `Your contact request for ${id} is checked. Now the family decides.`,
    until
      ? `You need not do anything. They have time until ${until}, and we tell you.`
      : 'You need not do anything. We ask them by telephone, and tell you.',
  ],
  familyAnswer: {
    'not now': (id: string, back: string) => [
      `The family of ${id} answered “not now”. That says nothing about you.`,
      back,
    ],
    over: (id: string, back: string) => [
      `The family of ${id} did not answer in time, so your contact request has ended.`,
      back,
    ],
    ended: (id: string, back: string) => [`Your contact request for ${id} has ended; the contact is closed.`, back],
  },
  wholeFee: wholeFeeGoesBack,
  guardianInvitation: (name: string, brand: string) => [
    `${name} invites you as guardian on ${brand}: somebody of the family who helps to decide.`,
    'The page says what you may and may not do. The link works once, for 7 days, and is for you alone. If you don’t know this person, do nothing.',
  ],
  guardian: {
    accepted: [
      'Your invitation was accepted: you have a guardian now.',
      'You can change what they may do at any time.',
    ],
    declined: ['Your invitation to become your guardian was declined.', 'You can invite somebody else.'],
    left: ['Somebody is no longer your guardian.', 'Requests that wait are yours to answer.'],
    edited: ['Your guardian changed your biodata.', 'Read it, and change what isn’t right.'],
    ended: ['You are no longer the guardian of somebody.', 'You don’t have to do anything.'],
  },
  premiumApproved: [
    'You are a premium member now.',
    'You see contacts without a fee: open a profile and press Show contact. Your biodata carries the golden mark, also if you write it later.',
  ],
  contactSeen: [
    'Somebody has seen your contact.',
    'You can read who it was and why they could. If something is wrong, report it there.',
  ],
  contactSeenUndone: [
    'We approved a request by mistake and undid it within seconds. In that time somebody had seen your contact.',
    'It is closed again. You can read who it was.',
  ],
  search: (n: number) => [
    `${n} new biodata ${n === 1 ? 'matches' : 'match'} your search.`,
    'You see them under New for you, also later.',
  ],
  newContactRequest: (id: string) => [`A contact request for ${id} is paid and waits for approval.`, lookAtBoth],
  newPremiumRequest: (id: string) => [`A premium request for ${id} waits for approval.`, 'Approve it, or leave it.'],
  newTransfer: (id: string) => [
    `Somebody has sent money by hand for the contact of ${id}.`,
    'Please look for it in the statement within a day, as the payer was told.',
  ],
  newUnanswered: (id: string) => [
    `Somebody says that nobody answers the number of ${id}.`,
    'Please call it, and say under Reports what you found.',
  ],
  newReport: (days: number) => [
    'Somebody was reported.',
    `Please read it and answer within ${days} days, as the reporter was told.`,
  ],
  stillRight: {
    asked: [
      'Is your biodata still right? If so, one press is enough: no need to log in.',
      'Without an answer within 7 days your biodata is paused, not deleted, so that nobody pays to ask for somebody who is spoken for.',
    ],
    paused: [
      'We asked whether your biodata is still right and had no answer, so it is paused now. Open requests are refunded.',
      'If everything is still right, one press brings it back.',
    ],
    unanswered: [
      'A family could not reach you at the phone number of your biodata, and neither could we. Is it still right?',
      'Correct it, or say that it is right. Without an answer within 7 days your biodata is paused, not deleted.',
    ],
  },
  numberUnanswered: {
    own: [
      'A family could not reach you at the phone number of your biodata, and neither could we.',
      'Please check the number, and correct it if it has changed.',
    ],
    ward: [
      'A family called the number that you show as a guardian and could not reach you, and neither could we.',
      'Please check your number under People I help.',
    ],
  },
  numberChecked: {
    unanswered: (id: string, fee: string) => [
      `We called the number of ${id} and could not reach anybody either. Your request has ended.`,
      fee,
    ],
    answers: (id: string) => [
      `We called the number of ${id} and reached somebody.`,
      'Please try again, perhaps at another time of day.',
    ],
  },
  finding: 'Please look at the payment and settle it.',
  reportAnswered: 'An administrator has answered what you reported. The answer is under Privacy and visibility.',
  attestation: 'What the bureau has noted about your biodata has changed. You can read it under View BioData.',
  feedback: (id: string) => [
    `Two weeks ago you saw the contact of ${id}. Did the family answer, and was the biodata right?`,
    'You don’t have to answer. Only the bureau reads it, and we ask once.',
  ],
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
  notYou: 'If this was not you, choose a new password at once, log out everywhere else, and tell us.',
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

export const stillRight = {
  asked: [
    'Is your biodata still right?',
    'Your phone number, your work, what you are looking for. Without an answer it is paused, not deleted.',
  ],
  paused: ['Your biodata is paused', 'If everything is still right, one press publishes it again.'],
  change: 'No, I want to change something',
  doneTitle: 'Thank you',
  done: 'Your biodata is confirmed, and people find it.',
  wrongTitle: 'This question is answered',
  wrong: 'The link was used already, or is incomplete. You see how your biodata stands on the site.',
  settings: 'To Privacy and visibility',
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
