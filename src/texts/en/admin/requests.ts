export const premiumReview = {
  lead: 'Press a row to see who asks before you decide.',
  reviewNamed: (name: string) => `Review the premium request of ${name}`,
  back: 'All premium requests',
  asks: 'asks to become premium',
  readBiodata: 'Read the biodata',
}

export const judging = {
  lead: 'Press a row to see both people before you decide.',
  reviewNamed: (name: string, id: string) => `Review the request of ${name} for ${id}`,
  requests: (n: number) => (n === 1 ? 'first request' : `${n} requests`),
  back: 'All requests',
  asksFor: (id: string) => `asks for the contact of ${id}`,
  previous: 'Previous',
  next: 'Next',
  both: 'Both biodata',
  asks: 'Requester',
  isAsked: 'Requested',
  noBiodata: 'no biodata',
  verified: 'email confirmed',
  notVerified: 'email not confirmed',
  week: 'Requests this week',
  quarter: 'Requests, 90 days',
  made: (n: number) => `${n} made`,
  received: (n: number, shown: number) => `${n}\u00a0received, ${shown}\u00a0approved`,
  match: (met: number, of: number) => `They match on ${met} of ${of} wishes`,
  noWishes: 'Neither shows a wish that could be compared.',
  /** Of the wishes of somebody of this gender. */
  meets: {
    Female: (met: number, of: number) => `he meets ${met} of her ${of}`,
    Male: (met: number, of: number) => `she meets ${met} of his ${of}`,
  },
  canUndo: (seconds: number) => `You can undo for ${seconds} seconds.`,
  paid: (money: string) => `${money} paid`,
  refuse: 'Refuse…',
  held: (what: string, name: string, id: string) => `${what}: ${name} for ${id}.`,
  sentIn: (seconds: number) => `Sent in ${seconds} seconds.`,
  meanwhile: 'A colleague has decided this request meanwhile.',
  deletedByPayer: 'Deleted by the payer',
  undone: (n: number) =>
    n === 1
      ? 'Undone. The request waits again, and nobody was told.'
      : `Undone. ${n} requests wait again, and nobody was told.`,
  undoneButSeen: (n: number) =>
    n === 1
      ? 'Undone, but the payer had already seen the contact. The contact’s owner is told.'
      : `Undone, but ${n} payers had already seen a contact. The contacts’ owners are told.`,
  undoTooLate:
    'Too late to undo: the payer has been told. You can still take the approval back on the person’s page; the fee then goes back.',
  decided: { pending: 'Waiting', approve: 'Approved', refused: 'Refused', withdrawn: 'Closed again' },
  decidedBy: {
    approve: (by: string) => `Approved by ${by}`,
    refused: (by: string) => `Refused by ${by}`,
    withdrawn: (by: string) => `Closed again by ${by}`,
  },
  refuseTitle: 'Why is it refused?',
  refuseMany: (n: number) => `Refuse ${n}…`,
  refused: 'Refused. The fee is refunded.',
  reasons: [
    {
      label: 'The biodata is not complete or not true',
      words: 'Your biodata is not complete yet. Please fill in what is missing and ask again; nothing is lost.',
    },
    {
      label: 'Marriage does not seem to be the intention',
      words: 'This site is for families who look for a marriage. We could not see that from your biodata.',
    },
    {
      label: 'The person asked is spoken for',
      words: 'This family is already talking with somebody else, so the contact cannot be shown now.',
    },
    { label: 'Earlier complaints', words: 'We had complaints about earlier requests of yours.' },
  ],
  reads: (name: string) => `What ${name} reads`,
  readByAll: 'What each of them reads',
  notTold: 'The fee is refunded to the card today. The person asked for is not told that anybody asked.',
  refuseAndPayBack: 'Refuse and pay back',
  reasonMissing: 'Write what the person will read.',
  keys: 'Keys',
  useKeys: 'Keyboard shortcuts',
  keyNames: { j: 'next', k: 'previous', x: 'choose', a: 'approve', r: 'refuse', z: 'undo' },
  title: 'Contact Requests',
  biodataId: 'Biodata ID',
  decision: 'Approved Contact Request',
  approveNamed: (name: string, id: number) => `Approve the request of ${name} for biodata ${id}`,
  approveButton: 'Approve',
  approved: 'User Contact request Approved.',
}

export const findings = {
  title: 'Payments that need a look',
  failedRefunds: (n: number) => (n === 1 ? 'a refund failed' : `${n} refunds failed`),
  noFailedRefunds: 'no refund failed',
  what: 'What',
  amount: 'Amount',
  who: 'Who paid',
  when: 'Found',
  action: 'Action',
  notKnown: 'Not known',
  forBiodata: (id: string) => `for ${id}`,
  settle: 'Mark as dealt with',
  givenBack: 'Refunded another way',
  givenBackQuestion:
    'Confirm once the payer has the money. This site then stops refunding it, and tells the payer that it was refunded.',
  settled: 'Marked as dealt with.',
  settledState: 'Dealt with',
  refusals: {
    balance_insufficient: 'The balance there is too low.',
    charge_disputed: 'The payer’s bank has asked for the money already.',
    expired_or_canceled_card: 'The card has expired or was cancelled.',
    lost_or_stolen_card: 'The card was reported lost or stolen.',
    declined: 'The bank has declined it.',
    insufficient_funds: 'The balance there is too low.',
    unknown: 'The bank does not say why.',
    resource_missing:
      'The payment service does not know this payment. Perhaps the site’s keys are those of another account.',
    charge_already_refunded: 'The payment service has refunded this already. Look it up there.',
    merchant_request: 'Somebody cancelled the refund there.',
    canceled: 'The refund was cancelled there.',
    failed: 'The payment service does not say why.',
    invalid_request_error: 'The payment service does not say why.',
  } as Record<string, string>,
  otherRefusal: 'Look it up at the payment service, which says why.',
  kinds: {
    unknown: 'Paid, but not known here. Look it up at the payment service and refund it.',
    mismatch: 'Paid, but with another amount, person or biodata than asked for. It has bought nothing.',
    'refund refused':
      'Refund failed: the payment service refused it. We ask again every day until it is refunded, here or another way.',
    'refund failed':
      'Refund failed: the payer’s bank returned the money. We refund it again every day. If that goes on, ask the payer and refund it another way.',
    refunded: 'Refunded at the payment service. The contact is closed again.',
    'refunded in part': 'Refunded in part. The contact stays open.',
    disputed: 'Disputed by the payer’s bank. The contact is closed again.',
  },
}

export const money = {
  none: 'No payments found',
  state: 'State',
  states: {
    created: 'Started',
    succeeded: 'Paid',
    mismatch: 'Does not fit',
    refund_due: 'Being refunded',
    refunded: 'Refunded',
    disputed: 'Disputed',
    canceled: 'Cancelled',
  } as Record<string, string>,
  because: {
    duplicate: 'paid twice',
    'payer left': 'the payer has left',
    'biodata left': 'the biodata was deleted',
    hidden: 'the biodata was hidden',
    refused: 'refused by an administrator',
    'taken back': 'the approval was taken back',
    suspended: 'the payer was suspended',
    'not named': 'paid for nobody’s contact',
  } as Record<string, string>,
  date: 'Date',
  months: 'By month',
  month: 'Month',
  number: 'Payments',
  paid: 'Paid',
  wentBack: 'Refunded',
  looks: 'Needs a look',
  reference: 'Payment number',
}
