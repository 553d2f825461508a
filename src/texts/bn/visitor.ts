import { inBangladesh } from '#src/platform/clock.ts'
import type * as en from '#src/texts/en/visitor.ts'
import { date, dateInWords, digits, money, number, shortMonths, time } from './words.ts'

// Always the same word for a thing: বায়োডাটা, যোগাযোগের অনুরোধ, যোগাযোগের তথ্য, পছন্দের তালিকা, অনুমোদন, নাকচ,
// প্রিমিয়াম, অ্যাডমিন. Ids, addresses, phone and card numbers stay Latin.
export const languageName = 'বাংলা'
export const otherLanguages: typeof en.otherLanguages = { en: 'English' }

export const brandName: typeof en.brandName = (brand) => brand.nameBn

export const format: typeof en.format = {
  number,
  digits,
  date,
  shortDate: (moment) => dateInWords(moment, shortMonths),
  time,
  dateTime(moment) {
    const { hour, minute } = inBangladesh(moment)
    return `${date(moment)}, ${time(`${hour}:${minute}`)}`
  },
  money,
}

export const common: typeof en.common = {
  skipToContent: 'মূল অংশে যান',
  loading: 'লোড হচ্ছে',
  cancel: 'বাতিল',
  confirm: 'নিশ্চিত করুন',
  close: 'বন্ধ করুন',
  tryAgain: 'আবার চেষ্টা করুন',
  showMore: 'আরও দেখুন',
  to: 'থেকে',
  notifications: 'বার্তা',
  thereIsAProblem: 'কিছু ঠিক করতে হবে',
  notDone: 'কাজটি হয়নি',
  thereAreProblems: (n) => `${digits(n)}টি বিষয় ঠিক করতে হবে`,
  showAllProblems: (n) => `${digits(n)}টিই দেখুন`,
  errorTitle: (title) => `ভুল আছে: ${title}`,
  noScript: 'এই ব্রাউজারে জাভাস্ক্রিপ্ট বন্ধ আছে, তাই এই ফরমটি পাঠানো যাবে না। বায়োডাটা দেখা আর ফিল্টার দিয়ে খোঁজা তবু চলবে।',
  demo: 'এটি ডেমো। এখানকার কিছুই আসল নয়।',
  demoLabel: 'ডেমো',
  demoMails: 'ইমেইল',
}

export const nav: typeof en.nav = {
  main: 'প্রধান মেনু',
  menu: 'মেনু',
  home: 'হোম',
  biodatas: 'বায়োডাটা',
  aboutUs: 'আমাদের কথা',
  contactUs: 'যোগাযোগ',
  dashboard: 'ড্যাশবোর্ড',
  login: 'লগইন',
  register: 'নিবন্ধন',
  logOut: 'লগআউট',
  signedInAs: (name) => `লগইন করেছেন: ${name}`,
  news: (count) => (count ? `নোটিফিকেশন, ${count}টি নতুন` : 'নোটিফিকেশন'),
  filled: (n, of) => `${digits(of)}টির মধ্যে ${digits(n)}টি পূরণ হয়েছে`,
  byNumber: 'নম্বর দিয়ে খুলুন',
  theme: 'ডার্ক মোড',
  footer: 'পাতার নিচের অংশ',
  about: 'আমাদের কথা',
  howFitWorks: 'মিল কীভাবে হিসাব হয়',
  privacyPolicy: 'গোপনীয়তা নীতি',
  licensing: 'লাইসেন্স',
  contact: 'আমাদের জানান',
  copyright: (brand) => `© ২০২৫ ${brand}`,
}

export const operator: typeof en.operator = {
  runBy: (name) => `পরিচালনায়: ${name}`,
  person: (name) => `দায়িত্বে: ${name}`,
  registration: (number) => `নিবন্ধন নং ${number}`,
  whatsApp: 'হোয়াটসঅ্যাপ',
}

export const errors: typeof en.errors = {
  title: 'কোনো একটা সমস্যা হয়েছে',
  detail: 'পাতাটি দেখানো গেল না। আপনার সেভ করা কিছুই হারায়নি।',
  offline: 'আপনি অফলাইনে আছেন। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।',
  offlineBanner: 'আপনি এখন অফলাইনে আছেন। এই পাতায় যা আছে তা পড়া যাবে; ইন্টারনেট না আসা পর্যন্ত কিছু সেভ করা যাবে না।',
  unreachable: 'সার্ভার সাড়া দিচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  refused: 'কাজটি হলো না। আবার চেষ্টা করুন।',
  tooFast: 'অল্প সময়ে অনেকবার চেষ্টা করা হয়েছে। একটু অপেক্ষা করে আবার চেষ্টা করুন।',
  pauseTitle: 'একটু বিরতি',
  pause: (moment) =>
    `কেউ যেন সবার বায়োডাটা নকল করে নিতে না পারেন, তাই অল্প সময়ে অনেক বায়োডাটা দেখানো হয় না। আবার পড়তে পারবেন ${moment} থেকে।`,
  notFoundTitle: 'পাতাটি পাওয়া গেল না',
  notFoundDetail: 'এই ঠিকানায় কিছু নেই। হয়তো সরিয়ে ফেলা হয়েছে।',
  notAllowedTitle: 'এই পাতা আপনার জন্য খোলা নয়',
  notAllowedDetail: 'পাতাটি শুধু অ্যাডমিনদের জন্য।',
  somebodyElse: 'এখন এখানে অন্য কেউ লগইন করেছেন। পাতাটি আবার লোড করুন।',
  sessionEnded: 'আপনার লগইনের মেয়াদ শেষ। আবার লগইন করুন।',
  notConfirmed: 'নিশ্চিত করা হয়নি, তাই কিছু বদলায়নি বা দেখানো হয়নি।',
  toHome: 'হোমে ফিরুন',
  toBiodatas: 'সব বায়োডাটায় ফিরুন',
}

export const home: typeof en.home = {
  description: 'নিজেদের বায়োডাটা লিখুন, পরিবারের পছন্দেরগুলো রেখে দিন, প্রস্তুত হলে যোগাযোগের তথ্য চেয়ে নিন।',
  hero: 'আপনার মনের মতো জীবনসঙ্গী খুঁজুন',
  lookingFor: 'খুঁজছি',
  privacy: 'অতিথিদের কখনো ফোন বা ইমেইল দেখানো হয় না।',
  premiumMembers: 'প্রিমিয়াম সদস্য',
  newest: 'সাইটে নতুন',
  sortByAge: 'বয়স অনুযায়ী',
  ascending: 'কম থেকে বেশি',
  descending: 'বেশি থেকে কম',
  howItWorks: 'যেভাবে কাজ করে',
  steps: ({ google, fee }) => [
    { title: 'অ্যাকাউন্ট খুলুন', text: `ইমেইল${google ? ' বা গুগল' : ''} দিয়ে। এক মিনিট লাগে।` },
    { title: 'বায়োডাটা লিখুন', text: 'পরিবার, পেশা আর কেমন মানুষ খুঁজছেন।' },
    { title: 'দেখুন, পছন্দেরগুলো রাখুন', text: 'কার সঙ্গে মেলে, কেন মেলে, দেখুন।' },
    { title: 'যোগাযোগের অনুরোধ করুন', text: `${fee ? 'অল্প ফি দিন, তারপর ' : ''}অ্যাডমিন অনুমোদন দেন।` },
    { title: 'পরিবারের সঙ্গে কথা বলুন', text: 'ফোন ও ইমেইল আপনার জন্য খুলে যায়।' },
  ],
  counters: 'এক নজরে',
  girls: 'পাত্রী',
  boys: 'পাত্র',
  marriages: 'বিয়ে হয়েছে',
  totalBiodata: 'মোট বায়োডাটা',
  countedOn: (day) => `${day} তারিখের হিসাব।`,
  coupleTells: 'এখানে পরিচয় হওয়া বিয়েই গোনা হয়।',
  stories: 'সফলতার গল্প',
  create: 'বিনা খরচে বায়োডাটা তৈরি করুন',
  relyOn: 'যা নিশ্চিত',
  advantages: {
    refund: ['অনুমোদন না হলে পুরো টাকা ফেরত', 'পুরো ফি নিজে থেকেই ফেরত যায়।'],
    seen: ['আপনার নম্বর কে কে দেখেছেন, সব দেখুন', 'কে, কখন, কেন: এই তালিকা কেউ বদলাতে পারে না।'],
    pause: ['এক চাপে বিরতি বা বিদায়', 'আজ লুকান, যেদিন খুশি ফিরিয়ে আনুন।'],
    rule: ['লিখিত নিয়মে মিল', 'টাকা দিয়ে কেউ আগে আসতে পারেন না।'],
  },
  free: 'বায়োডাটা তৈরি করতে খরচ নেই',
  forFamily: 'নিজের, মেয়ের, ছেলের, বোনের বা ভাইয়ের জন্য। দশ মিনিট লাগে, লিখতে লিখতেই সেভ হয়।',
}

export const card: typeof en.card = {
  number: 'বায়োডাটা নং',
  gender: 'পাত্র/পাত্রী',
  division: 'বিভাগ',
  age: 'বয়স',
  occupation: 'পেশা',
  viewProfile: 'প্রোফাইল দেখুন',
  premium: 'প্রিমিয়াম',
}

export const browse: typeof en.browse = {
  title: 'বায়োডাটা দেখুন',
  description: 'পাত্র-পাত্রী, বয়স ও বিভাগ অনুযায়ী বিয়ের বায়োডাটা দেখুন। পড়তে টাকা বা লগইন লাগে না।',
  filters: 'ফিল্টার',
  labels: { gender: 'কাকে খুঁজছেন', maritalStatus: 'বৈবাহিক অবস্থা', division: 'বিভাগ' },
  any: { gender: 'সবাই', maritalStatus: 'যেকোনো', division: 'সব বিভাগ' },
  ageRange: 'বয়সের সীমা',
  minAge: 'সবচেয়ে কম বয়স',
  maxAge: 'সবচেয়ে বেশি বয়স',
  more: 'আরও ফিল্টার',
  forMembers: 'উচ্চতা, পড়াশোনা, ধর্ম, জেলাসহ আরও অনেক ফিল্টার সদস্যদের জন্য। সদস্য হতে টাকা লাগে না।',
  register: 'অ্যাকাউন্ট খুলুন',
  freeTitle: 'বিনা খরচে পুরো বায়োডাটা পড়ুন',
  free: 'সদস্যরা নাম, শিক্ষা ও পরিবারের কথা পড়তে পারেন। নিজের বায়োডাটা থাকলে কার সঙ্গে মেলে, তা-ও দেখবেন।',
  apply: 'ফলাফল দেখুন',
  reset: 'ফিল্টার মুছুন',
  total: (n) => `${number(n)}টি বায়োডাটা`,
  showFilters: (n) => (n === 0 ? 'ফিল্টার' : `ফিল্টার (${digits(n)}টি)`),
  noData: 'কিছু পাওয়া গেল না',
  nobodyYet: 'দেখানোর মতো কেউ এখনো নেই। নতুন বায়োডাটা এখানেই আসবে।',
  noDataHint: 'এই ফিল্টারে কোনো বায়োডাটা মেলেনি। বয়সের সীমা বাড়িয়ে বা অন্য বিভাগ দিয়ে দেখুন।',
  chosen: 'বেছে নেওয়া ফিল্টার',
  removeFilter: (filter) => `ফিল্টার সরান: ${filter}`,
  wrongRange: 'সবচেয়ে কম বয়স সবচেয়ে বেশি বয়সের চেয়ে বড় হতে পারে না।',
  wrongAge: (min, max) => `বয়স ${digits(min)} থেকে ${digits(max)} পর্যন্ত দেওয়া যায়।`,
  rangeFromTo: (field, least, most) => `${field} ${least} থেকে ${most}`,
  rangeFrom: (field, least) => `${field} ${least} বা বেশি`,
  rangeUpTo: (field, most) => `${field} ${most} পর্যন্ত`,
}

export const options: typeof en.options = {
  gender: { Male: 'পাত্র', Female: 'পাত্রী' },
  maritalStatus: { 'Never married': 'অবিবাহিত', Divorced: 'বিবাহবিচ্ছিন্ন', Widowed: 'বিধবা বা বিপত্নীক' },
  skinColor: { Fair: 'ফর্সা', Medium: 'উজ্জ্বল শ্যামলা', Brown: 'শ্যামলা', Dark: 'গাঢ় শ্যামলা' },
  occupation: {
    Engineer: 'ইঞ্জিনিয়ার',
    Doctor: 'ডাক্তার',
    Teacher: 'শিক্ষক',
    Student: 'শিক্ষার্থী',
    Job: 'চাকরিজীবী',
    'House wife': 'গৃহিণী',
  },
  division: {
    Dhaka: 'ঢাকা',
    Chattagra: 'চট্টগ্রাম',
    Rangpur: 'রংপুর',
    Barisal: 'বরিশাল',
    Khulna: 'খুলনা',
    Mymensingh: 'ময়মনসিংহ',
    Sylhet: 'সিলেট',
    Rajshahi: 'রাজশাহী',
  },
  feet: (n) => `${digits(n)} ফুট`,
  inch: (n) => `${digits(n)} ইঞ্চি`,
}

export const contact: typeof en.contact = {
  lead: 'সাইট, কোনো বায়োডাটা বা ফি নিয়ে আমাদের জানান। আমরা ইমেইলে উত্তর দিই।',
  message: 'বার্তা',
  missingMessage: 'আপনার বার্তাটি লিখুন।',
  longMessage: 'বার্তাটি ৫,০০০ অক্ষরের বেশি হতে পারবে না।',
  send: 'পাঠান',
  sent: (email) => `ধন্যবাদ। আপনার বার্তাটি পাঠানো হয়েছে; আমরা ${email} ঠিকানায় উত্তর দেব।`,
  off: 'সাইটটি যাঁরা চালান, তাঁদের কীভাবে পাওয়া যাবে তা এখনো জানাননি।',
  alone: 'লগইন করে নিজের বায়োডাটা লুকাতে বা মুছতে পারেন, কারও বায়োডাটা থেকে অভিযোগও জানাতে পারেন।',
  forAdmins: 'কী কী লিখতে হবে, আপনার ড্যাশবোর্ডে আছে।',
  call: 'ফোন করুন, অথবা নিচে থাকলে হোয়াটসঅ্যাপে লিখুন।',
  byMail: 'ইমেইলও করতে পারেন:',
}

export const accounts: typeof en.accounts = {
  email: 'ইমেইল',
  password: 'পাসওয়ার্ড',
  showPassword: 'পাসওয়ার্ড দেখান',
  hidePassword: 'পাসওয়ার্ড লুকান',
  name: 'নাম',
  loggedOutHeader: 'লগআউট হয়েছে',
  logoutFailed: 'লগআউট হলো না। আপনি এখনো লগইন অবস্থায় আছেন; আবার চেষ্টা করুন।',
  account: 'অ্যাকাউন্ট',
  notAnEmail: 'এটি কোনো ইমেইল ঠিকানা নয়।',
  missing: {
    name: 'আপনার নাম লিখুন।',
    email: 'আপনার ইমেইল লিখুন।',
  },
}
