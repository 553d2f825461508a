import { inBangladesh } from './bangladesh-time.ts'
import type { Prose, SiteFacts } from './prose.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Not `toLocaleDateString`: server and browser know different versions of the languages, and a page must come out the
 * same on both.
 */
function dateInWords(day: string, lettersOfMonth?: number) {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[month! - 1]!.slice(0, lettersOfMonth)} ${year}`
}

/**
 * Every text of the site in English. Texts of the specification stand to the letter, oddities included. Another
 * language is another file with the same exports; see texts.tsx.
 */
export const texts = {
  /** What the language calls itself. */
  languageName: 'English',
  /** What the site is called in this language. */
  brandName: (brand: { name: string; nameBn: string }) => brand.name,
  format: {
    number: (n: number) => n.toLocaleString('en'),
    /** A text in the language's own digits, for ages, heights and years. Ids, phone and card numbers stay Latin. */
    digits: (text: string | number) => String(text),
    /** A calendar day, `YYYY-MM-DD`, in words. */
    date: (day: string) => dateInWords(day),
    /** The same where room is scarce. */
    shortDate: (day: string) => dateInWords(day, 3),
    /** A moment, ISO 8601, by the clocks of Bangladesh. */
    dateTime(moment: string) {
      const { day, hour, minute } = inBangladesh(moment)
      return `${dateInWords(day)}, ${hour}:${minute}`
    },
    money: (amount: number, currency: string) => amount.toLocaleString('en', { style: 'currency', currency }),
  },
  common: {
    skipToContent: 'Skip to content',
    loading: 'Loading',
    cancel: 'Cancel',
    confirm: 'Confirm',
    close: 'Close',
    tryAgain: 'Try again',
    showMore: 'Show more',
    to: 'to',
    notifications: 'Notifications',
    thereIsAProblem: 'There is a problem',
    thereAreProblems: (n: number) => `There are ${n} problems`,
    showAllProblems: (n: number) => `Show all ${n}`,
    errorTitle: (title: string) => `Error: ${title}`,
    noScript:
      'JavaScript is switched off in this browser, so this form cannot be sent. Browsing biodata and its filters work without it.',
    demo: 'Demo. Nothing here is real.',
    demoLabel: 'Demo',
    demoMails: 'Mails',
  },
  nav: {
    main: 'Main',
    menu: 'Menu',
    home: 'Home',
    biodatas: 'Biodatas',
    aboutUs: 'About Us',
    contactUs: 'Contact Us',
    dashboard: 'Dashboard',
    login: 'Login',
    logOut: 'logOut',
    signedInAs: (name: string) => `Signed in as ${name}`,
    theme: 'Light or dark',
    footer: 'Footer',
    about: 'About',
    privacyPolicy: 'Privacy Policy',
    licensing: 'Licensing',
    contact: 'Contact',
    copyright: (brand: string) => `© 2025 ${brand}`,
  },
  errors: {
    title: 'Something went wrong',
    detail: 'The page could not be shown. Nothing you saved is lost.',
    offline: 'You are offline. Check your connection and try again.',
    offlineBanner: 'You are offline. What is on this page stays readable; nothing can be saved until you are back.',
    unreachable: 'The server does not answer. Try again in a moment.',
    refused: 'That did not work. Try again.',
    tooFast: 'That was too fast. Wait a little and try again.',
    notFoundTitle: 'Page not found',
    notFoundDetail: 'There is nothing at this address. It may have been removed.',
    notAllowedTitle: 'You do not have access',
    notAllowedDetail: 'This page is for administrators.',
    somebodyElse: 'Somebody else is signed in here by now. Reload the page.',
    sessionEnded: 'Your session has ended. Log in again.',
    toHome: 'Back to Home',
    toBiodatas: 'Back to Biodatas',
  },
  home: {
    description:
      'Read real biodata from every division of Bangladesh, keep favourites, and ask for contact details when you are ready.',
    hero: 'Find Your Perfect Match',
    lead: 'Read real biodata from every division, keep the ones your family likes, and ask for contact details when you are ready.',
    lookingFor: 'Looking for',
    age: 'Age',
    minAge: 'Youngest age',
    maxAge: 'Oldest age',
    division: 'Division',
    browse: 'Browse Biodatas',
    privacy: 'Phone and email are never shown to visitors.',
    premiumMembers: 'Premium Members',
    noPremium: 'No premium biodata yet.',
    sortByAge: 'Sort by age',
    ascending: 'Ascending',
    descending: 'Descending',
    howItWorks: 'How It Works',
    steps: ({ google, fee }: { google: boolean; fee: boolean }) => [
      {
        title: 'Create your account',
        text: `${google ? 'Email or Google' : 'With your email'}. It takes a minute.`,
      },
      { title: 'Write your biodata', text: 'Family, work and what you hope for.' },
      { title: 'Browse and keep favourites', text: 'Filter by age, gender and division.' },
      { title: 'Request contact', text: `${fee ? 'A small fee, then an' : 'An'} admin approves it.` },
      { title: 'Talk with the family', text: 'Phone and email open to you.' },
    ],
    counters: 'In numbers',
    girls: 'Girls',
    boys: 'Boys',
    marriages: 'Marriages completed',
    totalBiodata: 'Total biodata',
    counted: 'Counted today',
    sampleNumber: 'Sample number',
    stories: 'Success Stories',
    storyList: [
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
    ],
    sample: 'Sample stories',
  },
  card: {
    number: 'BioData NO',
    gender: 'Gender',
    division: 'Division',
    age: 'Age',
    occupation: 'Occupation',
    viewProfile: 'View Profile',
    premium: 'Premium',
    portrait: { Female: 'Illustrated portrait of a woman', Male: 'Illustrated portrait of a man' },
  },
  browse: {
    title: 'Browse Biodatas',
    description: 'Browse marriage biodata by gender, age and division. Reading is free, no sign-in needed.',
    filters: 'Filters',
    gender: 'Gender',
    any: 'Any',
    ageRange: 'Age range',
    minAge: 'Youngest age',
    maxAge: 'Oldest age',
    division: 'Division',
    anyDivision: 'Any division',
    apply: 'Apply Filters',
    reset: 'Reset',
    total: (n: number) => `${n.toLocaleString('en')} biodata`,
    showFilters: (n: number) => (n === 0 ? 'Filters' : `Filters (${n})`),
    noData: 'No data....',
    noDataHint: 'No biodata matches these filters. Try a wider age range or another division.',
    chosen: 'Chosen filters',
    removeFilter: (filter: string) => `Remove filter: ${filter}`,
    ageFromTo: (min: number, max: number) => `Age ${min} to ${max}`,
    ageFrom: (min: number) => `Age ${min} or more`,
    ageUpTo: (max: number) => `Age up to ${max}`,
    wrongRange: 'The youngest age must not be above the oldest.',
    wrongAge: 'Ages are 18 to 120.',
  },
  options: {
    gender: { Male: 'Male', Female: 'Female' },
    skinColor: { Fair: 'Fair', Medium: 'Medium', Brown: 'Brown', Dark: 'Dark' },
    occupation: {
      Engineer: 'Engineer',
      Doctor: 'Doctor',
      Teacher: 'Teacher',
      Student: 'Student',
      Job: 'Job',
      'House wife': 'House wife',
    },
    division: {
      Dhaka: 'Dhaka',
      Chattagra: 'Chattagra',
      Rangpur: 'Rangpur',
      Barisal: 'Barisal',
      Khulna: 'Khulna',
      Mymensingh: 'Mymensingh',
      Sylhet: 'Sylhet',
      Rajshahi: 'Rajshahi',
    },
    feet: (n: number) => `${n} ft`,
    inch: (n: number) => `${n} in`,
    kg: (n: number) => `${n}kg`,
    choose: 'Choose',
  },
  contact: {
    lead: 'Write to us about the site, a biodata or a payment. We answer by email.',
    message: 'Message',
    missingMessage: 'Write your message.',
    longMessage: 'The message must have at most 5,000 characters.',
    send: 'Send',
    sent: (email: string) => `Thank you. Your message is on its way to us; we answer to ${email}.`,
    off: 'This site has no contact form.',
    byMail: 'You can also write a mail:',
  },
  accounts: {
    loginTitle: 'Login',
    registerTitle: 'Register',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    passwordHint: '8 to 128 characters. No common password, and not your name or email.',
    rememberMe: 'Remember me',
    rememberHint: 'Without it you are signed out when the browser closes.',
    google: 'Continue with Google',
    sandboxGoogle: 'Demo: a sandbox stands in for Google.',
    oidc: 'Continue with single sign-on',
    or: 'or',
    login: 'Login',
    noAccount: 'No account yet?',
    toRegister: 'Register',
    name: 'Name',
    photoUrl: 'Photo URL',
    photoHint:
      'Leave this drawing of the site, or give a link that starts with https://. It is never loaded into a page, and can be changed later.',
    register: 'Register',
    haveAccount: 'Already have an account?',
    toLogin: 'Login',
    afterLogin: {
      profile: 'After logging in, the profile you opened is shown.',
      page: 'After logging in, the page you asked for is shown.',
    },
    afterRegistering: {
      profile: 'After registering, the profile you opened is shown.',
      page: 'After registering, the page you asked for is shown.',
    },
    writeBiodata: 'Write your biodata',
    loginDone: 'Login Successful! 🎉✅',
    registered: 'Account Created Successfully! 🎉🙌✅',
    loggedOut: 'logout successful',
    loggedOutHeader: 'logout successful ',
    logoutFailed: 'Signing out did not work. You are still signed in; try again.',
    sadMarker: ' 😢',
    forgot: {
      link: 'Forgot your password?',
      title: 'Forgot your password?',
      lead: 'Enter your email. If there is an account, we send it a link for a new password.',
      send: 'Send the link',
      sentTitle: 'Look into your mailbox',
      sent: (email: string) =>
        `If ${email} has an account here, a mail with a link is on its way. The link works once, for one hour. Look into the spam folder too.`,
      again: 'Use another email',
      mailOff: 'This site sends no mail. Ask its operator for help.',
    },
    reset: {
      title: 'Choose a new password',
      newPassword: 'New password',
      lead: 'You are signed out everywhere else after this.',
      save: 'Save the password',
      done: 'The new password is saved. Log in with it.',
      expiredTitle: 'This link does not work any more',
      expired: 'It was used already, or is too old. You can have a new one sent.',
      sendNew: 'Send a new link',
    },
    verify: {
      title: 'Confirm your email',
      lead: 'Press the button if you have opened an account here with this email.',
      confirm: 'Confirm my email',
      passwordLead: 'You are not signed in here. Enter the password of the account, and it stays as it is.',
      wrongPassword: 'This is not the password of the account.',
      otherLead:
        'You have not opened this account, or do not know its password? Then confirm without it: whoever set the account up with your email is signed out for good, and you choose a new password.',
      confirmAnew: 'Confirm and choose a new password',
      done: 'Your email is confirmed.',
      doneLead: 'Thank you. You can close this page, or go on.',
      expired: 'It was used already, or is too old. Your email may be confirmed by now; your account page says so.',
    },
    account: 'Account',
    missing: {
      name: 'Enter your name.',
      photoUrl: 'Enter a link to your photo that starts with https://.',
      email: 'Enter your email address.',
      password: 'Enter a password.',
      passwordLength: 'The password must have 8 to 128 characters.',
    },
    problems: {
      INVALID_EMAIL_OR_PASSWORD: 'The email or password is not right.',
      INVALID_EMAIL: 'This is not an email address.',
      VALIDATION_ERROR: 'This is not an email address.',
      USER_ALREADY_EXISTS: 'There is already an account with this email. Log in instead.',
      USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is already an account with this email. Log in instead.',
      PASSWORD_TOO_SHORT: 'The password must have 8 to 128 characters.',
      PASSWORD_TOO_LONG: 'The password must have 8 to 128 characters.',
      PASSWORD_TOO_COMMON:
        'This password is too easy to guess. Three or four words that have nothing to do with each other are a good one.',
      INVALID_PHOTO_URL: 'Enter a link to your photo that starts with https://.',
      INVALID_NAME: 'Enter your name, with at most 100 characters.',
      popup_blocked: 'The browser blocked the window. Allow pop-ups for this site and try again.',
      popup_closed: 'The window was closed before the sign-in was done.',
      popup_timeout: 'The sign-in took too long. Try again.',
      access_denied: 'The sign-in was cancelled.',
      account_not_linked:
        'This email has an account already, and nobody has confirmed the address yet. If it is yours, press Forgot your password? and choose a new one; then this way works too.',
      unable_to_get_user_info: 'The sign-in service did not tell your email address. Register with email and password.',
      provider_not_found: 'The sign-in service does not answer. Try again in a moment.',
      'too-fast': 'Too many attempts. Wait a little and try again.',
      unavailable: 'The server does not answer. Try again in a moment.',
      offline: 'You are offline. Check your connection and try again.',
      unrecorded: 'Your account is there, but the server has not confirmed it yet. Nothing is lost. Try again.',
      failed: 'Signing in did not work. Try again.',
    },
  },
  dashboard: {
    nav: 'Dashboard',
    adminDashboard: 'Admin Dashboard',
    manageUsers: 'Manage Users',
    approvedPremium: 'Approved Premium',
    approvedContactRequest: 'Approved Contact Request',
    editBiodata: 'Edit BioData',
    viewBiodata: 'View BioData',
    myContactRequest: 'My Contact Request',
    favourites: 'favourites BioData',
    logOut: 'LogOut',
    yours: 'Yours',
  },
}

/** The texts that only pages of members need; visitors do not load them. */
export const memberTexts = {
  account: {
    email: 'Email',
    emailHint: 'You sign in with it. It is only shown to people who are entitled to your contact.',
    confirmed: 'confirmed',
    notConfirmed: 'not confirmed yet',
    verifyBanner: (email: string) => `Confirm your email: we sent a link to ${email}.`,
    sentAgain: 'The link is on its way. Look into the spam folder too.',
    sendLink: 'Send the link again',
    name: 'Name',
    nameHint: 'The name of your account. The name in your biodata is changed there.',
    saveName: 'Save the name',
    nameSaved: 'The name is saved.',
    photo: 'Photo',
    photoHint: 'A link that starts with https://. Your biodata has its own, which is not required.',
    noPhoto: 'None given',
    ownPortrait: 'Illustrated portrait of this site',
    usePortrait: 'Use the drawing of this site',
    savePhoto: 'Save the photo link',
    photoSaved: 'The photo link is saved.',
    password: 'Password',
    current: 'Current password',
    change: 'Change the password',
    changed: 'The password is changed. Other devices are signed out.',
    wrongPassword: 'This is not your current password.',
    noPassword: 'You sign in without a password. To have one too, let us send you a link.',
    setPassword: 'Send me a link',
    resetSent: (email: string) => `A mail with a link is on its way to ${email}. Using it signs you out everywhere.`,
    sessions: 'Where you are signed in',
    device: (browser: string | null, system: string | null) =>
      [browser ?? 'Unknown browser', system].filter(Boolean).join(', '),
    lastUsed: (day: string) => `Last used on ${day}`,
    thisOne: 'this one',
    end: 'Sign out',
    endNamed: (device: string) => `Sign out: ${device}`,
    ended: 'Signed out there.',
    endOthers: 'Sign out everywhere else',
    data: 'Your data',
    dataHint: 'Everything this site has stored about you, in one file (JSON).',
    download: 'Download my data',
    delete: 'Delete the account',
    deleteGone:
      'Your account, your biodata, favourites and contact requests are deleted at once and cannot be brought back.',
    deleteKept:
      'Payments stay for bookkeeping, without your name. Who paid for your contact keeps the number of your biodata in the list, and nothing else of you.',
    deletePaid: 'What was paid and not approved yet is paid back.',
    deletePassword: 'Your password, to confirm',
    deleteEmail: 'Your email, to confirm',
    deleteQuestion: 'Delete your account for good?',
    deleteConfirm: 'Delete for good',
    deleted: 'Your account is deleted.',
    wrongEmail: 'This is not your email.',
    lastAdmin: 'You are the only administrator. Make somebody else one first.',
    signInAgain: 'Sign out and in again, then delete the account within 15 minutes.',
  },
  actions: {
    undo: 'Undo',
    delete: 'Delete',
    leaveTitle: 'Leave this page?',
    leave: 'Leave',
    stay: 'Stay',
  },
  contactLinks: {
    call: 'Call',
    callNamed: (name: string) => `Call ${name}`,
    whatsApp: 'WhatsApp',
    whatsAppNamed: (name: string) => `WhatsApp ${name}, in a new tab`,
  },
  biodata: {
    pageTitle: 'Biodata',
    detailsTitle: (id: string) => `Biodata ${id}`,
    back: 'Back to Biodatas',
    verified: 'Verified',
    verifiedNote: 'This means: premium member. Nothing was checked.',
    addFavourite: 'Add to favourites',
    inFavourites: 'In favourites',
    favouriteHint: 'Favourites are removed on the page favourites BioData.',
    favouriteFailed: 'The favourite could not be saved.',
    general: 'General information',
    bioType: 'BioType',
    birthdate: 'Birthdate',
    height: 'Height',
    heightInWords: (feet: number, inch: number) => `${feet} ft ${inch} in`,
    skinColor: 'Skin color',
    weight: 'Weight',
    permanentAddress: 'Permanent address',
    presentAddress: 'Present address',
    about: 'About Yourself',
    name: 'Name',
    age: 'Age',
    occupation: 'Occupation',
    ownOccupation: 'their own',
    division: 'Division',
    family: 'Family Information',
    fatherName: 'Father Name',
    motherName: 'Mother Name',
    expects: 'As a life partner expects',
    contact: 'Contact information',
    contactEmail: 'Contact Email',
    phone: 'Phone Number',
    photoUrl: 'Photo URL',
    noPhoto: 'None given',
    contactRequest: 'contact request',
    print: 'Print',
    printedOn: (day: string) => `Printed on ${day}`,
    copyLink: 'Copy link',
    linkCopied: 'The link is copied.',
    copyByHand: 'Copy this link:',
    contactHint: 'Email, phone and photo link open after a small fee and the approval of an admin.',
    withheld: 'hidden',
    pending: 'Approval is pending',
    pendingHint: 'You have paid. Email, phone and photo link appear here once an admin approves.',
    some: (gender: string) => `Some ${gender} BioData`,
    viewTitle: 'View BioData',
    publicTitle: (id: string) => `You are ${id}`,
    publicPage: 'See it as others do',
    visitors: 'Visitors see',
    visitorsSee: 'number, gender, division, age and occupation',
    members: 'Members see',
    membersSee: 'everything but email, phone and photo link',
    entitled: 'Everything is seen by',
    entitledSee: 'premium members, administrators, and who paid and was approved',
    premiumButton: 'Premium',
    premiumPending: 'Your request waits for an admin.',
    premiumApproved: 'Your biodata is premium.',
    premiumDialogTitle: 'Confirm Premium Request',
    premiumDialogText: 'Are you sure you want to make your biodata premium?',
    premiumRequested: 'Request sent to admin.Please Wait',
    none: 'You have no biodata yet',
    noneHint: 'Write it once; others find you, and you can ask for it to be premium.',
    edit: 'Edit BioData',
    editTitle: 'Edit BioData',
    editLead:
      'Everything but the photo link is needed. Email, phone and photo link are only shown to people entitled to them.',
    dateOfBirth: 'Date of birth',
    dateHint: 'For example 31 5 2001',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    gender: 'Gender',
    heightHint: 'For exactly 5 ft choose 4 ft and 12 in.',
    feet: 'Feet',
    inch: 'Inch',
    photoHint: 'Not required. A link that starts with https://. It is shown as a link, never as a picture.',
    phoneHint:
      'Shown only to premium members, administrators, and people who paid for your contact and were approved. For example 01712 345678',
    partnerAge: 'Age of the partner',
    partnerHeight: 'Height of the partner',
    partnerWeight: 'Weight of the partner',
    email: 'Email',
    emailHint: 'From your account; it cannot be changed here.',
    save: 'Save And Publish Now',
    saved: 'You bioData Successful Updated.',
    underAge: (age: number) => `The legal age of marriage is ${age}. Check the date of birth and the gender.`,
    draftRestored: (time: string) => `What you typed at ${time} and did not publish is here again.`,
    draftRestoredOf: (day: string, time: string) =>
      `What you typed on ${day} at ${time} and did not publish is here again.`,
    discardDraft: 'Discard',
    draftDiscarded: 'The draft is discarded.',
    restoreDraft: 'Restore',
    draftSaved: (time: string) => `Draft saved ${time}`,
    leaveDraft: 'What you changed is not published yet. Your draft stays in this browser until you come back.',
    notSaved: 'Your biodata was not saved. Everything you typed is still here; try again.',
    filled: (n: number, of: number) => `${n} of ${of} filled`,
    parts: 'Parts of the form',
    partFilled: (n: number, of: number) => `${n} of ${of}`,
    partDone: 'complete',
    missing: {
      name: 'Enter your name.',
      gender: 'Choose a gender.',
      birth: 'Date of birth not filled up.',
      skinColor: 'Choose a skin color.',
      feet: 'Choose the feet of your height.',
      inch: 'Choose the inches of your height.',
      weight: 'Choose your weight.',
      occupation: 'Choose an occupation.',
      fatherName: 'Enter the name of your father.',
      motherName: 'Enter the name of your mother.',
      division: 'Choose your permanent address.',
      presentDivision: 'Choose your present address.',
      partnerAge: 'Enter the age of the partner.',
      partnerFeet: 'Choose the feet of the partner’s height.',
      partnerInch: 'Choose the inches of the partner’s height.',
      partnerWeight: 'Choose the weight of the partner.',
      phone: 'Enter your phone number.',
    },
    wrong: {
      name: 'Write your name in one line of at most 100 characters.',
      fatherName: 'Write the name of your father in one line of at most 100 characters.',
      motherName: 'Write the name of your mother in one line of at most 100 characters.',
      birth: 'This is not a real date. Write it like 31 5 2001.',
      partnerAge: 'The age of the partner is a number from 18 to 99.',
      phone: 'Enter a mobile number, like 01712 345678.',
      photoUrl: 'Enter a link that starts with https://, or leave it empty.',
    },
  },
  checkout: {
    title: 'Checkout',
    fee: 'Contact request fee',
    biodataId: 'Biodata id',
    yourEmail: 'Your email',
    card: 'Card details',
    cardNumber: 'Card number',
    expiry: 'Expiry date',
    cvc: 'CVC',
    submit: 'Submit Button',
    get: 'What you get',
    getContact: 'Email, phone and photo link of this person, on the profile and in My Contact Request.',
    getChecked: 'An admin looks at every request first; the contact opens once it is approved.',
    getBack: 'The fee goes back to your card by itself if this biodata is deleted before that, or if you paid twice.',
    getMail: 'A mail tells you when it is approved.',
    preparing: 'Preparing the payment',
    cardsDeclined: 'Too many cards were declined. Try again in an hour.',
    processing: 'Paying. Do not close this page.',
    leave:
      'The payment is still running. If you leave, look at My Contact Request later; you will not be charged twice.',
    sandbox:
      'Demo: no real money. Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication. Any future date, any CVC.',
    success: 'payment successfully.',
    alreadyPaid: 'You have already paid for this contact.',
    toRequests: 'My Contact Request',
    own: 'This is your own biodata.',
    notNeeded: 'As a premium member you see this contact without paying.',
    notNeededAdmin: 'As an administrator you see this contact without paying.',
    off: 'Payment is switched off on this site.',
    unknownBiodata: 'There is no biodata with this number.',
    duplicate: 'You had paid for this contact before. This second payment goes back to your card.',
    mismatch: 'The payment went through, but does not fit this request. The site’s operator will look at it.',
    providerMissing: 'The payment form could not be loaded. Check your connection and reload the page.',
    notCharged: 'Nothing was charged.',
    unconfirmed:
      'The payment went through, but could not be recorded yet. It is not lost: press the button again, you will not be charged twice.',
    unknown:
      'The connection broke. Press the button again: if the payment already went through, you will not be charged twice.',
    // What is not here, the payment provider says in its own words, which are English.
    declined: {
      card_declined: 'Your card was declined. Nothing was charged. Try another card.',
      insufficient_funds: 'Your card has insufficient funds. Nothing was charged. Try another card.',
      expired_card: 'Your card has expired. Nothing was charged. Try another card.',
      incorrect_cvc: 'The security code is not right. Nothing was charged.',
      incorrect_number: 'The card number is not right. Nothing was charged.',
      payment_intent_authentication_failure:
        'The card could not be authenticated. Nothing was charged. Try again or use another card.',
      processing_error: 'The card could not be processed. Nothing was charged. Try again.',
    } as Record<string, string>,
  },
  requests: {
    title: 'My Contact Request',
    name: 'Name',
    id: 'Id',
    status: 'Status',
    mobile: 'Mobile No',
    email: 'Email',
    action: 'Action',
    pending: 'Approval is pending',
    states: { pending: 'pending', approve: 'approve', withdrawn: 'closed' },
    withdrawn: 'The payment went back',
    deleteNamed: (name: string) => `Delete the request for ${name}`,
    deleteQuestion:
      'It stays paid, but leaves this list, and no mail tells you of its approval. Only Undo, in the message that follows, brings it back.',
    deleted: 'Deleted Successfully.',
    none: 'No contact requests yet',
    noneHint: 'Open a profile and press contact request.',
    adminTitle: 'Contact Requests',
    biodataId: 'Biodata ID',
    approve: 'Approved Contact Request',
    approveNamed: (name: string, id: number) => `Approve the request of ${name} for biodata ${id}`,
    approveButton: 'Approve',
    approved: 'User Contact request Approved.',
    approvedState: 'Approved',
    deletedBiodata: 'Deleted biodata',
    paidBack: 'Your payment goes back',
    contactGone: 'No longer available',
  },
  favourites: {
    title: 'favourites BioData',
    name: 'Name',
    id: 'Id',
    address: 'Permanent Add',
    occupation: 'Occupation',
    delete: 'Delete',
    deleteNamed: (name: string) => `Remove ${name} from favourites`,
    deleted: 'Deleted Successfully.',
    none: 'No favourites yet',
    noneHint: 'Press the heart on a profile to keep it here.',
  },
  admin: {
    usersTitle: 'Manage Users',
    userName: 'User Name',
    userEmail: 'User Email',
    makeAdmin: 'Make Admin',
    makeAdminNamed: (name: string) => `Make Admin: ${name}`,
    makeAdminQuestion: (name: string) =>
      `${name} will be able to see and approve everything. This cannot be undone here.`,
    admin: 'Admin',
    madeAdmin: 'Successful user has become Admin.',
    makePremium: 'Make premium',
    makePremiumNamed: (name: string) => `Make premium: ${name}`,
    makePremiumQuestion: (name: string) =>
      `${name} will see the phone number, email and photo link of everybody, without paying. This cannot be undone here.`,
    premium: 'Premium',
    madePremium: 'Successful user has become Premium.',
    search: 'Search by name, email or number',
    searchButton: 'Search',
    noUsers: 'No users found',
    since: 'Member since',
    premiumTitle: 'Premium Approval Requests',
    biodataId: 'Biodata Id',
    biodataNumber: (n: number) => `BioDataId-${n}`,
    noneFound: 'Nothing found',
    requestedOn: 'Requested',
    sortBy: 'Sort by',
    upwards: {
      name: (column: string) => `${column}, ascending`,
      email: (column: string) => `${column}, ascending`,
      number: (column: string) => `${column}, ascending`,
      date: (column: string) => `${column}, oldest first`,
    },
    downwards: {
      name: (column: string) => `${column}, descending`,
      email: (column: string) => `${column}, descending`,
      number: (column: string) => `${column}, descending`,
      date: (column: string) => `${column}, newest first`,
    },
    show: 'Show',
    shown: { all: 'All', pending: 'Waiting', approve: 'Approved' },
    exportCsv: 'Export CSV',
    select: 'Select',
    selectNamed: (name: string) => `Select ${name}`,
    selectShown: (n: number) => `Select all shown (${n})`,
    approveMany: (n: number) => `Approve ${n}`,
    approveManyQuestion: (n: number) =>
      n === 1
        ? 'One request will be approved. This cannot be undone here.'
        : `${n} requests will be approved. This cannot be undone here.`,
    makeManyPremiumQuestion: (n: number) =>
      `${n === 1 ? 'One person' : `${n} people`} will see the phone number, email and photo link of everybody, without paying. This cannot be undone here.`,
    approving: (done: number, all: number) => `${done} of ${all} done`,
    approvedMany: (n: number) => (n === 1 ? 'One request approved.' : `${n} requests approved.`),
    failedMany: (n: number) =>
      n === 1 ? 'One was not approved: see its row.' : `${n} were not approved: see their rows.`,
    rowFailed: 'Not approved. Try again.',
    rowMissing: 'This request is gone.',
    overviewTitle: 'Admin Dashboard',
    forYou: 'Waiting for you',
    contactRequests: 'Contact requests',
    premiumRequests: 'Premium requests',
    nothingWaits: 'Nothing is waiting.',
    lastApproved: (moment: string) => `Last approved: ${moment}`,
    /** What somebody wants whose name comes before; the id is a link inside the sentence. */
    asksFor: <T>(id: T): (string | T)[] => ['asks for ', id],
    wantsPremium: (id: string) => `(${id}) wants to be premium`,
    waits: (n: number) => (n === 0 ? 'since today' : n === 1 ? 'waits 1 day' : `waits ${n} days`),
    review: 'Review',
    totals: 'In numbers',
    users: 'Users',
    biodata: 'Biodata',
    payments: 'Payments',
    approvals: 'Approved requests',
    paymentsIn: (currency: string) => `Payments in ${currency}`,
    paid: (currency: string) => `Paid in ${currency}`,
    growth: 'The last twelve weeks',
    newUsers: 'New users',
    newBiodata: 'New biodata',
    weekFrom: 'Week from',
    number: 'Number',
    asTable: 'As a table',
    chartSummary: (what: string, all: number, last: number) =>
      `${what}: ${all} in twelve weeks, ${last} in the last seven days.`,
    activity: 'Activity of administrators',
    activityLink: 'Activity',
    noActivity: 'No administrator has done anything yet',
    when: 'When',
    who: 'Who',
    what: 'What',
    whom: 'Whom',
    commandLine: 'Command line of the server',
    goneAccount: 'Deleted account',
    askedFor: (n: number) => `asked for biodata ${n}`,
    actions: {
      'made admin': 'Made Admin',
      'made premium': 'Made premium',
      'approved contact request': 'Approved a contact request',
      'viewed contact': 'Viewed the contact',
      'settled payment finding': 'Dealt with a payment',
      'exported users': 'Exported the users',
      'exported premium requests': 'Exported the premium requests',
      'exported contact requests': 'Exported the contact requests',
    } as Record<string, string>,
  },
  findings: {
    title: 'Payments that need a look',
    link: 'Payments to look at',
    open: (n: number) => (n === 1 ? 'A payment needs a look' : `${n} payments need a look`),
    none: 'Nothing to look at',
    noneHint:
      'What was paid and is not known here, refunds that were refused, and money that went back are listed here.',
    what: 'What',
    amount: 'Amount',
    who: 'Who paid',
    when: 'Found',
    action: 'Action',
    notKnown: 'Not known',
    forBiodata: (id: string) => `for ${id}`,
    settle: 'Done',
    settleNamed: (transaction: string) => `Done: ${transaction}`,
    settled: 'Marked as dealt with.',
    settledState: 'Dealt with',
    kinds: {
      unknown: 'Paid, and not known here. Look it up at the payment service and give it back.',
      mismatch: 'Paid, but with another amount, person or biodata than asked for. It has bought nothing.',
      'refund refused': 'Should go back, and the payment service refuses. It is asked again every day.',
      refunded: 'Was given back at the payment service. The contact is closed again.',
      'refunded in part': 'Was given back in part. The contact stays open.',
      disputed: 'Was disputed by the payer’s bank. The contact is closed again.',
    },
  },
}

/** Parameters and results are what every language agrees on; the words are its own. */
export type Texts = typeof texts
export type MemberTexts = typeof memberTexts

const changed = 'Last changed on 22 November 2026.'
const contents = 'On this page'

/**
 * English that only the server says: mails, and pages of prose, which a browser asks for. A mail's subject is seen by
 * whoever looks at the screen; it never says what kind of site this is or what happened there.
 */
export const serverTexts = {
  mail: {
    open: 'Open the page',
    footer: 'You get this mail because somebody used this address with us. Nobody reads answers to it.',
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
        'Somebody, probably you, asked for a new password. Choose it with the button.',
        'The link works once and for one hour. If it was not you, do nothing: your password stays as it is.',
      ],
      label: 'Choose a new password',
    }),
    contactApproved: (brand: string, id: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: [`Your contact request for ${id} is approved.`, 'Phone number and email are on your page.'],
    }),
    premiumApproved: (brand: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: ['You are a premium member now.', 'Your biodata carries the golden mark, and you see every contact.'],
    }),
    newContactRequest: (brand: string, id: string) => ({
      subject: `${brand}: something waits for you`,
      paragraphs: [`A contact request for ${id} is paid and waits for approval.`],
    }),
    newPremiumRequest: (brand: string, id: string) => ({
      subject: `${brand}: something waits for you`,
      paragraphs: [`A premium request for ${id} waits for approval.`],
    }),
    paymentFinding: (brand: string, what: string) => ({
      subject: `${brand}: a payment needs a look`,
      paragraphs: [what],
    }),
    findings: {
      unknown: 'The payment service was paid something that is not known here.',
      mismatch: 'A payment was for another amount, person or biodata than asked for. It has bought nothing.',
      'refund refused': 'The payment service refuses to give a payment back. It is asked again every day.',
      refunded: 'A payment was given back at the payment service. The contact it had opened is closed again.',
      'refunded in part': 'A payment was given back in part at the payment service. The contact stays open.',
      disputed: 'The payer’s bank disputes a payment. The contact it had opened is closed again.',
    },
    contactForm: (brand: string, name: string, email: string) => ({
      subject: `${brand}: a message from the contact form`,
      paragraphs: [
        `${name} (${email}) writes. Your answer to this mail goes to that address, which nobody has checked.`,
      ],
    }),
  },
  pages: {
    about: ({ brand, fee, canWrite }: SiteFacts): Prose => ({
      title: `About ${brand}`,
      lead: `${brand} is a place where families in Bangladesh read marriage biodata, calmly and without being tracked.`,
      changed,
      contents,
      sections: [
        {
          heading: 'What you can do here',
          paragraphs: [
            'Anybody can browse: gender, age, division and occupation are open to all, and no account is needed. With a free account you read biodata in full, all but the contact, keep the ones your family likes, and publish your own.',
            'The portraits are drawings. They follow from the gender and the number of a biodata and say nothing about how a person looks.',
          ],
          link: { page: 'browse', text: 'Browse Biodatas' },
        },
        {
          heading: 'How a contact is protected',
          paragraphs: [
            'Phone number, email and photo link are never sent to a visitor, nor to a member who has no right to them. They are not hidden in the page; they are not in the page at all.',
            fee
              ? `To see the contact of one person you send a contact request and pay a fee of ${fee}. An administrator decides on every request; phone, email and photo link are shown to you only once it is approved. Nobody pays twice for the same contact: a second payment goes back.`
              : 'Contacts are opened by a contact request with a fee, which an administrator approves. Payment is switched off on this site at the moment, so no new requests can be made.',
          ],
        },
        {
          heading: 'Premium members',
          paragraphs: [
            'A premium member sees all contacts without a fee, and a premium biodata carries a golden glow wherever its card is shown. The first of them by number, at most six, stand on the home page. Everybody who has published a biodata can ask to be premium; an administrator decides.',
          ],
        },
        {
          heading: 'Who runs it',
          paragraphs: [
            `${brand} is run by its operator, with the software Nikhad. There is no advertising and no tracking, and nothing about you is sold. Which services take part, and what they learn, is said in the privacy policy.`,
          ],
          ...(canWrite && { link: { page: 'contact', text: 'Contact us' } }),
        },
      ],
    }),
    privacy: ({ brand, fee, legalAge, hasMail, hasOtherSignIn, canWrite }: SiteFacts): Prose => ({
      title: 'Privacy Policy',
      lead: `What ${brand} keeps about you, who sees it, and how you take it back.`,
      changed,
      contents,
      sections: [
        {
          heading: 'What is kept, and why',
          paragraphs: ['Only what the site needs in order to do its work:'],
          list: [
            {
              term: 'Your account',
              text: `Name, email, the photo link you gave, your language, since when you are here, whether your email is confirmed, and whether you are premium. A password is kept as an argon2id hash from which it cannot be read.${hasOtherSignIn ? ' If you sign in with Google or another service, we keep the identity and, encrypted, the keys that it gives us.' : ''}`,
            },
            {
              term: 'Your biodata',
              text: `What you fill in yourself, also about your parents and the partner you hope for. From the date of birth the site computes your age, and refuses men under ${legalAge.Male} and women under ${legalAge.Female}, the legal ages of marriage.`,
            },
            {
              term: 'Favourites and contact requests',
              text: 'Whom you marked and whose contact you asked for. The people concerned are told neither.',
            },
            ...(fee
              ? [
                  {
                    term: 'Payments',
                    text: 'Amount, date, state, whose contact it was for, and the reference of the payment provider. Card numbers go from your browser straight to the provider and never reach this site.',
                  },
                ]
              : []),
            {
              term: 'Your sessions',
              text: 'When you signed in, from which network address and with which browser, so that you can recognise and end a session that is not yours. How often a sign-in failed lately is counted without names or addresses.',
            },
            ...(hasMail
              ? [
                  {
                    term: 'Mails to you',
                    text: 'That a mail was sent and when, for a month. Its content is erased once it is sent.',
                  },
                  {
                    term: 'What you write in the contact form',
                    text: 'It goes to the operator by mail. The network address it came from is kept for a day, against floods of messages.',
                  },
                ]
              : []),
          ],
        },
        {
          heading: 'Who sees what',
          paragraphs: [
            'The server decides this for every single answer. What somebody may not see is not sent to them.',
          ],
          list: [
            { term: 'Visitors', text: 'Number, gender, age, occupation, division, and whether a biodata is premium.' },
            {
              term: 'Signed-in members',
              text: 'The whole biodata, with your name and those of your parents, but no phone, email or photo link.',
            },
            {
              term: 'Who paid and was approved',
              text: `Also phone, email and photo link of that one person.${fee ? ` The fee is ${fee}.` : ''} Having paid is not enough; an administrator must approve.`,
            },
            { term: 'Premium members', text: 'Also phone, email and photo link of everybody.' },
            {
              term: 'Administrators',
              text: 'Phone, email and photo link of everybody too, the names and emails of all accounts, and all contact requests. Each time one of them opens a contact, approves something, changes a role or downloads a list, this is written to a log that cannot be changed.',
            },
            {
              term: 'The operator',
              text: 'Whoever runs the server can reach all that is stored on it, but no password.',
            },
          ],
        },
        {
          heading: 'Cookies and what your browser keeps',
          paragraphs: [
            `There are no cookies for tracking or advertising and no visitor statistics. Fonts, scripts and pictures come from this site alone${fee ? ', but for the form of the payment provider' : ''}; no photo from elsewhere is ever loaded into a page.`,
          ],
          list: [
            {
              term: 'Session',
              text: `Keeps you signed in for 30 days, or until the browser is closed if you did not choose Remember me. Scripts cannot read it. A second one remembers for a year that you have signed in with this browser, so that strangers who guess at your password cannot lock you out.${hasOtherSignIn ? ' While you sign in with Google or another service there is one more for a few minutes.' : ''}`,
            },
            { term: 'lang and theme', text: 'Remember for a year your choice of language and of light or dark.' },
            {
              term: 'Draft of your biodata',
              text: 'What you type and have not saved yet stays in your own browser until you save or discard it. On a computer that others use, discard it before you leave.',
            },
            {
              term: 'Places and one page',
              text: 'How far you had scrolled, until the tab is closed, and a page that is shown when there is no connection.',
            },
          ],
        },
        {
          heading: 'Others who take part',
          paragraphs: [
            ...(fee
              ? [
                  'The payment provider, Stripe, gets your card data, name and email when you pay, and sets its own cookies; its form is loaded on the payment page only.',
                ]
              : []),
            ...(hasOtherSignIn
              ? [
                  'If you choose to sign in with Google or another service, it learns that you do so and tells us your name, email and picture address.',
                ]
              : []),
            ...(hasMail ? ['The operator’s mail service delivers our mails.'] : []),
            fee || hasOtherSignIn || hasMail
              ? 'Nobody else gets anything.'
              : 'Nobody: what you enter stays on this site.',
          ],
        },
        {
          heading: 'Mails',
          paragraphs: [
            hasMail
              ? 'We write when you confirm your email or reset your password and when a request of yours is approved; administrators hear of new requests. There is no newsletter. Subjects are neutral, so that nobody who glances at your phone learns what the mail is about.'
              : 'This site sends no mail.',
          ],
        },
        {
          heading: 'How long it is kept',
          paragraphs: [],
          list: [
            { term: 'Account, biodata, favourites, requests', text: 'Until you delete your account.' },
            {
              term: 'Sessions',
              text: 'Until you end them, or 30 days after they were last used. Ended ones are removed within a day.',
            },
            ...(hasMail
              ? [
                  {
                    term: 'Links in mails',
                    text: 'Used ones, and those too old to be used, are removed within a day.',
                  },
                  { term: 'That a mail was sent', text: 'A month.' },
                ]
              : []),
            ...(fee
              ? [
                  {
                    term: 'Payments',
                    text: 'For good, for bookkeeping, without your name once you have left. The notices of the payment provider are removed after 30 days.',
                  },
                ]
              : []),
            {
              term: 'Logs',
              text: 'The server’s own log holds no names, emails or phone numbers. The administrators’ log is kept for good, and holds only the ids of those concerned.',
            },
            {
              term: 'Backups',
              text: 'The operator may keep some for a while; what you delete disappears from them when they are replaced.',
            },
          ],
        },
        {
          heading: 'Taking your data with you, or leaving',
          paragraphs: [
            'On your account page you can download what is held about you in one file, change your name and password, end sessions, and delete your account. The biodata is changed on its own page.',
            'Deleting removes the account, the biodata, favourites, contact requests and sessions at once. What stays: payments without your name, for bookkeeping; your id, without a name, in the administrators’ log; and in the list of somebody who asked for your contact the bare number of your biodata, which is never given out again. Whoever paid for a contact and was not approved yet gets the money back, you from others as others from you. Whoever saw your contact before may of course have written it down.',
          ],
          link: { page: 'account', text: 'To your account' },
        },
        {
          heading: 'Your rights',
          paragraphs: [
            `Bangladesh’s Personal Data Protection Ordinance, promulgated on 6 November 2025, is about consent that can be taken back, and about seeing, correcting and erasing one’s data. Its details may still change. Whatever the law asks for, here everybody can do these things without giving a reason.${canWrite ? ' For anything that the account page cannot do, write to us.' : ''}`,
          ],
          ...(canWrite && { link: { page: 'contact', text: 'Contact us' } }),
        },
      ],
    }),
    licensing: ({ brand, canWrite }: SiteFacts): Prose => ({
      title: 'Licensing',
      lead: 'What this site is made of, and what you may do with it.',
      changed,
      contents,
      sections: [
        {
          heading: 'What people write',
          paragraphs: [
            `A biodata belongs to the person who wrote it. You may read it, print it for your family and pass on its address. Copying biodata into other lists or sites is not allowed.`,
          ],
        },
        {
          heading: 'Drawings and texts',
          paragraphs: [
            'The portraits, the arch, the garland, the woven and stitched patterns and the logo were drawn for this software. Its texts were written for it too.',
          ],
        },
        {
          heading: 'The software',
          paragraphs: [
            `${brand} runs on the software Nikhad. No licence has been chosen for Nikhad yet, so for now there is no general permission to copy, change or redistribute it. Ask its makers if you want to.`,
          ],
        },
        {
          heading: 'Fonts',
          paragraphs: ['All three are free to use, also in your own work, under the SIL Open Font License 1.1.'],
          list: [
            { term: 'Figtree', text: 'The Figtree Project Authors. Latin letters.' },
            { term: 'Tiro Bangla', text: 'The Indigo Project Authors. Headings in both scripts.' },
            { term: 'Noto Sans Bengali', text: 'The Noto Project Authors. Bangla letters.' },
          ],
        },
        {
          heading: 'Icons',
          paragraphs: ['The small icons are from Lucide, under the ISC License, which lets you use them freely.'],
        },
        {
          heading: 'Software of others',
          paragraphs: [
            'Nikhad stands on free software. The main parts are listed here; every package that is installed with it brings the text of its own licence.',
          ],
          list: [
            {
              term: 'MIT License',
              text: 'React, TanStack Query, React Hook Form, sonner, zod, Tailwind CSS, Fastify, Kysely, node-postgres, better-auth, pg-boss, Stripe’s libraries and Node.js.',
            },
            { term: 'MIT No Attribution', text: 'Nodemailer.' },
            { term: 'PostgreSQL License', text: 'PostgreSQL, the database.' },
          ],
          ...(canWrite && { link: { page: 'contact', text: 'Contact us' } }),
        },
      ],
    }),
  },
}

export type ServerTexts = typeof serverTexts
