/** So many tries may come at once; each is free again after `everySeconds`, one after the other. */
export interface Limit {
  atOnce: number
  everySeconds: number
  /** What the refusal is called, where the page has words of its own for it. */
  code?: string
}

const minute = 60
const hour = 60 * minute

/** Every rate limit of the database (`throttle.server.ts`). What people read is limited by `readingLimits` of safety. */
export const limits = {
  /** Failed sign-ins to one account, from one network and from all together. */
  signInsFromNetwork: { atOnce: 10, everySeconds: minute },
  signInsFromEverywhere: { atOnce: 50, everySeconds: minute },
  /** Of one network to all accounts: many people share one, in an office or a phone company. */
  signInsOfNetwork: { atOnce: 30, everySeconds: 2 },
  /** New accounts with a password from one network. Each may read people (REQUIREMENTS R2), so fewer are allowed. */
  newAccountsOfNetwork: { atOnce: 10, everySeconds: 3 * minute },
  /** Guessing a password of somebody whose open session one has found. */
  passwordConfirmations: { atOnce: 10, everySeconds: minute },
  /** Codes tried for one person, wherever they are asked for: six digits can be guessed. */
  secondFactorCodes: { atOnce: 10, everySeconds: 5 * minute },
  mailsToPerson: { atOnce: 3, everySeconds: 15 * minute },
  resetsOfNetwork: { atOnce: 30, everySeconds: minute },
  /** Payments begun anew. Each is one at the provider, whom nobody may flood in our name. */
  paymentsOfAccount: { atOnce: 10, everySeconds: 6 * minute },
  paymentsOfNetwork: { atOnce: 30, everySeconds: 2 * minute },
  /** Declined cards. An office, or a mobile network behind one address, may share the second. */
  declinesOfAccount: { atOnce: 5, everySeconds: 12 * minute },
  declinesOfNetwork: { atOnce: 15, everySeconds: 4 * minute },
  /** Of one person. An administrator reads every report, and a block may send money back, which costs the site a fee. */
  reports: { atOnce: 5, everySeconds: 2 * hour },
  blocks: { atOnce: 30, everySeconds: 10 * minute },
  pushSubscriptions: { atOnce: 10, everySeconds: 10 * minute },
  /** From one network. A family writes once or twice; an office may share an address. */
  contactMessagesOfNetwork: { atOnce: 5, everySeconds: hour },
  /** Per administrator, over all lists; further ones need a recent password (docs/decisions/007-reading-limits.md). */
  rowsWithEmails: { atOnce: 3_000, everySeconds: hour / 3_000, code: 'emails-limit' },
  /** The audit log has a line an hour per administrator and list. */
  auditedLists: { atOnce: 1, everySeconds: hour },
} as const satisfies Record<string, Limit>
