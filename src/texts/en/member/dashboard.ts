export const dashboard = {
  adminDashboard: 'Admin Dashboard',
  manageUsers: 'Manage Users',
  approvedPremium: 'Approved Premium',
  approvedContactRequest: 'Approved Contact Request',
  editBiodata: 'Edit BioData',
  viewBiodata: 'View BioData',
  myContactRequest: 'My Contact Request',
  favourites: 'favourites BioData',
  seen: 'Who has seen my contact',
  privacy: 'Privacy and visibility',
  logOut: 'LogOut',
  myPages: 'My pages',
  yours: 'My own pages',
  waitingForApproval: 'waiting for approval',
  waiting: (n: number) => `${n} waiting`,
  payments: 'Payments',
  reports: 'Reports',
  suspicious: 'Texts to check',
  imports: 'Import',
  activity: 'Activity',
  administration: 'Administration',
  person: 'Person',
  loggedOut: 'logout successful',
}

export const actions = {
  undo: 'Undo',
  takenBack: (said: string) => `Taken back: “${said}”`,
  tooLate: 'Too late to undo: it was sent already.',
  /** What a button does, and to whom, for those who do not see what it stands beside. */
  named: (action: string, whom: string) => `${action}: ${whom}`,
  delete: 'Delete',
  leaveTitle: 'Leave this page?',
  leave: 'Leave',
  stay: 'Stay',
  deleted: 'Deleted Successfully.',
  remove: 'Remove',
}

export const notifications = {
  groups: { today: 'Today', week: 'This week', earlier: 'Earlier' },
  markAll: 'Mark all as read',
  settings: 'Notification settings',
  none: 'Nothing new',
  noneHint: 'Answers, requests and new people will be listed here.',
  kept: (days: number) => `Older ones are removed after ${days} days.`,
  answered: {
    approved: (id: string) => `Your contact request for ${id} is approved. Phone and email are on My Contact Request.`,
    refused: (id: string) =>
      `Your contact request for ${id} was not approved. A fee is refunded whole, the way you paid.`,
    withdrawn: (id: string) =>
      `We withdrew the approval of your contact request for ${id}. A fee is refunded whole, the way you paid.`,
    forwarded: (id: string) => `Your contact request for ${id} is checked. Now the family decides.`,
    'not now': (id: string) => `The family of ${id} answered “not now”. A fee is refunded the way you paid.`,
    over: (id: string) => `The family of ${id} did not answer in time. A fee is refunded the way you paid.`,
    ended: (id: string) => `Your contact request for ${id} has ended. A fee is refunded the way you paid.`,
    unanswered: (id: string) =>
      `We could not reach the number of ${id} either. Your request has ended. A fee is refunded the way you paid.`,
    answers: (id: string) => `We called the number of ${id} and reached somebody. Please try again.`,
  },
  asked: {
    asked: (id?: string, ward?: string | 0) =>
      `${id ?? 'Somebody'} asks for ${ward ? `the contact of ${ward}` : 'your contact'}. You have 72 hours to answer.`,
    reminder: (id?: string, ward?: string | 0) =>
      `${id ?? 'Somebody'} still waits for your answer${ward ? ` for ${ward}` : ''}. There is less than a day left.`,
    over: (id?: string, ward?: string | 0) =>
      `The time to answer ${id ?? 'somebody'}${ward ? ` for ${ward}` : ''} is over. Nobody is blamed.`,
    ended: (id?: string, ward?: string | 0) =>
      `The request of ${id ?? 'somebody'} for ${ward ? `the contact of ${ward}` : 'your contact'} has ended.`,
  },
  feeReturned: (id: string) =>
    `The contact of ${id} can no longer be asked for. The whole fee is refunded the way you paid.`,
  feeReturnedUnnamed: 'You paid a fee without choosing a contact. It is refunded the way you paid.',
  feeReturnedSuspended: (id: string) =>
    `Your contact request for ${id} ended when your account was suspended. The whole fee is refunded the way you paid.`,
  transfer: {
    paid: (id: string) => `Your money has arrived. Your contact request for ${id} is being checked now.`,
    short: (id: string) => `A part of the fee for ${id} has arrived. Send the rest, or have it refunded.`,
    returned: (id?: string) => `Your money ${id ? `for ${id} ` : ''}has arrived, but bought nothing. It is refunded.`,
    'not-found': (id: string) => `We could not find your payment for ${id}. Please check the transaction ID.`,
  },
  seenBy: {
    premium: (id?: string) =>
      id ? `Your contact was shown to ${id}, a premium member.` : 'Your contact was shown to a premium member.',
    request: (id?: string) => `Your contact was shown to ${id ?? 'somebody'}, whose request was approved.`,
    answer: (id?: string) => `Your contact was shown to ${id ?? 'somebody'}, who said yes to your request.`,
  },
  seenByAdministrator: 'Your contact was shown to an administrator.',
  seenThenUndone: (id?: string) =>
    `We approved a request by mistake and undid it within seconds. In that time ${id ?? 'somebody'} had seen your contact. It is closed again.`,
  found: (n: number, search: string) => `${n} new ${n === 1 ? 'person matches' : 'people match'} “${search}”.`,
  /** Of a guardian, who is named by what they are to the reader. */
  guardian: {
    accepted: (who: string) => `${who} accepted your invitation and is your guardian now.`,
    declined: (who: string) => `${who} declined your invitation.`,
    left: (who: string) => `${who} is no longer your guardian.`,
    edited: (who: string) => `${who} changed your biodata.`,
    ended: (id?: string) => `You are no longer the guardian of ${id ?? 'somebody'}.`,
  },
  relations: {
    father: 'Your father',
    mother: 'Your mother',
    brother: 'Your brother',
    sister: 'Your sister',
    uncle: 'Your uncle or aunt',
    other: 'Your relative',
  },
  premium: 'You are a premium member now.',
  reportAnswered: 'Your report is answered.',
  stillRightOf: {
    asked: (ward: string) => `Is the biodata of ${ward} still right? You may answer for them.`,
    paused: (ward: string) =>
      `The biodata of ${ward} is paused, because nobody answered. You may bring it back with one press.`,
  },
  stillRight: 'Is your biodata still right? Please answer, so that it is not paused.',
  stillRightPaused: 'Your biodata is paused, because we had no answer. One press brings it back.',
  numberUnanswered: (id?: string) =>
    id
      ? `Nobody answered the number that you show for ${id}. Please check it.`
      : 'Nobody answered the phone number of your biodata. Please check it.',
  attestation: 'What the bureau has checked of your biodata has changed.',
  feedback: (id: string) => `How did it go with ${id}? Two questions, if you like. Only the bureau reads the answers.`,
  security: 'The way you log in was changed. If it was not you, choose a new password at once.',
  settingsLead: 'You always find everything under Notifications. Choose how else we may tell you.',
  when: 'When',
  here: 'Here',
  channels: { mail: 'Email', push: 'Device' },
  always: 'always',
  hints: {
    search: 'how often, you choose with each saved search',
    security: 'for your safety, always',
  } as Partial<Record<string, string>>,
  pushTitle: 'On this device too',
  pushLead:
    'Your browser then shows that something waits for you, also while the site is closed. It names nobody. It ends when you log out.',
  turnOn: 'Switch on for this device',
  turnOff: 'Switch off for this device',
  pushIsOn: 'This device will show notifications from now on.',
  pushIsOff: 'This device no longer shows notifications.',
  pushNotAllowed: 'Your browser does not let this site show notifications. You can change that in its settings.',
  pushFailed: 'That did not work. Try again in a moment.',
  pushUnknown: 'This browser cannot do it. On an iPhone, put the site on your home screen first.',
  look: 'How they look',
  subject: (brand: string) => `${brand}: something waits for you`,
  lookHint:
    'The subject never says what it is about, so that nobody who glances at your phone learns it. Each email has a link that stops emails of that kind.',
  quiet: 'From 22:00 to 08:00 we only send security alerts.',
  kinds: {
    'request-answered': 'A request of mine is answered',
    'fee-returned': 'A refund',
    transfer: 'Money that I sent',
    asked: 'Somebody asks for my contact',
    'contact-seen': 'Somebody sees my contact',
    search: 'New for you',
    guardian: 'News of a guardian',
    premium: 'My biodata is premium',
    'report-answered': 'A report of mine is answered',
    'still-right': 'Is my biodata still right?',
    attestation: 'The bureau has checked something of my biodata',
    feedback: 'How did it go with a contact?',
    security: 'Login, password, email',
  },
}
