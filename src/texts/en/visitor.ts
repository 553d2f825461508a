import { inBangladesh } from '#src/platform/clock.ts'
import { inThousands as number } from '#src/platform/digits.ts'
import type { Language } from '#src/platform/language.ts'
import { numberFormat } from '#src/platform/money.ts'
import { dateInWords } from './words.ts'

/** Texts of the specification stand to the letter. Another language is a folder with the same files and exports. */
export const languageName: string = 'English'
/** Those one can change to, each in its own words. */
export const otherLanguages: Partial<Record<Language, string>> = { bn: 'বাংলা' }

export const brandName = (brand: { name: string; nameBn: string }) => brand.name

export const format = {
  number,
  /** A text in the language's own digits, for ages, heights and years. Ids, phone and card numbers stay Latin. */
  digits: (text: string | number) => String(text),
  /** A calendar day, `YYYY-MM-DD`, or that of a moment by the clocks of Bangladesh, in words. */
  date: (moment: string) => dateInWords(moment),
  shortDate: (moment: string) => dateInWords(moment, 3),
  /** A time of day, `HH:MM`. */
  time: (clock: string) => clock,
  /** A moment, ISO 8601, by the clocks of Bangladesh. */
  dateTime(moment: string) {
    const { hour, minute } = inBangladesh(moment)
    return `${dateInWords(moment)}, ${hour}:${minute}`
  },
  money: (amount: number, currency: string) => numberFormat('en', { style: 'currency', currency }).format(amount),
}

export const common = {
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
  /** For failures that no input caused: not every language calls those a problem to put right. */
  notDone: 'There is a problem',
  thereAreProblems: (n: number) => `There are ${n} problems`,
  showAllProblems: (n: number) => `Show all ${n}`,
  errorTitle: (title: string) => `Error: ${title}`,
  noScript:
    'JavaScript is switched off in this browser, so this form cannot be sent. Browsing biodata and its filters work without it.',
  demo: 'Demo. Nothing here is real.',
  demoLabel: 'Demo',
  demoMails: 'Emails',
}

export const nav = {
  main: 'Main',
  menu: 'Menu',
  home: 'Home',
  biodatas: 'Biodatas',
  aboutUs: 'About Us',
  contactUs: 'Contact Us',
  dashboard: 'Dashboard',
  login: 'Login',
  register: 'Register',
  logOut: 'logOut',
  signedInAs: (name: string) => `Logged in as ${name}`,
  news: (count: string | 0) => (count ? `Notifications, ${count} new` : 'Notifications'),
  filled: (n: number, of: number) => `${n} of ${of} filled`,
  byNumber: 'Open by number',
  theme: 'Light or dark',
  footer: 'Footer',
  about: 'About',
  howFitWorks: 'How fit is worked out',
  privacyPolicy: 'Privacy Policy',
  licensing: 'Licensing',
  contact: 'Contact',
  copyright: (brand: string) => `© 2025 ${brand}`,
}

export const operator = {
  runBy: (name: string) => `Run by ${name}`,
  person: (name: string) => `In charge: ${name}`,
  registration: (number: string) => `Registration no. ${number}`,
  whatsApp: 'WhatsApp',
}

export const errors = {
  title: 'Something went wrong',
  detail: 'The page could not be shown. Nothing you saved is lost.',
  offline: 'You are offline. Check your connection and try again.',
  offlineBanner: 'You are offline. What is on this page stays readable; nothing can be saved until you are back.',
  unreachable: 'We can’t reach the server. Try again in a moment.',
  refused: 'That did not work. Try again.',
  tooFast: 'Too many attempts. Please wait a moment.',
  pauseTitle: 'A short pause',
  pause: (moment: string) =>
    `To keep people from copying everybody’s biodata, we show only a limited number at a time. You can read on from ${moment}.`,
  notFoundTitle: 'Page not found',
  notFoundDetail: 'There is nothing at this address. It may have been removed.',
  notAllowedTitle: 'You do not have access',
  notAllowedDetail: 'This page is for administrators.',
  somebodyElse: 'Somebody else is logged in here now. Reload the page.',
  sessionEnded: 'Your session has ended. Log in again.',
  notConfirmed: 'Nothing was changed or shown, because it was not confirmed.',
  toHome: 'Back to Home',
  toBiodatas: 'Back to Biodatas',
}

export const home = {
  description: 'Write your biodata, keep the ones your family likes, and ask for contact details when you are ready.',
  hero: 'Find Your Perfect Match',
  lookingFor: 'Looking for',
  privacy: 'Phone and email are never shown to visitors.',
  premiumMembers: 'Premium Members',
  newest: 'New on the site',
  sortByAge: 'Sort by age',
  ascending: 'Ascending',
  descending: 'Descending',
  howItWorks: 'How It Works',
  steps: ({ google, fee }: { google: boolean; fee: boolean }) => [
    {
      title: 'Create your account',
      text: `${google ? 'Email or Google' : 'With your email'}. It takes a minute.`,
    },
    { title: 'Write your biodata', text: 'Family, work and who you are looking for.' },
    { title: 'Browse and keep favourites', text: 'See who matches, and why.' },
    { title: 'Request contact', text: `${fee ? 'A small fee, then an' : 'An'} admin approves it.` },
    { title: 'Talk with the family', text: 'Phone and email open to you.' },
  ],
  counters: 'At a glance',
  girls: 'Girls',
  boys: 'Boys',
  marriages: 'Marriages completed',
  totalBiodata: 'Total biodata',
  countedOn: (day: string) => `Counted on ${day}.`,
  coupleTells: 'We count couples who found each other here.',
  stories: 'Success Stories',
  create: 'Create a free biodata',
  relyOn: 'What you can rely on',
  advantages: {
    refund: ['Full refund if not approved', 'The whole fee is returned automatically.'],
    seen: ['See everybody who saw your number', 'Who, when and why, in a list nobody can change.'],
    pause: ['Pause or leave in one press', 'Hide your biodata today, bring it back any day.'],
    rule: ['Matches by a written rule', 'Money cannot change who comes first.'],
  },
  free: 'Your biodata is free',
  forFamily: 'For yourself, a daughter, son, sister or brother. Ten minutes, saved as you write.',
}

export const card = {
  number: 'BioData NO',
  gender: 'Gender',
  division: 'Division',
  age: 'Age',
  occupation: 'Occupation',
  viewProfile: 'View Profile',
  premium: 'Premium',
}

export const browse = {
  title: 'Browse Biodatas',
  description: 'Browse marriage biodata by gender, age and division. Reading is free, no login needed.',
  filters: 'Filters',
  labels: { gender: 'Gender', maritalStatus: 'Marital status', division: 'Division' },
  any: { gender: 'Any', maritalStatus: 'Any', division: 'Any division' },
  ageRange: 'Age range',
  minAge: 'Youngest age',
  maxAge: 'Oldest age',
  more: 'More filters',
  forMembers: 'Height, education, religion, district and many more are filters for members. Registering is free.',
  register: 'Create an account',
  freeTitle: 'Free: read the whole biodata',
  free: 'Members read names, education and family. With your own biodata you also see who matches.',
  apply: 'Apply Filters',
  reset: 'Reset',
  total: (n: number) => `${number(n)} biodata`,
  showFilters: (n: number) => (n === 0 ? 'Filters' : `Filters (${n})`),
  noData: 'No data....',
  nobodyYet: 'There is nobody to show yet. New biodata appear here.',
  noDataHint: 'No biodata matches these filters. Try a wider age range or another division.',
  chosen: 'Chosen filters',
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  wrongRange: 'The youngest age must not be above the oldest.',
  wrongAge: (min: number, max: number) => `Ages are ${min} to ${max}.`,
  rangeFromTo: (field: string, least: string, most: string) => `${field} ${least} to ${most}`,
  rangeFrom: (field: string, least: string) => `${field} ${least} or more`,
  rangeUpTo: (field: string, most: string) => `${field} up to ${most}`,
}

/** English options are their own labels. */
const same = <Name extends string>(...names: Name[]) =>
  Object.fromEntries<string>(names.map((name) => [name, name])) as Record<Name, string>

export const options = {
  gender: same('Male', 'Female'),
  maritalStatus: same('Never married', 'Divorced', 'Widowed'),
  skinColor: same('Fair', 'Medium', 'Brown', 'Dark'),
  occupation: same('Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'),
  division: same('Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi'),
  feet: (n: number) => `${n} ft`,
  inch: (n: number) => `${n} in`,
}

export const contact = {
  lead: 'Write to us about the site, a biodata or a payment. We answer by email.',
  message: 'Message',
  missingMessage: 'Write your message.',
  longMessage: 'The message must have at most 5,000 characters.',
  send: 'Send',
  sent: (email: string) => `Thank you. Your message is on its way to us; we answer to ${email}.`,
  off: 'The people who run this site have not said yet how to reach them.',
  alone: 'Log in to hide or delete your biodata. You can report somebody from their biodata.',
  forAdmins: 'Your dashboard says what to fill in.',
  call: 'Call us, or write on WhatsApp if you find it below.',
  byMail: 'You can also write an email:',
}

export const accounts = {
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  name: 'Name',
  loggedOutHeader: 'logout successful ',
  logoutFailed: 'Logging out did not work. You are still logged in; try again.',
  account: 'Account',
  notAnEmail: 'This is not an email address.',
  missing: {
    name: 'Enter your name.',
    email: 'Enter your email address.',
  },
}
