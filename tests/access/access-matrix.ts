import { consentVersion } from '#src/features/consents/policy.ts'
import { dayOf } from '#src/platform/clock.ts'
import { noon } from '#tests/world.server.ts'

/**
 * Who may do what, as data: every route of the server × every kind of person. `access.test.ts` sends each request as
 * each of them and judges the answer. A route without a row here fails the tests.
 */

/**
 * V visitor, U another member, O the owner of the biodata in question, P a premium member, Q has paid for O's contact
 * and waits for approval, R has paid and was approved, W waits for the answer of O's family, D was declined by it, G is a
 * guardian of O who may do everything, F was one, A administrator, B is suspended and still has the cookie from before.
 */
export const actors = ['V', 'U', 'O', 'P', 'Q', 'R', 'W', 'D', 'G', 'F', 'A', 'B'] as const
export type Actor = (typeof actors)[number]
/** S is a stranger, for whose contact only O has paid, not approved. */
export const people = ['U', 'O', 'P', 'Q', 'R', 'W', 'D', 'G', 'F', 'A', 'S', 'B'] as const
export type Somebody = (typeof people)[number]

/** A judgement: what may be in an answer. */
export interface Answer {
  status: number
  /** Keys that may occur anywhere in the body. `any` for documents about the API itself. */
  keys: readonly string[] | 'any'
  /** What the body must contain. */
  is?: unknown
  /** Keys under which other people's values may occur; by default all of `keys`. */
  others: readonly string[]
  /** Whose. */
  of: readonly Somebody[]
}
type Short = Answer | number

export interface Row {
  /** Method and address; `{email:O}`, `{id:O}`, `{number:O}`, `{request:O}`, `{hidden:O}`, `{paid:O}` stand for what O has, `me` for the caller. */
  ask: string
  body?: Record<string, unknown> | undefined
  answers: Record<Actor, Answer>
  /** HEAD answers as GET does, without a body, unless this says otherwise. */
  head?: number
}

const ok = (keys: Answer['keys'], is?: unknown, more: Partial<Answer> = {}): Answer => ({
  ...{ status: 200, keys, is, others: keys === 'any' ? [] : keys, of: ['O'] },
  ...more,
})
const PROBLEM = ['type', 'title', 'status', 'code', 'detail', 'errors', 'field', 'message', 'limit']
const answer = (short: Short): Answer =>
  typeof short === 'number' ? { status: short, keys: PROBLEM, others: [], of: [] } : short

/** The same answer for everyone, except those named in `but`. A suspended person has no session: a visitor's answer. */
const all = (same: Short, but: Partial<Record<Exclude<Actor, 'B'>, Short>> = {}) =>
  Object.fromEntries(actors.map((who) => [who, answer(but[who === 'B' ? 'V' : who] ?? same)])) as Record<Actor, Answer>
const members = (same: Short, but: Parameters<typeof all>[1] = {}) => all(same, { V: 401, ...but })
const onlyOwner = (own: Short, but: Parameters<typeof all>[1] = {}) => members(403, { O: own, ...but })
const onlyAdmin = (own: Short) => members(403, { A: own })

const CARD = ['_id', 'bioDataId', 'gander', 'age', 'occupation', 'perDivision', 'type']
const LOOKS = ['birth', 'maritalStatus', 'skinColor', 'feet', 'inch', 'weight']
const SAID = ['district', 'education', 'institution', 'profession', 'children', 'religion', 'practice', 'aboutMe']
/** What members read on a card, REQUIREMENTS C2. */
const NAMES = ['name', 'nameInOtherScript']
const SHOWN = [...NAMES, 'maritalStatus', 'feet', 'inch', 'district', 'education', 'profession', 'isFavorite']
const MEMBER_CARD = [...CARD, ...SHOWN]
const everybodyListed = { of: ['U', 'O', 'P', 'Q', 'R', 'W', 'D', 'G', 'F', 'S'] } as const
const FAMILY = ['fatherName', 'matherName', 'fatherOccupation', 'motherOccupation', 'siblings']
const MORE = [...NAMES, ...LOOKS, 'presentDivision', ...SAID, ...FAMILY]
const PROFILE = [
  ...CARD,
  ...MORE,
  'partnerAge',
  'PartnerFeet',
  'PartnerInch',
  'partnerWeight',
  'contact',
  'confirmedOn',
  'attested',
  'kind',
  'on',
]
const CONTACT = ['email', 'phoneNumber', 'photoUrl', 'income']
const OWN = [...PROFILE, ...CONTACT, 'reqPremium', 'contactFor', 'isPublished']
/** To whose it is also who else sees the wishes. */
const OWN_WISHING = [...OWN, 'partnerWishesPrivate']
const SEEN = [...PROFILE, 'isFavorite']
const WITH_CONTACT = [...SEEN, ...CONTACT]
const seenContact = ok(CONTACT)
const LISTED = [...CARD, 'name', 'email', 'reqPremium', 'userId']
const ASKED = ['_id', 'name', 'email', 'price', 'bioDataId', 'bioData_id', 'bioDataName', 'transactionId', 'date']
const REQUEST = [...ASKED, 'bioDataNameInOtherScript', 'status', 'isDelete', 'currency', 'waits']
const FORWARDED = [...REQUEST, 'forwardedAt', 'answerBy']
const APPROVED = [...REQUEST, 'approvedAt', 'contactPhone', 'contactEmail', 'unanswered']
const FAVOURITE = ['_id', 'bioDataId', 'bioData_id', 'email', ...NAMES, 'PermanentAddress', 'Occupation']
const COMPARED = [...NAMES, 'feet', 'inch', 'maritalStatus', 'district', 'education', 'profession', 'religion']
const SHORTLISTED = [
  ...CARD,
  ...COMPARED,
  'fatherOccupation',
  'favorite_id',
  'note',
  'request',
  'attested',
  'kind',
  'on',
]
const USER = ['_id', 'name', 'email', 'role', 'bioDataId', 'type', 'isVerified', 'isSuspended', 'isPublished', 'since']
const ASKING = ['_id', 'name', 'email', 'bioDataId', 'date']
const ASKING_FOR = [
  ...ASKING,
  'status',
  'bioData_id',
  'ownBioData_id',
  'asker_id',
  'asked',
  'decidedBy',
  'isForBureau',
  'waits',
  'isDelete',
]
const ASKER = [...CARD, ...NAMES, 'feet', 'inch', 'maritalStatus', 'district', 'education', 'profession']
const ASKED_OF = [
  'id',
  'state',
  'forwardedAt',
  'answerBy',
  'hoursLeft',
  'answeredAt',
  'answeredBy',
  'answeredAs',
  'byTelephone',
  'seenAt',
  'askerName',
  'asker',
  ...ASKER,
]
const ASKED_WHOLE = [
  ...ASKED_OF,
  'introduction',
  'fee',
  'theirs',
  'mine',
  'phone',
  'email',
  'contacts',
  'mayAnswer',
  'of',
  'sharesTheirs',
]
const MONEY_WAITS = ['paymentFindings', 'transfers', 'refundsToSend']
const WAITING = [
  ...[
    'contactRequests',
    'premiumRequests',
    'familiesToCall',
    ...MONEY_WAITS,
    'reported',
    'suspiciousTexts',
    'unanswered',
  ],
]
const OVERVIEW = ['waiting', 'oldest', 'failedRefunds', 'newBiodata', 'month', 'received', 'refunded', ...WAITING]
const GROWTH = ['today', 'weeks', 'growth', 'users', 'biodata', 'approvals', 'payments', 'currency', 'number', 'sum']
const SETUP = ['done', 'admins', 'adminsWithoutFactor', 'isHidden']
const ACTION = [
  '_id',
  'at',
  'action',
  'actor',
  'isCommandLine',
  'subject',
  'subjectId',
  'personId',
  'bioDataId',
  'name',
  'email',
]
const WHO = [
  'user',
  'email',
  'name',
  'isAdmin',
  'isPremium',
  'isVerified',
  'isPaused',
  'question',
  'isPutAway',
  'hasBiodata',
  'isGuardian',
  'needsSecondFactor',
  'news',
]
const SESSION = [...WHO, 'ways', 'google', 'oidc', 'mail', 'passkey']
const FACTOR = ['isOn', 'backupCodesLeft', 'passkeys']
const DEVICE = ['id', 'browser', 'system', 'lastUsed', 'isCurrent']
const ACCOUNT = ['name', 'email', 'photoUrl', 'forWhom', 'gender', 'isVerified', 'hasPassword', 'sessions', ...DEVICE]

const MOMENTS = ['createdAt', 'updatedAt', 'requestedAt', 'approvedAt', 'sentAt', 'expiresAt', 'at']
const LISTS = ['account', 'signIns', 'sessions', 'biodata', 'favourites', 'contactRequests', 'payments', 'mails']
const ABOUT_ACCOUNT = [
  'id',
  'name',
  'email',
  'biodataFor',
  'biodataGender',
  'keptBy',
  'emailVerified',
  'image',
  'language',
  'role',
  'providerId',
  'accountId',
]
const ABOUT_BIODATA = ['number', 'gender', 'photoUrl', 'birth', 'skinColor', 'height', 'weight', 'occupation', 'phone']
const ABOUT_FAMILY = ['fatherName', 'motherName', 'division', 'presentDivision', 'partnerAge', 'partnerHeight']
const RANGES = ['Age', 'Height', 'Weight'].flatMap((what) =>
  ['From', 'To', 'Matters'].map((end) => `partner${what}${end}`),
)
const SETS = [
  ...['Division', 'District', 'Occupation', 'MaritalStatus', 'Children', 'Education', 'Religion', 'Practice'],
].flatMap((what) => [`partner${what}`, `partner${what}Matters`])
/** What is wished beside the specification's numbers, and what is packed for comparing. */
const WISHES = [...RANGES, ...SETS, 'partnerWishesPrivate', 'showsFaith', 'facts', 'districtFact']
const RIGHTS = ['mayAnswer', 'isContact', 'mayConfirm', 'mayEdit']
const EXPORT = [
  ...[
    ...MOMENTS,
    ...LISTS,
    ...ABOUT_ACCOUNT,
    ...ABOUT_BIODATA,
    ...ABOUT_FAMILY,
    'partnerWeight',
    'premium',
    'maritalStatus',
    'income',
    ...SAID,
    ...FAMILY,
    ...WISHES,
  ],
  ...['ipAddress', 'userAgent', 'status', 'deleted', 'provider', 'providerRef', 'amount', 'currency', 'kind'],
  ...['administration', 'action', 'refundBecause', 'receipts', 'receivedAt', 'refunds', 'state'],
  ...['transfers', 'wallet', 'transactionId', 'lastDigits', 'claimedAt'],
  ...['consents', 'what', 'version', 'givenAt', 'takenBackAt', 'contactViews', 'byRight', 'inFile', 'reason', 'blocks'],
  ...['attestations', 'how', 'withWhom', 'on', 'endsOn', 'notedAt', 'endedAt', 'endedBecause', 'endedWords'],
  ...['contactFeedback', 'askedAt', 'closedAt', 'didAnswer', 'wasRight', 'marriage', 'foundHere', 'saidAt'],
  ...['reports', 'words', 'outcome', 'answer', 'answeredAt', 'profilesRead', 'cardsFound', 'removedFavourites', 'note'],
  ...['savedSearches', 'search', 'howOften', 'toldAt', 'visits', 'lookedAt', 'since', 'leftOut'],
  ...['notifications', 'by', 'search', 'found', 'madeAt', 'seenAt', 'readAt'],
  ...['notificationPreferences', 'channel', 'wanted', 'pushSubscriptions', 'service'],
  ...['putAway', 'hadBiodata', 'wasPublished', 'searches', 'premiumAskedAt'],
  ...[
    'presence',
    'presenceSince',
    'unpublished',
    'suspended',
    'published',
    'contactFor',
    'nameInOtherScript',
    'nameOnCards',
  ],
  ...[
    'introductions',
    'introduction',
    'writtenAt',
    'calls',
    'said',
    'asked',
    'forwardedAt',
    'answerBy',
    'firstSeenAt',
    'request',
  ],
  ...['guardians', 'wards', 'guardian', 'relation', 'invitedAt', 'acceptedAt', 'endedAt', ...RIGHTS],
  ...['unansweredReports', 'reportsOfNumber', 'reportedAt', 'decidedAt'],
  ...['textsToReview', 'field', 'foundAt', 'fineAt', 'imported', 'confirmedAt', 'confirmQuestion'],
]

/** As a browser makes it: a point of P-256, which may be anything else for a server that only keeps it, and 16 bytes. */
const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
}

const NEWS = ['since', 'people', 'isAtLeast']
const SEARCH = ['_id', 'name', 'search', 'howOften']
const LOOK = ['at', 'inFile', 'reason']
const VIEWER = [...NAMES, 'bioDataId', 'bioData_id', 'viewer_id', 'reportedAt', 'hasLeft']
const LOOKED = ['id', 'byRight', 'times', 'looks', ...VIEWER, ...LOOK]
const NOTICE = [
  'id',
  'kind',
  'date',
  'age',
  'isNew',
  'answer',
  'bioDataId',
  'by',
  'search',
  'found',
  'what',
  'request',
  'guardian',
  'relation',
]
const GUARDIAN = [
  '_id',
  'name',
  'relation',
  'state',
  'invitedAt',
  'expiresAt',
  'acceptedAt',
  'phone',
  'email',
  'mail',
  ...RIGHTS,
]
const INVITATION = ['state', ...NAMES, 'bioDataId', 'gander', 'isOwn', 'phone', ...RIGHTS]
const WARD = [
  '_id',
  'ward_id',
  'bioDataId',
  ...NAMES,
  'gander',
  'relation',
  'since',
  'isPublished',
  'isToConfirm',
  'phone',
  ...RIGHTS,
]
/** What a guardian may edit. */
const KEPT = [...NAMES, 'gander', ...LOOKS, 'perDivision', 'presentDivision', 'occupation', ...SAID, ...FAMILY]
const rights = { mayAnswer: true, isContact: false, mayConfirm: true, mayEdit: true }
const asGuardian = {
  ...{ phone: '01911000141', isOfAge: true, numberMayBeShown: true, consentVersion, email: '{email:me}' },
}
const SETTINGS = ['hasMail', 'email', 'pushKey', 'isWoken', 'kinds', 'kind', 'mail', 'push', 'isLocked']
const CONSENT = ['what', 'version', 'since']
const CONFIRMED = ['confirmation', 'lastOn', 'everyDays', 'nextOn', 'question', 'pausedOn']
const PRESENCE = [
  'number',
  'presence',
  'since',
  'unpublished',
  'contactFor',
  'nameOnCards',
  'deletedOn',
  'imported',
  'marriage',
  ...CONFIRMED,
]

const FINDING = [
  ...[
    '_id',
    'kind',
    'transactionId',
    'price',
    'currency',
    'detail',
    'date',
    'done',
    'isInReview',
    'person',
    'bioDataId',
  ],
]

const PAYMENT = [
  ...['_id', 'date', 'name', 'email', 'payer_id', 'bioDataId', 'price', 'currency', 'status', 'because'],
  ...['transactionId', 'finding', 'way', 'receipts', 'received', 'refunds', 'refunded', 'id', 'at', 'state'],
]
const SIDE = [
  ...['_id', ...NAMES, 'since', 'isVerified', 'requests', 'week', 'made', 'received', 'shown', 'biodata', 'bioDataId'],
  ...['gander', 'premium', 'published', 'age', 'perDivision', 'occupation', 'maritalStatus'],
  ...['height', 'education', 'profession', 'district', 'religion'],
]
const JUDGEMENT = [
  ...['status', 'date', 'waits', 'decidedAt', 'decidedBy', 'because', 'payment', 'price', 'currency', 'transactionId'],
  ...['asker', 'asked', 'isDelete', 'undoMs', 'match', 'ofAsker', 'ofAsked', 'met', 'of', ...SIDE],
  ...['introduction', 'asksFamily', 'mustBeCalled', 'answerBy', 'isForBureau', 'calls'],
]
const PERSON = [
  ...[
    '_id',
    'name',
    'email',
    'isVerified',
    'since',
    'lastHere',
    'isAdmin',
    'isPremium',
    'suspended',
    'because',
    'biodata',
  ],
  ...['bioDataId', 'gander', 'age', 'perDivision', 'occupation', 'presence', 'unpublished', 'published', 'contactFor'],
  ...['requests', 'isMade', 'otherId', 'other', 'status', 'date', 'price', 'currency', 'payment'],
  ...['payments', 'reference', 'views', 'viewer', 'nameInOtherScript', 'byRight', 'times', 'looks', ...LOOK],
  ...['history', 'at', 'action', 'actor', 'isCommandLine'],
]

const OWN_REPORT = ['_id', 'bioDataId', 'reason', 'words', 'date', 'outcome', 'answer', 'answered']
const ATTESTATION = ['_id', 'kind', 'how', 'withWhom', 'on', 'endsOn', 'ended']
const COMPARE = ['compare', ...NAMES, 'birth', 'education', 'institution', 'version']
const ATTESTED = ['attestations', ...COMPARE, ...ATTESTATION, 'note', 'seenBy']
const today = dayOf(noon)
const attestation = { kind: 'phone', how: 'call', on: '2026-11-19' }
const REPORTED = [
  ...['_id', 'person', 'name', 'email', 'bioDataId', 'bioData_id', 'reporters', 'reports', 'reporter'],
  ...[
    'isAdmin',
    'isSuspended',
    'isUnpublished',
    'reporterBioDataId',
    'reporterBioData_id',
    'reason',
    'words',
    'date',
    'outcome',
    'answer',
  ],
]

const UNANSWERED = [
  ...['_id', 'reporter', 'owner', 'name', 'bioDataId', 'made', 'found', 'isGuardians', 'note', 'date', 'firstSeenAt'],
  ...['id', 'number', 'attestedOn', 'hasFee', 'outcome', 'decidedAt', 'decidedBy'],
]

const SUSPICIOUS = [
  '_id',
  'person',
  'name',
  'isAdmin',
  'bioDataId',
  'date',
  'texts',
  'field',
  'parts',
  'from',
  'text',
  'isMarked',
]

const IMPORT = [
  ...['id', 'fileName', 'status', 'trouble', 'headings', 'heading', 'column', 'read', 'good', 'added', 'stayed'],
  ...['agreedHow', 'agreedOn', 'by', 'madeAt', 'doneAt', 'canUndo'],
]
const IMPORT_ROW = ['row', 'name', 'gender', 'birth', 'division', 'problems', 'kind', 'field', 'value', 'other']

const SITE_PAGE = 'title lead changed contents sections heading id paragraphs list term text link page'.split(' ')
const WAY = ['ways', 'id', 'kind', 'publishableKey', 'sandbox', 'payTo', 'wallet', 'number', 'holder']
const PRICE = ['price', 'currency', 'requiresBiodata', ...WAY]
const SENDING = ['reference', 'wallet', 'transactionId', 'lastDigits']
const CLAIM = [
  ...SENDING,
  '_id',
  'date',
  'answerBy',
  'payer',
  'id',
  'name',
  'bioDataId',
  'price',
  'arrived',
  'currency',
  'trouble',
  'read',
]
const STATEMENT = ['rows', 'matching', 'otherAmount', 'known', 'unmatched', 'shown', 'unreadable']
const TRANSFER = { amount: '500', at: noon.toISOString() }

const OUTCOME = ['outcome', 'price', 'currency']

const everybody = { of: people }
const stranger = { of: ['S'] } as const
const is = (key: string, value: unknown) => ok([key], { [key]: value })
/** A list of so many. */
const list = (n: number) => Array(n).fill({})
const modified = (n: number) => is('modifiedCount', n)
const inserted = ok(['insertedId'])
const secret = ok(['clientSecret'])
const ASKED_NAMES = ['bioDataName', 'bioDataNameInOtherScript']
const ownRequests = {
  O: ok(REQUEST, [{ status: 'pending' }], { others: ASKED_NAMES, of: ['S'] }),
  Q: ok(REQUEST, [{ status: 'pending' }], { others: ASKED_NAMES }),
  R: ok(APPROVED, [{ status: 'approve' }], { others: [...ASKED_NAMES, 'contactPhone', 'contactEmail'] }),
  W: ok(FORWARDED, [{ status: 'pending' }], { others: ASKED_NAMES }),
  D: ok([...FORWARDED, 'endedAt'], [{ status: 'declined' }], { others: ASKED_NAMES }),
} as const
const askedByBoth = { of: ['W', 'D'], others: ['askerName', ...NAMES, 'profession'] } as const
const askedByW = { of: ['W'], others: ['askerName', ...NAMES, 'profession'] } as const
const seenByOthers = { others: ['name'], of: ['P', 'R'] } as const
const viewSums = ['people', 'times', 'lately', 'peopleLately', 'lastAt']
const is3Times = ok(viewSums, { people: 3, times: 3 })
const nobody = '00000000-0000-4000-8000-000000000000'

const row = (ask: string, answers: Row['answers'], more: Omit<Row, 'ask' | 'answers'> = {}): Row => ({
  ask,
  answers,
  ...more,
})
const send = (ask: string, body: NonNullable<Row['body']>, answers: Row['answers']): Row => ({ ask, body, answers })

const forgedUser = { name: 'Forged', role: 'admin', bioDataId: 7, type: 'premium' }
const forgedFavourite = { PermanentAddress: 'Mars', name: 'Forged', Occupation: 'Forged' }
const forgedPayment = { name: 'Forged', price: 0, date: '1999-01-01', status: 'approve' }

/** Every person is asked about O, unless the row says otherwise. */
export const matrix: Row[] = [
  // The specification's calls.
  row('GET /api/user/admin/{email:O}', onlyOwner(is('admin', false), { A: is('admin', false) })),
  row('GET /api/user/admin/{email:me}', members(is('admin', false), { A: is('admin', true) })),
  row('GET /api/user/admin/nobody@mail.example', onlyAdmin(is('admin', false))),
  send('POST /api/user', { ...forgedUser, email: '{email:me}' }, members(inserted)),
  send('POST /api/user', { ...forgedUser, email: '{email:O}' }, onlyOwner(inserted)),
  row('GET /api/viewBioData/?email={email:O}', onlyOwner(ok(OWN_WISHING), { A: ok(OWN) })),
  row('GET /api/viewBioData?email={email:me}', members(ok(OWN_WISHING, {}, { others: [] }), { A: ok([], null) })),
  row('GET /api/viewBioData/?email={email:me}&email={email:O}', members(422)),
  send('PATCH /api/bioData', { biodata: '', email: '{email:me}' }, members(modified(1))),
  send('PATCH /api/bioData', { biodata: '', email: '{email:O}' }, onlyOwner(modified(1))),
  row('PATCH /api/user/request_premium/{email:O}', onlyOwner(modified(1))),
  // U has asked before, P is premium, A has no biodata.
  row(
    'PATCH /api/user/request_premium/{email:me}',
    members(modified(1), { U: modified(0), P: modified(0), A: modified(0) }),
  ),
  row('GET /api/allBioData', all(ok(CARD), { A: ok(LISTED, list(11), everybody) })),
  row('PATCH /api/users/admin/{id:O}', onlyAdmin(modified(1))),
  row('PATCH /api/users/admin/{id:me}', onlyAdmin(modified(0))),
  row(`PATCH /api/users/admin/${nobody}`, onlyAdmin(404)),
  row('PATCH /api/users/premium/{id:O}', onlyAdmin(modified(1))),
  row(`PATCH /api/users/premium/${nobody}`, onlyAdmin(404)),
  row('GET /api/BioDataCount', all(ok(['femaleCount', 'maleCount'], { femaleCount: 10, maleCount: 0 }))),
  row('GET /api/user/premium/{email:O}', onlyOwner(is('premium', false), { A: is('premium', false) })),
  row('GET /api/user/premium/{email:me}', members(is('premium', false), { P: is('premium', true) })),
  row(
    'GET /api/check-payment?bioDataId={number:O}&userEmail={email:me}',
    members(is('isPaid', false), { Q: is('isPaid', true), R: is('isPaid', true), W: is('isPaid', true) }),
  ),
  row(
    'GET /api/check-payment?bioDataId={number:O}&userEmail={email:R}',
    members(403, { R: is('isPaid', true), A: is('isPaid', true) }),
  ),
  row(
    'GET /api/bioData/{id:O}',
    // A has no biodata that could be compared, the others are of one gender.
    members(ok(SEEN), {
      O: ok(OWN),
      P: ok(WITH_CONTACT),
      R: ok(WITH_CONTACT),
      W: ok(SEEN, { contact: 'pending' }),
      D: ok(SEEN, { contact: 'withheld' }),
      A: ok([...WITH_CONTACT, 'fit'], { fit: null }),
    }),
  ),
  row(
    'GET /api/bioData/{id:S}',
    members(ok(SEEN, {}, stranger), {
      P: ok(WITH_CONTACT, {}, stranger),
      A: ok([...WITH_CONTACT, 'fit'], { fit: null }, stranger),
    }),
  ),
  row(
    'GET /api/bioData/{id:O}?contact=later',
    members(ok(SEEN), {
      O: ok(OWN),
      P: ok(SEEN, { contact: 'available' }),
      R: ok(WITH_CONTACT),
      W: ok(SEEN, { contact: 'pending' }),
      D: ok(SEEN, { contact: 'withheld' }),
      A: ok([...SEEN, 'fit'], { contact: 'available', fit: null }),
    }),
  ),
  send(
    'POST /api/bioData/{id:O}/contact',
    {},
    members(403, { O: seenContact, P: seenContact, R: seenContact, A: seenContact }),
  ),
  send(`POST /api/bioData/${nobody}/contact`, {}, members(404)),
  row('GET /api/bioData/{number:O}', members(404)),
  row('GET /api/favorite-status/{number:S}/{email:O}', onlyOwner(is('isFavorite', true))),
  row(
    'GET /api/favorite-status/{number:S}/{email:me}',
    members(is('isFavorite', false), { O: is('isFavorite', true) }),
  ),
  send(
    'POST /api/favorite-bioData',
    { ...forgedFavourite, bioDataId: '{number:O}', email: '{email:me}' },
    members(inserted),
  ),
  send(
    'POST /api/favorite-bioData',
    { ...forgedFavourite, bioDataId: '{number:S}', email: '{email:O}' },
    onlyOwner(inserted),
  ),
  // O has S among the favourites, P has O. The names are theirs, the email is the caller's.
  row(
    'GET /api/favorite',
    members(ok([], []), {
      O: ok(FAVOURITE, list(1), { others: NAMES, of: ['S'] }),
      P: ok(FAVOURITE, list(1), { others: NAMES }),
    }),
  ),
  row(
    'GET /api/me/shortlist',
    members(ok([], []), {
      O: ok(SHORTLISTED, list(1), { of: ['S'] }),
      P: ok(SHORTLISTED, list(1)),
    }),
  ),
  send(
    'PATCH /api/favorite-note/{favourite:O}',
    { note: 'Aunt Selina knows them.', email: '{email:me}' },
    members(404, { O: modified(1) }),
  ),
  row('DELETE /api/delete-favorite/{favourite:O}', members(404, { O: is('deletedCount', 1) })),
  // P has paid already and not yet said for whom.
  send('POST /api/create-payment-intent', { price: 5 }, members(secret, { P: 409 })),
  send(
    'POST /api/create-payment-intent',
    { price: 5, bioDataId: '{number:O}' },
    members(secret, { O: 422, P: 409, Q: 409, R: 409, W: 409, D: 409, G: 409, A: 409 }),
  ),
  send('POST /api/create-payment-intent', { price: 0.5, bioDataId: '{number:S}' }, members(422)),
  send(
    'POST /api/payments',
    { ...forgedPayment, email: '{email:me}', transactionId: '{paid:me}', bioDataId: '{paidFor:me}' },
    members(inserted),
  ),
  send(
    'POST /api/payments',
    { ...forgedPayment, email: '{email:O}', transactionId: '{paid:me}' },
    members(403, { O: inserted }),
  ),
  send(
    'POST /api/payments',
    { ...forgedPayment, transactionId: '{paid:O}', bioDataId: '{number:S}' },
    members(404, { O: inserted }),
  ),
  send('POST /api/payments', { transactionId: '{unpaid:O}', bioDataId: '{number:U}' }, members(404, { O: 402 })),
  // Nobody learns here who has asked for his own contact.
  row(
    'GET /api/payments',
    members(ok([], []), { ...ownRequests, A: ok([...FORWARDED, 'approvedAt', 'endedAt'], list(6), everybody) }),
  ),
  row('GET /api/payments?mine=true&limit=100', members(ok([], []), ownRequests)),
  row('PATCH /api/contact-request-approver/{request:Q}', onlyAdmin(modified(1))),
  row('PATCH /api/contact-request-approver/{request:R}', onlyAdmin(modified(0))),
  row(`PATCH /api/contact-request-approver/${nobody}`, onlyAdmin(404)),
  row('DELETE /api/contact-request-approver/{request:Q}', onlyAdmin(409)),
  // Who signs in answers by themselves.
  send('POST /api/contact-requests/{request:W}/calls', { on: today, withWhom: 'father', said: 'yes' }, onlyAdmin(409)),
  send('POST /api/contact-requests/{request:W}/calls', { on: today, said: 'yes' }, onlyAdmin(422)),
  send(`POST /api/contact-requests/${nobody}/calls`, { on: today, said: 'nobody' }, onlyAdmin(404)),
  row(`DELETE /api/contact-request-approver/${nobody}`, onlyAdmin(404)),
  send(
    'PATCH /api/contact-requests/undone-approvals',
    { ids: ['{request:Q}', nobody] },
    onlyAdmin(
      ok(['results', '_id', 'outcome', 'seen'], { seen: 0, results: [{ outcome: 'before' }, { outcome: 'missing' }] }),
    ),
  ),
  row('GET /api/me/introductions/{number:O}', members(is('words', null), { O: 422 })),
  row('GET /api/me/introductions/99999', members(404)),
  send(
    'PATCH /api/me/introductions',
    { bioDataId: '{number:O}', words: 'We would like to speak with your family.' },
    members(modified(1), { O: 422 }),
  ),
  // O shows the contact at the approval: nobody asks O's family.
  send('POST /api/me/contact-requests', { bioDataId: '{number:O}' }, members(409, { O: 422 })),
  row('PATCH /api/me/contact-requests/{request:W}/withdrawal', members(404, { W: modified(1) })),
  row('PATCH /api/me/contact-requests/{request:D}/withdrawal', members(404, { D: 409 })),
  row('GET /api/me/contact-feedback', members(ok([], []), { R: ok(['_id', 'bioDataId', ...NAMES, 'until'], list(1)) })),
  send(
    'POST /api/me/contact-feedback/{request:R}',
    { didAnswer: true, wasRight: 'yes', email: '{email:me}' },
    members(404, { R: modified(1) }),
  ),
  send('POST /api/me/contact-feedback/{request:R}', { didAnswer: true, email: '{email:me}' }, members(422)),
  send('POST /api/me/contact-feedback/{request:R}', { didAnswer: false, email: '{email:O}' }, onlyOwner(404)),
  send('POST /api/me/contact-feedback/{request:Q}', { didAnswer: false, email: '{email:me}' }, members(404)),
  row('DELETE /api/me/contact-feedback/{request:R}', members(404, { R: is('deletedCount', 1) })),
  row('DELETE /api/me/contact-feedback/{request:Q}', members(404)),
  row(
    'GET /api/people/{id:O}/contact-feedback',
    onlyAdmin(ok(['answered', 'unanswered', 'right', 'partlyRight', 'wrong', 'latest'], { latest: [] })),
  ),
  row('GET /api/people/{id:me}/contact-feedback', onlyAdmin(ok([], null))),
  row(`GET /api/people/${nobody}/contact-feedback`, onlyAdmin(404)),
  // R has reported already, W has seen no number.
  send(
    'POST /api/me/contact-requests/{request:R}/unanswered',
    { email: '{email:me}' },
    members(404, { R: modified(0) }),
  ),
  send('POST /api/me/contact-requests/{request:W}/unanswered', { email: '{email:me}' }, members(404, { W: 409 })),
  row(
    'GET /api/me/asked',
    members(ok([], []), {
      O: ok(ASKED_OF, list(2), askedByBoth),
    }),
  ),
  row('GET /api/me/asked?ward={guardian:G}', members(404, { G: ok(ASKED_OF, list(2), askedByBoth) })),
  row('GET /api/me/asked?ward={guardian:F}', members(404)),
  send('POST /api/me/wards/{guardian:G}/still-right', { email: '{email:me}' }, members(404, { G: modified(1) })),
  send('POST /api/me/wards/{guardian:F}/still-right', { email: '{email:me}' }, members(404)),
  row('GET /api/me/asked/counts?ward={guardian:G}', members(404, { G: ok(['thisMonth', 'shared', 'notNow'], {}) })),
  row('GET /api/me/asked/counts?ward={guardian:F}', members(404)),
  row('GET /api/me/asked/waiting', members(is('count', 0), { O: is('count', 1) })),
  row(
    'GET /api/me/asked/{request:W}',
    members(404, {
      O: ok(ASKED_WHOLE, { theirs: null, of: null }, askedByW),
      G: ok(
        ASKED_WHOLE,
        { theirs: null, mayAnswer: true },
        { of: ['W', 'O'], others: [...askedByW.others, 'phone', 'email'] },
      ),
    }),
  ),
  row('GET /api/me/asked/{request:Q}', members(404)),
  send('PATCH /api/me/asked/{request:W}', { answer: 'yes' }, members(404, { O: modified(1), G: modified(1) })),
  send('PATCH /api/me/asked/{request:W}', { answer: 'yes', shows: 'own' }, members(404, { O: modified(1), G: 422 })),
  send('PATCH /api/me/asked/{request:W}', { answer: 'not now' }, members(404, { O: modified(1), G: modified(1) })),
  send('PATCH /api/me/asked/{request:D}', { answer: 'yes' }, members(404, { O: 409, G: 409 })),
  send('PATCH /api/me/asked/{request:W}', { answer: 'perhaps' }, members(422)),
  row('PATCH /api/me/asked/{request:W}/taken-back', members(404, { O: 409, G: 409 })),
  row('PATCH /api/delete-request/{request:W}', members(404, { W: modified(1) })),
  row('PATCH /api/delete-request/{request:O}', members(404, { O: modified(1) })),
  row('PATCH /api/delete-request/{request:Q}', members(404, { Q: modified(1) })),
  row('PATCH /api/delete-request/{request:R}', members(404, { R: modified(1) })),
  // It is not deleted.
  row('PATCH /api/restore-request/{request:O}', members(404, { O: 409 })),
  row('PATCH /api/restore-request/{hidden:O}', members(404, { O: modified(1) })),
  row('GET /api/bioData-filter?gander=Female&maxAge=60&minAge=18&perDivision=Khulna', all(ok(CARD, list(10)))),
  row('GET /api/bioData-filter?gander=Female&phoneNumber=1', all(422)),

  // What we added.
  row(
    'GET /api/bioData-find?gander=Female&gander=Male&perDivision=Khulna&minHeight=50',
    // A member without a biodata is told that nothing is compared.
    members(ok(MEMBER_CARD, list(10), everybodyListed), {
      A: ok([...MEMBER_CARD, 'fit'], list(10), everybodyListed),
    }),
  ),
  row('GET /api/bioData-find?gander=Female&phoneNumber=1', members(422)),
  row(
    'GET /api/bioData-find/without?gander=Female&perDivision=Sylhet',
    members(ok(['perDivision', 'people'], { perDivision: { people: 10 } })),
  ),
  // All are of one gender, so nobody is on a ladder and everybody is among the rest.
  row(
    'GET /api/bioData-find?order=best',
    members(ok([...MEMBER_CARD, 'part', 'mayMiss', 'isRest'], list(10), everybodyListed), {
      A: ok([...MEMBER_CARD, 'fit'], list(10), everybodyListed),
    }),
  ),
  row(
    'GET /api/me/wishes',
    members(ok(['gander', 'wishes', 'name', 'from', 'to', 'wished'], {}, { others: [] }), { A: ok([], null) }),
  ),
  row('GET /api/me/matches', members(ok(['people'], {}, { others: [] }))),
  row(
    'GET /api/me/matches/typed?gander=Male&partnerAgeFrom=20&partnerAgeTo=30',
    members(ok(['people'], {}, { others: [] })),
  ),
  row('GET /api/bioData-find?onlyNew=true', members(ok(CARD, []), { A: ok([...CARD, 'fit'], []) })),
  row('GET /api/bioData-find/new?gander=Female', members(ok(NEWS, { since: null, people: 0 }))),
  row(
    'GET /api/bioData-cards?numbers={number:O},{number:S},99999',
    members(ok(MEMBER_CARD, list(2), { of: ['O', 'S'] }), {
      A: ok([...MEMBER_CARD, 'fit'], list(2), { of: ['O', 'S'] }),
    }),
  ),
  // A member without a biodata has no wishes.
  send('PATCH /api/me/steps', { steps: 0, email: '{email:me}' }, members(modified(1), { A: modified(0) })),
  send('PATCH /api/me/steps', { steps: 0, email: '{email:O}' }, onlyOwner(modified(1))),
  // Only O has saved a search; another's is not there.
  row('GET /api/me/searches', members(ok([], []), { O: ok(SEARCH, list(1), { others: [] }) })),
  send('POST /api/me/searches', { name: 'A', search: 'minAge=30', email: '{email:me}' }, members(inserted)),
  send('POST /api/me/searches', { name: 'A', search: 'minAge=30', email: '{email:O}' }, onlyOwner(inserted)),
  send('POST /api/me/searches', { name: 'A', search: 'phoneNumber=1' }, members(422)),
  send('PATCH /api/me/searches/{search:O}', { howOften: 'daily' }, members(404, { O: modified(1) })),
  send('PATCH /api/me/searches/{search:O}', { name: 'B', email: '{email:O}' }, onlyOwner(modified(1))),
  row('DELETE /api/me/searches/{search:O}', members(404, { O: is('deletedCount', 1) })),
  row('DELETE /api/me/searches/{search:O}?email={email:O}', onlyOwner(is('deletedCount', 1))),
  row(
    'GET /api/me/new-people?all=true',
    members(ok([...NEWS, 'fresh', 'cards', 'searches'], { searches: [] }), {
      O: ok([...NEWS, 'fresh', 'cards', 'searches', 'all', 'isOutdated', 'newest', ...SEARCH], { searches: list(1) }),
    }),
  ),
  row('GET /api/me/new-people/count', members(ok(['people'], { people: 0 }))),
  send('POST /api/me/new-people/seen', { email: '{email:me}' }, members(modified(1))),
  send('POST /api/me/new-people/seen', { email: '{email:O}' }, onlyOwner(modified(1))),
  row('GET /api/session', all(ok(SESSION, {}, { others: [] }))),
  row('GET /api/users', onlyAdmin(ok(USER, list(12), everybody))),
  row('GET /api/users?search=canary&sort=-name', onlyAdmin(ok(USER, list(12), everybody))),
  row('GET /api/users?status=suspended', onlyAdmin(ok(USER, [{ isSuspended: true }], { of: ['B'] }))),
  row('GET /api/users?status=nobody', onlyAdmin(422)),
  row('GET /api/users.csv', onlyAdmin(ok(['name', 'email'], undefined, everybody))),
  row('GET /api/payment-findings', onlyAdmin(ok([...FINDING, 'id', 'name', 'email'], list(1)))),
  row('PATCH /api/payment-findings/{finding:O}', onlyAdmin(modified(1))),
  row('PATCH /api/payment-findings/999999', onlyAdmin(404)),
  row('PATCH /api/payment-findings/{finding:O}/acceptance', onlyAdmin(404)),
  row('PATCH /api/payment-findings/{finding:O}/refund', onlyAdmin(404)),
  row('GET /api/premium-requests', onlyAdmin(ok(ASKING, list(1), { of: ['U'] }))),
  row('GET /api/premium-requests.csv', onlyAdmin(ok(ASKING, undefined, { of: ['U'] }))),
  row('GET /api/premium-requests/{id:U}', onlyAdmin(ok(['waits', 'asker', ...SIDE], { waits: 0 }, { of: ['U'] }))),
  row(`GET /api/premium-requests/${nobody}`, onlyAdmin(404)),
  row('GET /api/contact-requests', onlyAdmin(ok(ASKING_FOR, list(6), everybody))),
  row('GET /api/contact-requests?status=approve', onlyAdmin(ok(ASKING_FOR, list(1), { of: ['R', 'O'] }))),
  row('GET /api/contact-requests/last-approval', onlyAdmin(ok(['at']))),
  row('GET /api/premium-requests/last-approval', onlyAdmin(ok(['at']))),
  row('GET /api/contact-requests.csv', onlyAdmin(ok(ASKING, undefined, everybody))),
  send(
    'PATCH /api/contact-request-approver',
    { ids: ['{request:Q}', nobody] },
    onlyAdmin(ok(['results', '_id', 'outcome'], { results: [{ outcome: 'done' }, { outcome: 'missing' }] })),
  ),
  send(
    'PATCH /api/users/premium',
    { ids: ['{id:O}', '{id:P}'] },
    onlyAdmin(ok(['results', '_id', 'outcome'], { results: [{ outcome: 'done' }, { outcome: 'before' }] })),
  ),
  row('GET /api/overview', onlyAdmin(ok([...OVERVIEW, ...GROWTH], { users: 12, biodata: 10 }, { others: [] }))),
  row('GET /api/waiting', onlyAdmin(ok(WAITING, { contactRequests: 3, premiumRequests: 1 }, { others: [] }))),
  row('GET /api/setup', onlyAdmin(ok(SETUP, { admins: 1, adminsWithoutFactor: 1 }, { others: [] }))),
  send('PATCH /api/setup', { note: 'read privacy text' }, onlyAdmin(modified(1))),
  send('PATCH /api/setup', { note: 'made backup' }, onlyAdmin(422)),
  row(
    'GET /api/admin-actions',
    onlyAdmin(ok(ACTION, [{ action: 'suspended' }, { action: 'approved contact request' }], everybody)),
  ),
  send('POST /api/blocks', { _id: '{id:O}' }, members(modified(1), { O: 404 })),
  send('POST /api/blocks', { _id: nobody }, members(404)),
  // U has blocked A, and O reported U.
  row('DELETE /api/blocks/{id:A}', members(404, { U: is('deletedCount', 1) })),
  row('GET /api/blocks', members(ok([], []), { U: ok(['_id', 'bioDataId', 'date'], list(1), { others: [] }) })),
  send('POST /api/reports', { _id: '{id:S}', reason: 'money', block: true }, members(inserted)),
  send('POST /api/reports', { _id: '{id:U}', reason: 'rude' }, members(inserted, { U: 404, O: 409 })),
  row('GET /api/me/reports', members(ok([], []), { O: ok(OWN_REPORT, list(1), { others: [] }) })),
  row('GET /api/reports', onlyAdmin(ok(REPORTED, [{ reports: list(1) }], { of: ['U', 'O'] }))),
  row('GET /api/reports?state=answered', onlyAdmin(ok([], []))),
  send(
    'PATCH /api/reports',
    { ids: ['{report:O}'], outcome: 'resolved', answer: 'Thank you.' },
    onlyAdmin(modified(1)),
  ),
  row('GET /api/unanswered-reports', onlyAdmin(ok(UNANSWERED, list(1), { of: ['R', 'O'], others: ['name'] }))),
  row('GET /api/unanswered-reports?state=decided', onlyAdmin(ok([], []))),
  send(
    'POST /api/unanswered-reports/{request:R}/number',
    {},
    onlyAdmin(ok(['phone', 'isChanged'], { isChanged: false })),
  ),
  send('PATCH /api/unanswered-reports/{request:R}', { outcome: 'unanswered' }, onlyAdmin(modified(1))),
  send('PATCH /api/unanswered-reports/{request:R}', { outcome: 'ended' }, onlyAdmin(422)),
  send('PATCH /api/unanswered-reports/{request:Q}', { outcome: 'answers' }, onlyAdmin(404)),
  send('PATCH /api/reports', { ids: [nobody], outcome: 'dismissed', answer: 'No.' }, onlyAdmin(404)),
  row('GET /api/suspicious-texts', onlyAdmin(ok(SUSPICIOUS, [{ texts: list(1) }], { others: ['name', 'aboutMe'] }))),
  row('PATCH /api/suspicious-texts/{text:O}', onlyAdmin(modified(1))),
  row(`PATCH /api/suspicious-texts/${nobody}`, onlyAdmin(404)),
  send('POST /api/imports', { fileName: 'people.csv', bytes: 10 }, onlyAdmin(inserted)),
  send(`POST /api/imports/${nobody}/pieces`, { place: 0, data: 'AAAA' }, onlyAdmin(404)),
  row('GET /api/imports', onlyAdmin(ok(IMPORT, list(2)))),
  row('GET /api/imports/template.csv', onlyAdmin(ok([]))),
  row(
    'GET /api/imports/{ready:A}',
    onlyAdmin(ok([...IMPORT, 'problems', 'women', 'men', 'divisions'], { status: 'ready', problems: 1 })),
  ),
  row('GET /api/imports/{ready:A}/rows?are=wrong', onlyAdmin(ok(IMPORT_ROW, list(1)))),
  row('GET /api/imports/{ready:A}/problems.csv', onlyAdmin(ok([]))),
  send('PATCH /api/imports/{done:A}/columns', { columns: {} }, onlyAdmin(modified(0))),
  send('POST /api/imports/{done:A}/start', {}, onlyAdmin(409)),
  send('POST /api/imports/{ready:A}/undo', {}, onlyAdmin(409)),
  row('DELETE /api/imports/{ready:A}', onlyAdmin(is('deletedCount', 1))),
  row(`GET /api/imports/${nobody}`, onlyAdmin(404)),
  row('GET /api/premium-bioData', all(ok(CARD, list(1)))),
  row(
    'GET /api/bioData/{id:O}/similar',
    members(ok(MEMBER_CARD, list(3), everybodyListed), {
      A: ok([...MEMBER_CARD, 'fit'], list(3), everybodyListed),
    }),
  ),
  row('GET /api/bioData/{id:O}/number', all(ok(['bioDataId']))),
  row('GET /api/bioData/{id:O}/card', all(ok(CARD))),
  row(`GET /api/bioData/${nobody}/card`, all(ok([]))),
  row(`GET /api/bioData/${nobody}/number`, all(404)),
  row('GET /api/site-pages/privacy?language=bn', all(ok(SITE_PAGE))),
  row('GET /api/operator?language=bn', all(ok(['language']))),
  row('GET /api/site-figures?language=bn', all(ok(['stories'], { stories: [] }))),
  send('POST /api/contact-form', { name: 'A', email: 'a@mail.example', message: 'M' }, all(is('sent', true))),
  row('GET /api/payment-options', members(ok(PRICE))),
  send('POST /api/payment-redirects', { way: 'stripe', bioDataId: '{number:S}' }, members(422)),
  // The reference alone opens what became of a payment; only its payer reads for whose contact it is.
  send(
    'POST /api/payment-checks',
    { reference: '{reference:O}' },
    all(ok(OUTCOME, { outcome: 'open' }), { O: ok([...OUTCOME, 'bioDataId'], { outcome: 'open' }) }),
  ),
  send('POST /api/payment-checks', { reference: 'guessed' }, all(404)),
  send(
    'POST /api/payment-checks',
    { reference: '{handed:O}' },
    all(ok(OUTCOME, { outcome: 'told' }), {
      O: ok([...OUTCOME, 'bioDataId', 'transfer', ...SENDING, 'answerBy', 'arrived', 'missing'], { outcome: 'told' }),
    }),
  ),
  send(
    'POST /api/payment-transfers',
    { bioDataId: '{number:S}' },
    members(ok(['reference', 'page', 'price', 'currency', 'told', 'arrived', 'missing'], { told: false }), {
      O: 409,
      P: 409,
      A: 409,
    }),
  ),
  send(
    'POST /api/transfer-claims',
    { reference: '{handed:O}', wallet: 'nagad', transactionId: 'ABC1234567', lastDigits: '4821' },
    members(404, { O: modified(1) }),
  ),
  send('POST /api/transfer-refunds', { reference: '{handed:O}' }, members(404, { O: 409 })),
  row('GET /api/transfers', onlyAdmin(ok(CLAIM, list(1)))),
  send('PATCH /api/transfers/{transfer:O}', TRANSFER, onlyAdmin(ok(['outcome'], { outcome: 'paid' }))),
  send(`PATCH /api/transfers/${nobody}`, TRANSFER, onlyAdmin(404)),
  send(
    'PATCH /api/transfers',
    { rows: [{ id: '{transfer:O}', ...TRANSFER }] },
    onlyAdmin(ok(['results', 'id', 'outcome'], { results: [{ outcome: 'paid' }] })),
  ),
  row('PATCH /api/transfers/{transfer:O}/refusal', onlyAdmin(modified(1))),
  row(`PATCH /api/transfers/${nobody}/refusal`, onlyAdmin(404)),
  row('GET /api/transfer-refunds', onlyAdmin(ok([], list(0)))),
  send(`PATCH /api/transfer-refunds/${nobody}`, { transactionId: 'OUT1234567' }, onlyAdmin(404)),
  send('POST /api/transfer-statements', { data: btoa('Trx ID,Date,Amount') }, onlyAdmin(ok(STATEMENT, { rows: 0 }))),
  row('GET /api/payments/return/{reference:O}', all(303)),
  row(
    'GET /api/bioData-card/{number:O}',
    members(ok([...CARD, ...NAMES, 'contact', 'confirmedOn'], { contact: 'withheld' }), {
      O: ok([...CARD, ...NAMES, 'contact', 'confirmedOn'], { contact: 'own' }),
      P: ok([...CARD, ...NAMES, 'contact', 'confirmedOn'], { contact: 'available' }),
      Q: ok([...CARD, ...NAMES, 'contact', 'confirmedOn'], { contact: 'pending' }),
      R: ok([...CARD, ...NAMES, 'contact', 'confirmedOn'], { contact: 'shown' }),
      W: ok([...CARD, ...NAMES, 'contact', 'confirmedOn'], { contact: 'pending' }),
      A: ok([...CARD, ...NAMES, 'contact', 'confirmedOn', 'fit'], { contact: 'available', fit: null }),
    }),
  ),
  row('GET /api/bioData-card/99999', members(ok([], null))),
  send(
    'POST /api/webhooks/stripe',
    { type: 'payment_intent.succeeded', data: { object: { id: '{unpaid:O}' } } },
    all(400),
  ),
  send('POST /api/auth/sign-in/email', { email: '{email:O}', password: 'not the password' }, all(401)),
  send('POST /api/auth/sign-up/email', { ...forgedUser, email: '{email:O}', password: 'a good password' }, all(422)),
  send('POST /api/forgot-password', { email: '{email:O}' }, all(is('accepted', true))),
  send('POST /api/forgot-password', { email: 'nobody@mail.example' }, all(is('accepted', true))),
  row(
    'GET /api/mailed-link?token=guessed',
    all(ok(['purpose', 'isOwn', 'hasPassword'], { purpose: null, isOwn: false, hasPassword: false })),
  ),
  send('POST /api/reset-password', { token: 'guessed', password: 'another good password' }, all(409)),
  send('POST /api/verify-email', { token: 'guessed' }, all(409)),
  send('POST /api/me/verification-mail', {}, members(modified(1))),
  row('GET /api/me', members(ok(ACCOUNT, { sessions: list(1) }, { others: [] }))),
  send('PATCH /api/me', { name: 'Another', email: '{email:me}' }, members(modified(1))),
  send('PATCH /api/me/for-whom', { forWhom: 'daughter', email: '{email:O}' }, onlyOwner(modified(1))),
  send('PATCH /api/me/for-whom', { forWhom: 'relative' }, members(422)),
  send('PATCH /api/me', { name: 'Another', email: '{email:O}' }, onlyOwner(modified(1))),
  send('PATCH /api/me', { photoUrl: 'https://photos.example/new.jpg', email: '{email:me}' }, members(modified(1))),
  send('PATCH /api/me', { photoUrl: 'http://photos.example/new.jpg' }, members(422)),
  send(
    'POST /api/me/password',
    { current: 'a good password', password: 'another good password', email: '{email:O}' },
    onlyOwner(modified(1)),
  ),
  send('POST /api/me/password', { current: 'a guess', password: 'another good password' }, members(422)),
  row('DELETE /api/me/sessions/{session:O}', members(404, { O: is('deletedCount', 1) })),
  row('DELETE /api/me/other-sessions', members(is('deletedCount', 0))),
  row('GET /api/me/export', members(ok(EXPORT, {}, { others: [] }), { O: ok(EXPORT, {}, seenByOthers) })),
  // P and R have seen the contact of O, and so has A, who is not named.
  row(
    'GET /api/me/contact-views',
    members(ok(LOOKED, []), { O: ok(LOOKED, list(3), { ...seenByOthers, others: NAMES }) }),
  ),
  row('GET /api/me/contact-view-sums', members(ok(viewSums, { times: 0 }), { O: is3Times })),
  row('GET /api/me/contact-views.csv', members(ok([]), { O: ok(['name'], undefined, seenByOthers) })),
  row('GET /api/me/notifications', members(ok(NOTICE, undefined, { others: ['bioDataId'] }))),
  send('PATCH /api/me/notifications', { as: 'seen' }, members(ok(['modifiedCount']))),
  row('GET /api/me/notification-settings', members(ok(SETTINGS, { hasMail: true, isWoken: false }))),
  send('PATCH /api/me/notification-settings', { kind: 'search', channel: 'mail', wanted: false }, members(modified(1))),
  send('POST /api/me/push-subscriptions', subscription, members(ok(['insertedId']))),
  send('POST /api/me/push-subscriptions', { ...subscription, endpoint: 'https://169.254.169.254/' }, members(422)),
  row('DELETE /api/me/push-subscriptions', members(is('deletedCount', 0))),
  row(
    'GET /api/me/consents',
    members(ok(CONSENT, list(1), { others: [] }), {
      A: ok(CONSENT, [], { others: [] }),
      G: ok(CONSENT, list(2), { others: [] }),
    }),
  ),
  row('GET /api/me/put-away', members(ok([], null))),
  send('PATCH /api/me/put-away', {}, members(modified(0))),
  row('DELETE /api/me/put-away', members(is('deletedCount', 0))),
  row(
    'GET /api/me/guardians',
    members(ok(GUARDIAN, []), { O: ok(GUARDIAN, list(2), { others: ['name', 'phone'], of: ['G'] }) }),
  ),
  send(
    'POST /api/me/guardians',
    { name: 'Abdul Karim', relation: 'father', ...rights, email: '{email:me}' },
    members(ok(['insertedId', 'link']), { A: 409 }),
  ),
  send(
    'POST /api/me/guardians',
    { name: 'Abdul Karim', relation: 'father', ...rights, email: '{email:O}' },
    onlyOwner(ok(['insertedId', 'link'])),
  ),
  // Nobody has confirmed the email in whose name it would be sent.
  send(
    'POST /api/me/guardians',
    { name: 'Abdul Karim', relation: 'father', ...rights, guardianEmail: 'somebody@mail.example' },
    members(409),
  ),
  send(
    'PATCH /api/me/guardians/{guardian:G}',
    { ...rights, isContact: true, email: '{email:me}' },
    members(404, { O: modified(1) }),
  ),
  send('PATCH /api/me/guardians/{guardian:F}', { ...rights, email: '{email:me}' }, members(404)),
  row('DELETE /api/me/guardians/{guardian:G}', members(404, { O: is('deletedCount', 1) })),
  row('DELETE /api/me/guardians/{guardian:F}', members(404)),
  row('GET /api/guardian-invitation?token=guessed', all(ok(INVITATION, { state: 'unknown' }))),
  row(
    'GET /api/guardian-invitation?token={invitation:O}',
    all(ok(INVITATION, { state: 'open' }, { others: NAMES }), { O: ok(INVITATION, { isOwn: true }) }),
  ),
  send('POST /api/guardian-invitation/acceptance', { ...asGuardian, token: 'guessed' }, members(409)),
  send(
    'POST /api/guardian-invitation/acceptance',
    { ...asGuardian, token: '{invitation:O}' },
    // O's own, and those who have asked for the contact of O, and who is a guardian of O already.
    members(inserted, { O: 409, Q: 409, R: 409, W: 409, G: 409 }),
  ),
  send('POST /api/guardian-invitation/refusal', { token: 'guessed' }, members(409)),
  send('POST /api/guardian-invitation/refusal', { token: '{invitation:O}' }, members(modified(1), { O: 409 })),
  row('GET /api/me/wards', members(ok(WARD, []), { G: ok(WARD, list(1), { others: NAMES }) })),
  send(
    'PATCH /api/me/wards/{guardian:G}',
    { phone: '01911000142', email: '{email:me}' },
    members(404, { G: modified(1) }),
  ),
  send('PATCH /api/me/wards/{guardian:F}', { phone: '01911000142' }, members(404)),
  row('DELETE /api/me/wards/{guardian:G}', members(404, { G: is('deletedCount', 1) })),
  row('DELETE /api/me/wards/{guardian:F}', members(404)),
  row('GET /api/me/wards/{guardian:G}/biodata', members(404, { G: ok(KEPT) })),
  row('GET /api/me/wards/{guardian:F}/biodata', members(404)),
  send(
    'PATCH /api/me/wards/{guardian:G}/biodata',
    { biodata: '', email: '{email:me}' },
    members(404, { G: modified(1) }),
  ),
  send('PATCH /api/me/wards/{guardian:F}/biodata', { biodata: '' }, members(404)),
  row('GET /api/me/kept-by', members(is('keptBy', 'myself'))),
  send('PATCH /api/me/kept-by', { keptBy: 'mother', email: '{email:me}' }, members(modified(1))),
  send('PATCH /api/me/kept-by', { keptBy: 'mother', email: '{email:O}' }, onlyOwner(modified(1))),
  row('GET /api/me/presence', members(ok(PRESENCE, { contactFor: 'checked' }, { others: [] }), { A: ok([], null) })),
  send('POST /api/me/still-right', { email: '{email:me}' }, members(modified(1), { A: modified(0) })),
  send('POST /api/me/still-right', { email: '{email:O}' }, onlyOwner(modified(1))),
  send('PATCH /api/me/presence', { presence: 'paused', email: '{email:me}' }, members(modified(1), { A: 404 })),
  send('PATCH /api/me/presence', { presence: 'paused', email: '{email:O}' }, onlyOwner(modified(1))),
  send(
    'PATCH /api/me/presence',
    { presence: 'married', foundHere: 'yes', bioDataId: '{number:O}', email: '{email:me}' },
    members(422, { A: 404 }),
  ),
  send(
    'PATCH /api/me/presence',
    { presence: 'married', foundHere: 'no', email: '{email:me}' },
    members(modified(1), { A: 404 }),
  ),
  send(
    'PATCH /api/me/name-on-cards',
    { nameOnCards: 'initial', email: '{email:me}' },
    members(modified(1), { A: 404 }),
  ),
  send('PATCH /api/me/name-on-cards', { nameOnCards: 'initial', email: '{email:O}' }, onlyOwner(modified(1))),
  send('PATCH /api/me/contact', { contactFor: 'nobody', email: '{email:me}' }, members(modified(1), { A: 404 })),
  send('PATCH /api/me/contact', { contactFor: 'nobody', email: '{email:O}' }, onlyOwner(modified(1))),
  send('PATCH /api/me/faith', { email: '{email:me}' }, members(modified(1), { A: 404 })),
  send('PATCH /api/me/faith', { email: '{email:O}' }, onlyOwner(modified(1))),
  send('POST /api/me/deletion', { confirmation: 'a guess' }, members(422)),
  send(
    'POST /api/me/deletion',
    { confirmation: 'a good password', email: '{email:O}' },
    onlyOwner(is('deletedCount', 1)),
  ),
  row('GET /api/me/confirmation', members(is('confirmed', true))),
  send('POST /api/me/confirmation', { password: 'a good password' }, members(is('confirmed', true))),
  send('POST /api/me/confirmation', { password: 'a guess' }, members(422)),
  row('GET /api/me/ways-to-confirm', members(ok(['password', 'passkey'], { password: true, passkey: false }))),
  row('GET /api/me/second-factor', members(ok(FACTOR, { isOn: false, passkeys: [] }))),
  send('POST /api/me/second-factor', {}, members(ok(['secret', 'address'], {}, { others: [] }))),
  send('POST /api/me/second-factor/confirmation', { code: '000000' }, members(422)),
  send('POST /api/me/second-factor/backup-codes', {}, members(409)),
  send('POST /api/me/second-factor/removal', { code: '000000' }, members(422)),
  row(`DELETE /api/me/passkeys/${nobody}`, members(404)),
  send('POST /api/auth/two-factor/verify-totp', { code: '000000', trustDevice: true }, all(401)),
  send('POST /api/auth/two-factor/verify-backup-code', { code: 'abcde-fghjk', disableSession: true }, all(401)),
  // The site of the tests has no name, only an address.
  row('GET /api/auth/passkey/generate-authenticate-options', all(404)),
  send('POST /api/auth/passkey/verify-authentication', { response: {} }, all(404)),
  row('GET /api/auth/passkey/generate-register-options', all(404)),
  send('POST /api/auth/passkey/verify-registration', { response: {} }, all(404)),
  // Google is switched off.
  send('POST /api/auth/sign-in/social', { provider: 'google' }, all(404)),
  row('GET /api/auth/callback/google?code=forged&state=forged', all({ ...answer(302), keys: [] }), { head: 404 }),
  send('POST /api/auth/sign-out', {}, all(ok(['success']))),
  row('GET /api/openapi.json', all(ok('any'))),
  row('GET /api/docs', all(ok('any'))),
  // What its link is signed for it opens for everybody, see notifications/mails.test.ts.
  row('GET /unsubscribe?token=wrong', all(404)),
  send('POST /unsubscribe?token=wrong', {}, all(404)),
  row('GET /still-right?token=wrong', all(404)),
  send('POST /still-right?token=wrong', {}, all(404)),
  row('GET /healthz', all(is('status', 'alive'))),
  row('GET /readyz', all(is('status', 'ready'))),
  row('GET /api/contact-requests/usual-wait', members(is('days', null))),
  row('GET /api/contact-requests/{request:Q}', onlyAdmin(ok(JUDGEMENT, { status: 'pending' }, { of: ['O', 'Q'] }))),
  row(`GET /api/contact-requests/${nobody}`, onlyAdmin(404)),
  row(
    'GET /api/people/{id:O}',
    onlyAdmin(ok(PERSON, { suspended: null }, { ...everybody, others: [...NAMES, 'email'] })),
  ),
  row('GET /api/people/{id:B}', onlyAdmin(ok(PERSON, { suspended: { because: 'Complaints.' } }, { of: ['B'] }))),
  row(`GET /api/people/${nobody}`, onlyAdmin(404)),
  row('GET /api/people/{id:O}/attestations', onlyAdmin(ok(ATTESTED, { attestations: list(1) }))),
  row(`GET /api/people/${nobody}/attestations`, onlyAdmin(404)),
  send('POST /api/people/{id:O}/attestations', { ...attestation, version: 'old' }, onlyAdmin(409)),
  send('POST /api/people/{id:O}/attestations', attestation, onlyAdmin(422)),
  send('POST /api/people/{id:me}/attestations', { ...attestation, version: 'old' }, onlyAdmin(409)),
  send('PATCH /api/attestations/{attestation:O}', { reason: 'Another number.' }, onlyAdmin(modified(1))),
  send('PATCH /api/attestations/{attestation:O}', {}, onlyAdmin(422)),
  send(`PATCH /api/attestations/${nobody}`, { reason: 'Another number.' }, onlyAdmin(404)),
  row('GET /api/me/attestations', members(ok([], []), { O: ok(ATTESTATION, list(1), { others: [] }) })),
  row('GET /api/all-payments', onlyAdmin(ok(PAYMENT, list(14), everybody))),
  row('GET /api/all-payments.csv', onlyAdmin(ok(PAYMENT, undefined, everybody))),
  row('GET /api/payment-sums', onlyAdmin(ok(['month', 'currency', 'paid', 'wentBack', 'number', 'sum'], list(1)))),
  send(
    'POST /api/contact-views/{id:O}',
    { reason: 'A report' },
    onlyAdmin(ok(['email', 'phoneNumber', 'photoUrl'], {})),
  ),
  send('POST /api/contact-views/{id:A}', { reason: 'A has no biodata' }, onlyAdmin(404)),
  row('DELETE /api/users/admin/{id:O}', onlyAdmin(modified(0))),
  row('DELETE /api/users/admin/{id:me}', onlyAdmin(409)),
  row(`DELETE /api/users/admin/${nobody}`, onlyAdmin(404)),
  row('PATCH /api/users/admin/{id:B}', onlyAdmin(409)),
  row('DELETE /api/users/premium/{id:P}', onlyAdmin(modified(1))),
  row('DELETE /api/users/premium/{id:O}', onlyAdmin(modified(0))),
  send('PATCH /api/users/suspension/{id:S}', { reason: 'Complaints.' }, onlyAdmin(modified(1))),
  send('PATCH /api/users/suspension/{id:S}', {}, onlyAdmin(422)),
  send('PATCH /api/users/suspension/{id:me}', { reason: 'Complaints.' }, onlyAdmin(409)),
  row('DELETE /api/users/suspension/{id:B}', onlyAdmin(modified(1))),
  send('POST /api/auth/sign-in/email', { email: '{email:B}', password: 'a good password' }, all(403)),
  row('DELETE /api/biodata/unpublished/{id:O}', onlyAdmin(modified(0))),
  // From here on the provider gives money back, which stays so.
  row('PATCH /api/biodata/unpublished/{id:O}', onlyAdmin(modified(1))),
  send('PATCH /api/contact-requests/{request:Q}/refusal', { reason: 'Not complete.' }, onlyAdmin(modified(1))),
  send('PATCH /api/contact-requests/{request:R}/refusal', { reason: 'Not complete.' }, onlyAdmin(modified(0))),
  send('PATCH /api/contact-requests/{request:Q}/refusal', { reason: ' ' }, onlyAdmin(422)),
  send(
    'PATCH /api/contact-requests/refusal',
    { ids: ['{request:Q}', nobody], reason: 'Not complete.' },
    onlyAdmin(ok(['results', '_id', 'outcome'], { results: [{ outcome: 'done' }, { outcome: 'missing' }] })),
  ),
  send('PATCH /api/contact-requests/{request:R}/withdrawal', { reason: 'A mistake.' }, onlyAdmin(modified(1))),
  send('PATCH /api/contact-requests/{request:Q}/withdrawal', { reason: 'A mistake.' }, onlyAdmin(modified(0))),

  row('GET /api', all(404)),
  row('GET /api/secrets', all(404)),
]
