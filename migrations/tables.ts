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
  attestations: {
    id: Generated<string>
    subjectId: string
    kind: "phone" | "identity" | "certificate" | "family" | "visit"
    how: "call" | "video" | "in person"
    withWhom: "father" | "mother" | "brother" | "sister" | "relative" | "self" | null
    at: string
    endsOn: GeneratedAlways<string>
    note: string | null
    seenBy: string | null
    notedAt: Generated<Date>
    endedAt: Date | null
    endedBecause: "changed" | "replaced" | "taken back" | "unanswered" | null
    endedWords: string | null
    endedBy: string | null
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
    gender: "Male" | "Female"
    photoUrl: string | null
    birth: string
    skinColor: "Fair" | "Medium" | "Brown" | "Dark"
    height: number
    weight: number
    occupation: "Engineer" | "Doctor" | "Teacher" | "Student" | "Job" | "House wife"
    fatherName: string
    motherName: string
    division: "Dhaka" | "Chattagra" | "Rangpur" | "Barisal" | "Khulna" | "Mymensingh" | "Sylhet" | "Rajshahi"
    presentDivision: "Dhaka" | "Chattagra" | "Rangpur" | "Barisal" | "Khulna" | "Mymensingh" | "Sylhet" | "Rajshahi"
    partnerAge: number
    partnerHeight: number
    partnerWeight: number
    phone: string
    premium: Generated<boolean>
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    maritalStatus: "Never married" | "Divorced" | "Widowed" | null
    presence: Generated<"published" | "paused" | "taken back" | "married" | "draft">
    presenceSince: Generated<Date>
    unpublished: Generated<boolean>
    suspended: Generated<boolean>
    published: GeneratedAlways<boolean>
    contactFor: Generated<"checked" | "ask" | "ask guardian" | "nobody">
    district: "Dhaka" | "Faridpur" | "Gazipur" | "Gopalganj" | "Kishoreganj" | "Madaripur" | "Manikganj" | "Munshiganj" | "Narayanganj" | "Narsingdi" | "Rajbari" | "Shariatpur" | "Tangail" | "Bandarban" | "Brahmanbaria" | "Chandpur" | "Chattogram" | "Cox's Bazar" | "Cumilla" | "Feni" | "Khagrachhari" | "Lakshmipur" | "Noakhali" | "Rangamati" | "Dinajpur" | "Gaibandha" | "Kurigram" | "Lalmonirhat" | "Nilphamari" | "Panchagarh" | "Rangpur" | "Thakurgaon" | "Barguna" | "Barishal" | "Bhola" | "Jhalokati" | "Patuakhali" | "Pirojpur" | "Bagerhat" | "Chuadanga" | "Jashore" | "Jhenaidah" | "Khulna" | "Kushtia" | "Magura" | "Meherpur" | "Narail" | "Satkhira" | "Jamalpur" | "Mymensingh" | "Netrokona" | "Sherpur" | "Habiganj" | "Moulvibazar" | "Sunamganj" | "Sylhet" | "Bogura" | "Chapainawabganj" | "Joypurhat" | "Naogaon" | "Natore" | "Pabna" | "Rajshahi" | "Sirajganj" | null
    education: "Below SSC" | "SSC" | "HSC" | "Diploma" | "Bachelor" | "Master" | "Doctorate" | null
    institution: string | null
    profession: string | null
    children: "None" | "One" | "Two" | "Three or more" | null
    religion: "Islam" | "Hinduism" | "Buddhism" | "Christianity" | "Other" | null
    practice: "Devout" | "Regular" | "At times" | null
    aboutMe: string | null
    fatherOccupation: string | null
    motherOccupation: string | null
    siblings: string | null
    income: "Up to 20000" | "20000 to 40000" | "40000 to 70000" | "70000 to 100000" | "More than 100000" | null
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
    partnerAgeMatters: "must" | "nice" | "any" | null
    partnerHeightMatters: "must" | "nice" | "any" | null
    partnerWeightMatters: "must" | "nice" | "any" | null
    partnerDivisionMatters: "must" | "nice" | "any" | null
    partnerOccupationMatters: "must" | "nice" | "any" | null
    partnerMaritalStatusMatters: "must" | "nice" | "any" | null
    partnerEducationMatters: "must" | "nice" | "any" | null
    partnerReligionMatters: "must" | "nice" | "any" | null
    partnerDistrict: string[] | null
    partnerChildren: string[] | null
    partnerPractice: string[] | null
    partnerDistrictMatters: "must" | "nice" | "any" | null
    partnerChildrenMatters: "must" | "nice" | "any" | null
    partnerPracticeMatters: "must" | "nice" | "any" | null
    facts: GeneratedAlways<string>
    districtFact: GeneratedAlways<string>
    partnerWishesPrivate: Generated<boolean>
    showsFaith: Generated<boolean>
    nameInOtherScript: string | null
    nameOnCards: Generated<"whole" | "initial">
    confirmedAt: Generated<Date | null>
  }
  biodataCount: {
    maritalStatus: string
    period: "year" | "month"
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
  confirmQuestions: {
    ownerId: string
    id: Generated<string>
    askedAt: Date
    toldAt: Date | null
    pausedAt: Date | null
  }
  consents: {
    id: GeneratedAlways<string>
    userId: string
    what: "publish" | "contact" | "faith" | "guardian"
    version: number
    givenAt: Generated<Date>
    takenBackAt: Date | null
  }
  contactFeedback: {
    requestId: string
    askedAt: Date
    closedAt: Date | null
    didAnswer: boolean | null
    wasRight: "yes" | "partly" | "no" | null
    note: string | null
  }
  contactRequests: {
    id: Generated<string>
    userId: string
    biodataId: string | null
    paymentId: string | null
    status: Generated<"pending" | "forwarded" | "approve" | "declined" | "withdrawn" | "refused">
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
    introduction: string | null
    forwardedAt: Date | null
    forwardedBy: string | null
    answerBy: Date | null
    remindedAt: Date | null
    answer: "yes" | "not now" | "over" | "taken back" | null
    answeredAt: Date | null
    answeredBy: string | null
    firstSeenAt: Date | null
    sharesContact: Generated<boolean>
    byGuardian: Generated<boolean>
    showsOwn: Generated<boolean>
  }
  contactViews: {
    id: GeneratedAlways<string>
    at: Generated<Date>
    ownerId: string
    viewerId: string
    viewerNumber: number | null
    byRight: "owner" | "premium" | "request" | "answer" | "administrator"
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
  familyCalls: {
    id: Generated<string>
    requestId: string
    calledOn: string
    withWhom: "father" | "mother" | "brother" | "sister" | "relative" | "self" | null
    said: "yes" | "not now" | "thinking" | "nobody"
    note: string | null
    notedAt: Date
    notedBy: string | null
  }
  favourites: {
    id: Generated<string>
    ownerId: string
    biodataId: string
    createdAt: Generated<Date>
    note: string | null
  }
  guardianships: {
    id: Generated<string>
    wardId: string
    guardianId: string | null
    relation: "father" | "mother" | "brother" | "sister" | "uncle" | "other"
    name: string
    email: string | null
    mailId: string | null
    tokenHash: Buffer
    invitedAt: Date
    expiresAt: Date
    acceptedAt: Date | null
    endedAt: Date | null
    endedBy: "ward" | "guardian" | null
    mayAnswer: boolean
    isContact: boolean
    mayConfirm: boolean
    mayEdit: boolean
    phone: string | null
  }
  importPieces: {
    importId: string
    place: number
    bytes: Buffer
  }
  importRows: {
    importId: string
    row: number
    line: object
    email: string | null
    phone: string | null
    problems: object | null
  }
  importedPeople: {
    userId: string
    importId: string
  }
  imports: {
    id: Generated<string>
    actorId: string | null
    fileName: string
    bytes: number
    status: Generated<"uploading" | "reading" | "refused" | "ready" | "running" | "done" | "undoing" | "undone">
    trouble: string | null
    troubleColumns: Generated<string[]>
    headings: Generated<object>
    read: Generated<number>
    good: Generated<number>
    added: Generated<number>
    stayed: Generated<number>
    agreedHow: string | null
    agreedOn: string | null
    atWorkUntil: Date | null
    madeAt: Generated<Date>
    doneAt: Date | null
  }
  introductions: {
    userId: string
    biodataId: string
    words: string
    writtenAt: Date
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
    confirmedOn: string | null
  }
  mailedLinks: {
    tokenHash: Buffer
    userId: string
    purpose: "verify" | "reset"
    expiresAt: Date
  }
  marriageAnswers: {
    id: Generated<string>
    ownerId: string | null
    gender: "Female" | "Male"
    foundHere: "yes" | "no" | "unsaid"
    partnerId: string | null
    isNamed: boolean
    saidAt: Date
  }
  networkViews: {
    network: string
    at: Date
  }
  notificationPreferences: {
    userId: string
    kind: string
    channel: "mail" | "push"
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
    status: Generated<"waiting" | "sending" | "sent" | "failed">
    attempts: Generated<number>
    dueAt: Generated<Date>
    lastError: string | null
    createdAt: Generated<Date>
    sentAt: Date | null
    channel: Generated<"mail" | "push">
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
    kind: "unknown" | "mismatch" | "risky" | "receipt used" | "claimed twice" | "refund refused" | "refund failed" | "refunded" | "refunded in part" | "disputed"
    amount: number
    currency: string
    detail: string | null
    foundAt: Generated<Date>
    doneAt: Date | null
  }
  paymentReceipts: {
    provider: string
    id: string
    paymentId: string
    amount: number
    currency: string
    receivedAt: Date
    isSurplus: Generated<boolean>
    notedAt: Generated<Date>
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
    status: Generated<"created" | "claimed" | "review" | "succeeded" | "canceled" | "mismatch" | "refund_due" | "refunded" | "disputed">
    lastError: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    refundBecause: "duplicate" | "payer left" | "biodata left" | "hidden" | "refused" | "taken back" | "suspended" | "not named" | "another amount" | "declined" | "asker withdrew" | "unanswered" | null
    declinesKey: string | null
    refundedByHand: Generated<boolean>
    completingUntil: Date | null
    askAfter: Date | null
    timesAsked: Generated<number>
  }
  premium: {
    userId: string
    status: "pending" | "approve"
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
  refunds: {
    id: Generated<string>
    paymentId: string
    provider: string
    receiptId: string
    providerRef: string | null
    amount: number
    currency: string
    state: "due" | "asked" | "on its way" | "refunded" | "failed"
    isOurs: Generated<boolean>
    askAfter: Date | null
    madeAt: Generated<Date>
    doneAt: Date | null
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
    reason: "taken" | "untrue" | "rude" | "money" | "other"
    words: string | null
    at: Generated<Date>
    outcome: "resolved" | "dismissed" | null
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
    howOften: Generated<"at once" | "daily" | "weekly" | "never">
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
    mode: "demo" | "serve"
    confirmingSince: Generated<Date>
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
  transferClaims: {
    id: Generated<string>
    paymentId: string
    wallet: "bkash" | "nagad" | "rocket" | "bank"
    transactionId: string
    looksLike: GeneratedAlways<string>
    lastDigits: string | null
    state: Generated<"waiting" | "confirmed" | "refused" | "corrected">
    claimedAt: Generated<Date>
    readBy: string | null
    readAmount: number | null
    readAt: Date | null
    decidedBy: string | null
    decidedAt: Date | null
  }
  unansweredReports: {
    requestId: string
    reporterId: string
    ownerId: string
    phone: string | null
    isGuardians: boolean
    note: string | null
    reportedAt: Date
    outcome: "unanswered" | "answers" | "ended" | null
    decidedAt: Date | null
    decidedBy: string | null
  }
  users: {
    id: Generated<string>
    name: string
    email: string
    emailVerified: Generated<boolean>
    image: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
    role: Generated<"user" | "admin">
    language: Generated<string>
    suspendedAt: Date | null
    suspendedBecause: string | null
    twoFactorEnabled: Generated<boolean>
    sounds: GeneratedAlways<string>
    browsersKnown: Generated<number>
    biodataFor: "myself" | "daughter" | "son" | "sister" | "brother" | "relative" | null
    biodataGender: "Male" | "Female" | null
    keptBy: "father" | "mother" | "brother" | "sister" | "uncle" | "other" | null
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
    leftOut: "partnerAge" | "partnerHeight" | "partnerWeight" | "partnerDivision" | "partnerDistrict" | "partnerOccupation" | "partnerMaritalStatus" | "partnerChildren" | "partnerEducation" | "partnerReligion" | "partnerPractice" | null
  }
}
