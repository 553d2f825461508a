import { mutationsOf } from './mutation.ts'

// What may be asked, how much may be read, and who sees what: unknown parameters, the API's document, reading limits,
// approvals that can be undone, contacts, open texts, private wishes, what is put away, shares of the places.

const unknown = 'src/platform/http/unknown-parameters.test.ts'
const openapi = 'src/platform/http/openapi.test.ts'
const emailLists = 'src/features/safety/email-lists.test.ts'
const reading = 'src/features/safety/reading/reading.test.ts'
const networks = 'src/features/safety/reading/networks.test.ts'
const undo = 'src/features/contact-requests/undo.test.ts'
const judging = 'src/features/contact-requests/judging.test.ts'
const hidden = 'src/features/safety/hidden.test.ts'
const contact = 'src/features/profile/contact.test.ts'
const openTexts = 'src/features/open-texts/open-texts.test.ts'
const putAway = 'src/features/identity/put-away/put-away.test.ts'
const limiter = 'src/platform/limits/fair-limiter.test.ts'

export const ruleMutations = [
  ...mutationsOf('src/platform/http/checks.server.ts', unknown, [
    [`  if (endpoint.takesAnyQuery) return\n`, ''],
    [`inputNames(endpoint).filter((name) => !endpoint.path.includes(\`:\${name}\`)) : []`, `inputNames(endpoint) : []`],
    [`const known = isInQuery(endpoint) ? inputNames`, `const known = endpoint ? inputNames`],
    [`const nearest = nearestTo(field, known)`, `const nearest = known[0]`],
  ]),
  ...mutationsOf('src/platform/http/mount.server.ts', emailLists, [
    [
      `          const by = askerOf(request)\n`,
      `          refuseUnknown(endpoint, request.query as object)\n          const by = askerOf(request)\n`,
      unknown,
    ],
    [`            refuseUnknown(endpoint, request.query as object)\n`, '', unknown],
    [`      await emails?.record()\n`, '', `${emailLists} shows the line`],
    [`await emails?.take().catch(`, `await Promise.resolve().catch(`, `${emailLists} tells a client`],
    [`by.canConfirm && error instanceof Problem`, `error instanceof Problem`, `${emailLists} tells a client`],
  ]),
  ...mutationsOf('src/platform/limits/throttle.server.ts', `${emailLists} records that an administrator reads`, [
    [`auditedLists: { atOnce: 1, everySeconds: hour }`, `auditedLists: { atOnce: 1, everySeconds: minute }`],
    [
      `{ atOnce: 3_000, everySeconds: hour / 3_000,`,
      `{ atOnce: 6_000, everySeconds: hour / 6_000,`,
      `${emailLists} tells a client`,
    ],
  ]),
  ...mutationsOf('src/platform/http/openapi.ts', openapi, [
    [`      tags: [tag],\n`, `      tags: [],\n`],
    [`new Set<number>([422, 429, 503, ...declared])`, `new Set<number>([422, 503, ...declared])`],
    [`switched off or away.', headers: retryAfter }`, `switched off or away.' }`],
    [`Object.fromEntries(rest), required }`, `Object.fromEntries(rest), required: [] }`],
    [`required: required.includes(name)`, `required: false`],
    [`  if (endpoint.access !== 'visitor') codes.add(401)\n`, ''],
    [`  if (/:id\\b/.test(endpoint.path)) codes.add(404)\n`, ''],
  ]),
  ...mutationsOf('src/features/safety/reading/queries.server.ts', reading, [
    [
      `  if (!limits || ownerId === viewer.userId) return undefined\n`,
      `  if (!limits) return undefined\n`,
      `${reading} own biodata, and what`,
    ],
    [
      `isUnconfirmed(viewer, sendsMail) ? networkLimits(address) : []`,
      `networkLimits(address)`,
      `${networks} accounts of a /64 read 120`,
    ],
    [
      `isUnconfirmed(viewer, sendsMail) ? networkLimits(address) : []`,
      `networkLimits(address).slice(0, 0)`,
      `${networks} behind one IPv4 address`,
    ],
    [
      `...questions.map(numberOfQuestion)]`,
      `...questions.slice(0, 0).map(numberOfQuestion)]`,
      `${reading} counts as one person for each question`,
    ],
    [
      `  if (viewer.isAdmin || shown.length === 0) return\n`,
      `  if (shown.length === 0) return\n`,
      `${reading} five thousand different people`,
    ],
  ]),
  ...mutationsOf('src/features/safety/policy.ts', `${reading} an unconfirmed account reads forty`, [
    [`perHourAndDay(40, 120)`, `perHourAndDay(40, 300)`],
    [`  if (viewer.isAdmin) return undefined\n  return isUnconfirmed`, `  return isUnconfirmed`],
    [`v56: 400, `, `v56: 800, `, `${networks} in the same moment`],
    [` && !viewer.blocked.includes(biodata.number)`, '', `${hidden} neither finds the other`],
  ]),
  ...mutationsOf('src/features/safety/reading/reading.sql', `${reading} of eighty at once forty are`, [
    [`  perform pg_advisory_xact_lock(hashtextextended(viewer::text, 1));\n`, ''],
    [
      `      perform pg_advisory_xact_lock(hashtextextended(network_name, 5));\n`,
      `      null;\n`,
      `${networks} in the same moment`,
    ],
    [
      `profile_views.at > moment - same);`,
      `profile_views.at > moment - 2 * same);`,
      `${reading} looking again within the hour`,
    ],
  ]),
  ...mutationsOf('src/features/safety/reading/list-limit.server.ts', `${reading} two hundred a minute`, [
    [`    if (viewer.kind === 'member' && viewer.isAdmin) return () => {}\n`, ''],
    [
      `giveBack(tries(listsOf(most) - listsOf(shown)))`,
      `giveBack(tries(Math.min(0, shown)))`,
      `${reading} counts as the pages that they would be`,
    ],
  ]),
  ...mutationsOf('src/platform/limits/throttle.server.ts', `${networks} registers forty accounts`, [
    [`everySeconds: limit.everySeconds / times }`, `everySeconds: limit.everySeconds }`],
    [`    taken.defer(() => returnAttempt(db, key, wider))\n`, ''],
  ]),
  ...mutationsOf('src/features/request-approval/judging.server.ts', undo, [
    [
      `      .where((by) => by.or([by('approvedBy', '=', actorId), by('forwardedBy', '=', actorId)]))\n`,
      '',
      `${undo} lets only the administrator`,
    ],
    [
      `      .where(sql<Date>\`coalesce(approved_at, forwarded_at)\`, '>', undoableSince(now))\n`,
      '',
      `${undo} refuses to undo after ten seconds`,
    ],
    [`    if (areUntold.includes(false)) throw new UndoRefused()\n`, '', `${undo} what another server has told`],
    [
      `      notBefore,\n    })\n  if (isForwarded)`,
      `    })\n  if (isForwarded)`,
      `${undo} tells the payer after ten seconds`,
    ],
    [`    .where('status', 'in', from)\n`, '', `${judging} exactly one decides`],
  ]),
  ...mutationsOf('src/features/contact-requests/ends.server.ts', `${judging} is not due again`, [
    [` and status = 'succeeded'`, ''],
  ]),
  ...mutationsOf('src/features/request-approval/queries.server.ts', `${undo} lets only the administrator`, [
    [`isUndoable && approvedBy === viewerId ?`, `isUndoable ?`],
  ]),
  ...mutationsOf('src/features/contact-requests/policy.ts', `${hidden} no right but the owner`, [
    [
      `request?.status === 'approve' && contactFor !== 'nobody'`,
      `request?.status === 'approve' && contactFor !== undefined`,
    ],
    [`  isVerified || !sendsMail\n`, `  isVerified || sendsMail\n`, `${putAway} shows nobody else the email`],
  ]),
  ...mutationsOf('src/features/profile/contact.server.ts', contact, [
    [
      `byRight === 'administrator' && !isConfirmed ?`,
      `byRight === 'administrator' && isConfirmed ?`,
      `${contact} gives the password again, and then goes on`,
    ],
    [`      await lockViewer(trx, userId)\n`, '', `${contact} twenty presses at once`],
    [
      `right === 'request' && (await lookByRequest(trx, userId, [id])).length === 0`,
      `right === 'request' && !userId`,
      `${undo} races an undo against`,
    ],
  ]),
  ...mutationsOf('src/features/contact-ledger/queries.server.ts', `${contact} in a file that an administrator`, [
    [` and not in_file and at > now()`, ` and at > now()`],
  ]),
  ...mutationsOf('src/features/favourites/queries.server.ts', 'src/features/favourites/favourites.test.ts L1', [
    [`id = \${id} and owner_id = \${userId}`, `id = \${id}`],
    [`at > \${agoFrom(now, removedAreKept)}\n        and `, '', `${reading} can be put back for an hour`],
  ]),
  ...mutationsOf('src/features/open-texts/queries.server.ts', `${openTexts} none of the administrator`, [
    [`suspicious_texts.user_id <> \${viewerId} and `, ''],
    [` and users.suspended_at is null`, '', `${openTexts} of a writer who is suspended`],
    [` and user_id <> \${actorId} and fine_at is null`, ` and fine_at is null`],
    [`\n      where old.text_hash <> excluded.text_hash`, '', `${openTexts} that an administrator found fine`],
  ]),
  ...mutationsOf('src/features/identity/put-away/put-away.sql', `${putAway} hides what an unproved account wrote`, [
    [
      `  delete from push_subscriptions where user_id = person;\n`,
      '',
      undefined,
      {
        equivalent: 'The same transaction ends every session of the person, and subscriptions go with their sessions.',
      },
    ],
    [
      ` and presence = 'paused' and kept.was_published;`,
      ` and presence = 'paused';`,
      `${putAway} that was paused before`,
    ],
    [
      ` and kept.had_biodata and updated_at <= kept.at;`,
      ` and kept.had_biodata;`,
      `${putAway} keeps what they saved themselves`,
    ],
  ]),
  ...mutationsOf(
    'migrations/0003-lists.sql',
    'src/features/matching/wishes.test.ts only while the consent for religion',
    [[`(b.partner_wishes_private or not b.shows_faith)`, `(b.partner_wishes_private)`]],
  ),
  ...mutationsOf(
    'src/features/matching/index.server.ts',
    'src/features/matching/fit.test.ts tells others nothing of private wishes',
    [[`sql.lit(side === 'them')`, `sql.lit(side !== 'them' && side !== 'me')`]],
  ),
  ...mutationsOf(
    'src/features/presence/queries.server.ts',
    'src/features/presence/privacy.test.ts taking back the consent to publish hides',
    [
      [`    if (unagreed.includes(before.presence) && !`, `    if (before.presence === 'married' && !`],
      [`    else if (!unagreed.includes(own.presence)) await giveConsent`, `    else await giveConsent`],
      [
        `(await findPutAway(trx, ownerId)))\n      throw new Problem('conflict', { code: 'put-away'`,
        `!ownerId)\n      throw new Problem('conflict', { code: 'put-away'`,
        `${putAway} hides what an unproved account wrote`,
      ],
    ],
  ),
  ...mutationsOf('src/platform/limits/fair-limiter.server.ts', limiter, [
    [`const twelfths = isAlone ? 8 :`, `const twelfths = isAlone ? 12 :`],
    [`        .filter(({ path }) => this.#mayTake(path))\n`, `        .filter(() => !this.#isFull)\n`],
    [`      for (const key of next.path) this.#turns.set(key, this.#turn)\n`, ''],
    [`isStanding && !this.#isNext(path) ? standingWaitMs : waitMs`, `waitMs`],
  ]),
]
