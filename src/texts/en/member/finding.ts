export const find = {
  from: 'From',
  upTo: 'To',
  wrongRange: {
    height: 'The lowest height must not be above the greatest.',
    weight: 'The lowest weight must not be above the greatest.',
  },
  order: 'Order',
  orders: { best: 'Best match', newest: 'Newest first', youngest: 'Youngest first', oldest: 'Oldest first' },
  reorder: 'Sort',
  without: (filter: string, people: string) =>
    `Without ${filter}, ${people === '1' ? '1 person is' : `${people} people are`} found`,
  withoutAtLeast: (filter: string, people: string) =>
    `Without ${filter}, at least ${people} ${people === '1' ? 'is' : 'are'} found`,
  confirmedRecently: (days: number) => `Confirmed in the last ${days} days`,
  orMore: (option: string) => `${option} or more`,
  atLeastOf: (field: string) => `${field}, at least`,
  asTicked: 'As ticked below',
  atLeast: (biodata: string) => `At least ${biodata}`,
  peopleLeft: (n: number) =>
    `${n === 0 ? 'These are the last people in lists for now.' : n === 1 ? 'You can see 1 more person in lists for now.' : `You can see ${n} more people in lists for now.`} More come as time passes.`,
  open: 'Open',
  nobody: 'Nobody with this number is found',
  numbersLookLike: (example: string) => `Numbers look like ${example}.`,
  everybody: 'Show everybody',
}

export const best = {
  all: (people: string) => `${people === '1' ? '1 meets' : `${people} meet`} all your wishes`,
  allOf: (people: string, total: string) =>
    `${people} of these ${total} ${people === '1' ? 'meets' : 'meet'} all your wishes`,
  everybody: 'Everybody here meets all your wishes',
  bothWays: 'Those who match best both ways come first.',
  others: (people: string, wishes: string) => `${people} more if you are flexible on ${wishes}`,
  wishes: {
    partnerAge: 'age',
    partnerHeight: 'height',
    partnerWeight: 'weight',
    partnerDivision: 'division',
    partnerDistrict: 'district',
    partnerOccupation: 'occupation',
    partnerMaritalStatus: 'marital status',
    partnerChildren: 'children',
    partnerEducation: 'education',
    partnerReligion: 'religion',
    partnerPractice: 'religious practice',
  },
  moreWishes: (people: string) => `Add wishes like district and education to tell these ${people} people apart`,
  and: (wishes: string, another: string) => `${wishes} and ${another}`,
  nobody: 'Nobody meets all your wishes',
  rest: 'Everybody else, newest first',
  fromWishes: 'Sorted by your wishes:',
  more: (n: number) => `${n} more`,
  change: 'Change',
  lead: 'Everything else you asked for still holds. Each card says what differs.',
  leaveOut: 'Do not show these first',
  include: (wishes: string) => `Also show people first who differ in ${wishes}`,
  how: 'How this order is made',
  above: (wish: string, value: string, off: string) => `${wish} ${value}: ${off} above your wish`,
  below: (wish: string, value: string, off: string) => `${wish} ${value}: ${off} under your wish`,
  unstated: (wish: string) => `${wish}: not stated`,
  years: (n: number) => (n === 1 ? '1 year' : `${n} years`),
  leftOut: 'People who differ in more stand among everybody else, as you chose.',
}

export const wishes = {
  lead: 'Must have: people who don’t match come last, under their own heading. Nice to have: people who match come first. Doesn’t matter: we don’t count it. Nobody is hidden from you.',
  howMuch: (wish: string) => `How much it matters: ${wish}`,
  importances: { must: 'Must have', nice: 'Nice to have', any: 'Doesn’t matter' },
  divisions: 'Divisions',
  districts: 'Districts',
  occupations: 'Occupations',
  needed: 'These three are needed. Choose from and to; how much it matters comes after.',
  more: (n: number) => `More wishes (${n})`,
  moreHint: 'Optional. Division, district, profession, education, religion and more.',
  shownNumber: 'The one number on your biodata',
  shownNumberHint: 'Others see this number and not your range.',
  reversed: 'From must not be above To.',
  meet: (people: string) =>
    people === '1' ? '1 person meets these wishes.' : `${capital(people)} people meet these wishes.`,
  meetAll: (people: string) =>
    people === '1' ? '1 person meets all these wishes.' : `${capital(people)} people meet all these wishes.`,
  meetMore: 'Add district and education to see the closest first.',
  meetMusts: (people: string) =>
    ({ 0: 'Nobody meets the must-haves.', 1: '1 person meets the must-haves.' })[people] ??
    `${capital(people)} people meet the must-haves.`,
  meetNone: 'Nobody meets all these wishes.',
  meetClosest: 'You still see who comes closest.',
  meetBefore: 'Choose from and to, and see how many people match.',
  meetGender: 'Choose your gender under General information, and see how many people match.',
  counting: 'Counting…',
  notCounted: 'We can’t count right now. Your wishes are kept.',
  secrecy: 'Who sees these wishes',
  secrecyHint:
    'This covers ranges, choices and how much they matter. Private wishes still sort and explain what you see, and nobody else learns anything about them. Wishes about religion and practice are shown only while you agree to show your own. One number each for age, height and weight is always shown.',
  shown: 'Show on my biodata',
  private: 'Keep private',
  privateTitle: 'Your private wishes',
  privateLead: 'Only you see these. They sort and explain what you see.',
  faithLead: 'Wishes about religion and practice are shown only while you agree to show your own.',
}

type Gender = 'Female' | 'Male'
const she = (gender: Gender) => (gender === 'Female' ? 'she' : 'he')
const her = (gender: Gender) => (gender === 'Female' ? 'her' : 'his')
const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** “all 4 of your wishes”, “3 of your 4 wishes”. */
const metOf = (met: number, of: number, whose: string) =>
  met < of
    ? `${met} of ${whose} ${of} ${of === 1 ? 'wish' : 'wishes'}`
    : of === 1
      ? `${whose} only wish`
      : `all ${of} of ${whose} wishes`

const { partnerChildren, partnerMaritalStatus, partnerPractice } = best.wishes
/** Names keep their capitals: Islam, Dhaka. */
const inSentence = (what: string, options: string) =>
  [partnerChildren, partnerMaritalStatus, partnerPractice].includes(what) ? options.toLowerCase() : options
const stated = (who: string, whose: string, what: string, option: string) =>
  what === partnerChildren
    ? `${who} ${who === 'you' ? 'have' : 'has'} ${inSentence(what, option)}`
    : `${whose} ${what} is ${inSentence(what, option)}`

interface One {
  who: string
  whose: string
  is: string
  meets: string
  lacks: string
}
const you: One = { who: 'you', whose: 'your', is: 'you are', meets: 'you meet', lacks: 'you have' }
const ward = (gender: Gender): One => {
  const who = she(gender)
  return { who, whose: her(gender), is: `${who} is`, meets: `${who} meets`, lacks: `${who} has` }
}
/** A match in the words for one of the two, or for the guardian of one; `gender` is of the other. */
const matchOf = ({ who, whose, is, meets, lacks }: One) => ({
  both: {
    yours: (gender: Gender, met: number, of: number) => `${capital(she(gender))} meets ${metOf(met, of, whose)}`,
    theirs: (gender: Gender, met: number, of: number) => `${capital(meets)} ${metOf(met, of, her(gender))}`,
  },
  noneOfYours: `${capital(lacks)} no preferences`,
  yourWish: `${capital(whose)} wish`,
  saysYours: (gender: Gender, range: string, value: string, _what: string) =>
    `${capital(who)} asked for ${range}; ${she(gender)} is ${value}.`,
  saysTheirs: (gender: Gender, range: string, value: string, _what: string) =>
    `${capital(she(gender))} is looking for ${range}; ${is} ${value}.`,
  choosesYours: (gender: Gender, what: string, options: string, has: string) =>
    `${capital(who)} asked for ${inSentence(what, options)}${has && `; ${stated(she(gender), her(gender), what, has)}`}.`,
  choosesTheirs: (gender: Gender, what: string, options: string, has: string) =>
    `${capital(she(gender))} is looking for ${inSentence(what, options)}${has && `; ${stated(who, whose, what, has)}`}.`,
})

export const whyYouTwo = {
  title: 'Why you match',
  titleOfWard: 'Why they match',
  ...matchOf(you),
  /** By the gender of the ward. */
  ofWard: { Female: matchOf(ward('Female')), Male: matchOf(ward('Male')) },
  none: 'Do you two match?',
  noneHint: 'Write your biodata to see how you match, wish by wish and both ways.',
  noneOfTheirs: (gender: Gender) => `${capital(she(gender))} shows no preferences`,
  /** On a card. */
  yours: (met: number, of: number) => `Meets ${met} of ${of}`,
  allStated: (of: number) => (of === 1 ? 'Meets the 1 wish you stated' : `Meets all ${of} you stated`),
  theirs: (met: number, of: number) => `you meet ${met} of ${of}`,
  differ: (wishes: string) => `differs in ${wishes}`,
  unsaid: (n: number) => `${n} not stated`,
  seeAll: 'See all wishes',
  what: 'What',
  theirWish: (gender: Gender) => `${capital(her(gender))} wish`,
  verdicts: { meets: 'Meets', close: 'Close', outside: 'Doesn’t match', unstated: 'Not stated' },
  noWish: 'No preference',
  noneShown: 'None shown',
  range: (from: string, to: string) => `${from} to ${to}`,
  change: 'Change my wishes',
  how: 'How this is worked out',
}

export const searches = {
  title: 'New for you',
  save: 'Save this search',
  saveLead: 'When somebody new matches, you find them under New for you, and by email if you wish.',
  saved: 'Saved',
  savedNow: 'The search is saved.',
  full: (n: number, search: string) =>
    `You have ${n} saved searches, as many as there can be. Delete one first, perhaps “${search}”.`,
  everybody: 'Everybody',
  or: (options: string, another: string) => `${options} or ${another}`,
  isNew: 'New',
  newSince: (people: string, day: string) => `${people} new since your last visit on ${day}`,
  atLeast: (people: string) => `at least ${people}`,
  onlyNew: 'Show only these',
  countNew: (people: string) => `${people} new`,
  onlyNewChip: 'New since your last visit',
  lead: (people: string, n: number, day: string) =>
    `${people} new ${people === '1' ? 'person' : 'people'} in ${n === 1 ? '1 search' : `${n} searches`} since your last visit on ${day}.`,
  nobodyNew: (day: string) => `Nobody new since your last visit on ${day}.`,
  firstVisit: 'People who join from now on are shown as new at your next visit.',
  newPeople: 'New people',
  seeAll: (people: string) => `See all ${people} new`,
  seeNewest: (n: number) => `See the newest ${n}`,
  newestShown: (n: number) => (n === 1 ? 'This is the newest one.' : `These are the newest ${n}.`),
  seen: 'I have seen them',
  seenNow: 'You’re all caught up.',
  heading: 'Saved searches',
  places: (n: number, of: number) => `${n} of ${of}`,
  seeNew: (people: string) => `See ${people} new`,
  noneNew: 'Nobody new yet',
  outdated: 'A filter of this search no longer exists, so it finds nobody. Delete it and save a new search.',
  mailMe: 'Email me',
  howOften: { 'at once': 'At once', daily: 'Once a day', weekly: 'Once a week', never: 'Never' },
  noMail: 'This site sends no emails. New people are listed here and under each search.',
  unconfirmed: 'Emails begin once your address is confirmed.',
  chosen: 'Saved.',
  rename: 'Rename',
  name: 'Name of the search',
  nameMissing: 'Enter a name.',
  nameTooLong: (n: number) => `At most ${n} characters.`,
  saveName: 'Save',
  deleted: 'The search is deleted.',
  hours:
    'Emails leave at eight in the morning, those at once within minutes, but not at night. Their subject never says what they are about.',
  none: 'No saved searches yet',
  noneHint: 'Choose filters under Biodatas and press Save this search. When somebody new matches, they appear here.',
  recent: 'Recently seen',
  recentLead: 'Kept in this browser only, until you log out.',
  forgetNamed: (id: string) => `Remove from recently seen: ${id}`,
  forgetAll: 'Remove all',
  forgotten: 'Removed from this browser.',
}
