/** Written by `npm run write-schema` from a new database. A feature's `tables.ts` says what a database cannot. */
import type { Generated, GeneratedAlways } from 'kysely'

export interface Tables {
  accounts: {
    id: Generated<string>
    userId: string
    providerId: string
    accountId: string
    password: string | null
    accessToken: string | null
    refreshToken: string | null
    idToken: string | null
    accessTokenExpiresAt: Date | null
    refreshTokenExpiresAt: Date | null
    scope: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  attempts: {
    key: string
    fullAt: Date
  }
  auditLog: {
    id: GeneratedAlways<string>
    at: Generated<Date>
    actorId: string | null
    action: string
    subjectId: string | null
  }
  biodata: {
    id: string
    number: Generated<number>
    name: string
    gender: string
    photoUrl: string | null
    birth: string
    skinColor: string
    height: number
    weight: number
    occupation: string
    fatherName: string
    motherName: string
    division: string
    presentDivision: string
    partnerAge: number
    partnerHeight: number
    partnerWeight: number
    phone: string
    premium: Generated<boolean>
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    maritalStatus: string | null
    presence: Generated<string>
    presenceSince: Generated<Date>
    unpublished: Generated<boolean>
    suspended: Generated<boolean>
    published: GeneratedAlways<boolean>
    contactFor: Generated<string>
    district: string | null
    education: string | null
    institution: string | null
    profession: string | null
    children: string | null
    religion: string | null
    practice: string | null
    aboutMe: string | null
    fatherOccupation: string | null
    motherOccupation: string | null
    siblings: string | null
    income: string | null
    partnerAgeFrom: number | null
    partnerAgeTo: number | null
    partnerHeightFrom: number | null
    partnerHeightTo: number | null
    partnerWeightFrom: number | null
    partnerWeightTo: number | null
    partnerDivision: string[] | null
    partnerOccupation: string[] | null
    partnerMaritalStatus: string[] | null
    partnerEducation: string[] | null
    partnerReligion: string[] | null
    partnerAgeMatters: string | null
    partnerHeightMatters: string | null
    partnerWeightMatters: string | null
    partnerDivisionMatters: string | null
    partnerOccupationMatters: string | null
    partnerMaritalStatusMatters: string | null
    partnerEducationMatters: string | null
    partnerReligionMatters: string | null
    partnerDistrict: string[] | null
    partnerChildren: string[] | null
    partnerPractice: string[] | null
    partnerDistrictMatters: string | null
    partnerChildrenMatters: string | null
    partnerPracticeMatters: string | null
    facts: GeneratedAlways<string>
    districtFact: GeneratedAlways<string>
    partnerWishesPrivate: Generated<boolean>
    showsFaith: Generated<boolean>
  }
  biodataCount: {
    maritalStatus: string
    period: string
    since: string
    gender: string
    division: string
    n: number
  }
  blocks: {
    blockerId: string
    blockedId: string
    at: Generated<Date>
  }
  cardViews: {
    viewerId: string
    at: Date
    shown: number[]
  }
  consents: {
    id: GeneratedAlways<string>
    userId: string
    what: string
    version: number
    givenAt: Generated<Date>
    takenBackAt: Date | null
  }
  contactRequests: {
    id: Generated<string>
    userId: string
    biodataId: string | null
    paymentId: string
    status: Generated<string>
    deleted: Generated<boolean>
    requestedAt: Generated<Date>
    approvedAt: Date | null
    approvedBy: string | null
    number: number
    endedAt: Date | null
    endedBy: string | null
    endedBecause: string | null
    askerName: string
    askerEmail: string
    askerSounds: GeneratedAlways<string>
  }
  contactViews: {
    id: GeneratedAlways<string>
    at: Generated<Date>
    ownerId: string
    viewerId: string
    viewerNumber: number | null
    byRight: string
    inFile: Generated<boolean>
    reason: string | null
  }
  dayCount: {
    what: string
    currency: Generated<string>
    day: string
    n: string
    amount: string
  }
  dayCountChange: {
    what: string
    currency: string
    day: string
    n: string
    amount: string
  }
  erasures: {
    id: string
    at: Generated<Date>
  }
  favourites: {
    id: Generated<string>
    ownerId: string
    biodataId: string
    createdAt: Generated<Date>
  }
  listedBiodata: {
    number: number
    birth: string
    height: number
    weight: number
    gender: string
    maritalStatus: string | null
    division: string
    presentDivision: string
    occupation: string
    district: string | null
    education: string | null
    children: string | null
    religion: string | null
    practice: string | null
    partnerAgeLeast: number
    partnerAgeMost: number
    partnerHeightLeast: number
    partnerHeightMost: number
    partnerWeightLeast: number
    partnerWeightMost: number
    facts: string
    districtFact: string
    wished: string
    districtsWished: string
    wishWeight: number
    musts: number
  }
  mailedLinks: {
    tokenHash: Buffer
    userId: string
    purpose: string
    expiresAt: Date
  }
  networkViews: {
    network: string
    at: Date
  }
  notificationPreferences: {
    userId: string
    kind: string
    channel: string
    wanted: boolean
  }
  notifications: {
    id: GeneratedAlways<string>
    userId: string
    kind: string
    cause: string
    about: object
    madeAt: Generated<Date>
    seenAt: Date | null
    readAt: Date | null
    notBefore: Date | null
  }
  outbox: {
    id: Generated<string>
    recipient: string
    language: string
    kind: string
    content: object | null
    status: Generated<string>
    attempts: Generated<number>
    dueAt: Generated<Date>
    lastError: string | null
    createdAt: Generated<Date>
    sentAt: Date | null
    channel: Generated<string>
    userId: string | null
    notice: string | null
    notBefore: Date | null
    notificationId: string | null
  }
  passkeys: {
    id: Generated<string>
    userId: string
    name: string | null
    credentialId: string
    publicKey: string
    counter: string
    deviceType: string
    backedUp: boolean
    transports: string | null
    aaguid: string | null
    createdAt: Generated<Date>
  }
  paymentFindings: {
    id: GeneratedAlways<string>
    provider: string
    providerRef: string
    kind: string
    amount: number
    currency: string
    detail: string | null
    foundAt: Generated<Date>
    doneAt: Date | null
  }
  paymentSweeps: {
    provider: string
    sweptUntil: Date
  }
  payments: {
    id: Generated<string>
    provider: string
    providerRef: string | null
    userId: string | null
    biodataId: string | null
    amount: number
    currency: string
    status: Generated<string>
    lastError: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    refundBecause: string | null
    refundAfter: Date | null
    declinesKey: string | null
    refundedByHand: Generated<boolean>
  }
  premium: {
    userId: string
    status: string
    requestedAt: Generated<Date>
    approvedAt: Date | null
    approvedBy: string | null
    askerName: string
    askerEmail: string
    number: number | null
    askerSounds: GeneratedAlways<string>
  }
  profileViews: {
    viewerId: string
    ownerId: string
    at: Date
  }
  providerEvents: {
    provider: string
    eventId: string
    type: string
    receivedAt: Generated<Date>
  }
  pushSubscriptions: {
    id: Generated<string>
    userId: string
    sessionId: string
    endpoint: string
    p256dh: string
    auth: string
    siteKey: string
    madeAt: Generated<Date>
  }
  putAway: {
    userId: string
    at: Generated<Date>
    name: string
    image: string | null
    hadBiodata: boolean
    wasPublished: boolean
    searches: Generated<object>
    push: Generated<object>
    premiumAskedAt: Date | null
    consents: Generated<string[]>
  }
  removedFavourites: {
    ownerId: string
    biodataId: string
    at: Date
  }
  reports: {
    id: Generated<string>
    reporterId: string | null
    reportedId: string
    number: number | null
    reason: string
    words: string | null
    at: Generated<Date>
    outcome: string | null
    answer: string | null
    answeredAt: Date | null
    answeredBy: string | null
  }
  savedSearches: {
    id: Generated<string>
    ownerId: string
    place: number
    name: string
    search: string
    howOften: Generated<string>
    createdAt: Generated<Date>
    toldUpTo: number
    toldAt: Date | null
    dueAt: Date | null
  }
  secondFactors: {
    id: Generated<string>
    userId: string
    secret: string
    backupCodes: string
    verified: Generated<boolean>
    failedVerificationCount: Generated<number>
    lockedUntil: Date | null
    lastStep: Generated<number>
    createdAt: Generated<Date>
  }
  sessions: {
    id: Generated<string>
    userId: string
    token: string
    expiresAt: Date
    ipAddress: string | null
    userAgent: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    confirmedAt: Generated<Date>
  }
  site: {
    one: Generated<boolean>
    mode: string
  }
  suspiciousTexts: {
    id: Generated<string>
    userId: string
    field: string
    textHash: string
    foundAt: Generated<Date>
    fineAt: Date | null
    fineBy: string | null
  }
  users: {
    id: Generated<string>
    name: string
    email: string
    emailVerified: Generated<boolean>
    image: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    role: Generated<string>
    language: Generated<string>
    suspendedAt: Date | null
    suspendedBecause: string | null
    twoFactorEnabled: Generated<boolean>
    sounds: GeneratedAlways<string>
    browsersKnown: Generated<number>
  }
  verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expiresAt: Date
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  visits: {
    userId: string
    lookedAt: Date
    lookedUpTo: number
    since: Date | null
    sinceNumber: number | null
    leftOut: string | null
  }
}
