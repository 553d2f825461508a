export const welcome = {
  title: 'Who is this biodata for?',
  forWhom: {
    myself: 'Myself',
    daughter: 'Daughter',
    son: 'Son',
    sister: 'Sister',
    brother: 'Brother',
    relative: 'Relative',
  },
  missing: {
    forWhom: 'Choose who the biodata is for.',
    gender: 'Choose Male or Female.',
  },
  keptBy: 'Who are you to them?',
  keptByHint: 'Optional. Members read it on the profile.',
  lookFor: { Female: 'We will look for a groom.', Male: 'We will look for a bride.' },
  own: 'Your name is filled in already.',
  theirs: {
    Female: 'You write her name in the next step; yours stays with the account.',
    Male: 'You write his name in the next step; yours stays with the account.',
  },
  next: 'What happens next',
  steps: (needed: number) => [
    `${needed} answers are needed, the rest is optional. Everything is saved as you write.`,
    'The phone number is shown only to people whose paid request was approved, and to premium members.',
    'Then you see the people who match, best match first.',
  ],
  start: {
    own: 'Start my biodata',
    Female: 'Start her biodata',
    Male: 'Start his biodata',
    other: 'Start the biodata',
  },
  look: 'Look around first',
}

export const nextStep = {
  label: 'Your next step',
  steps: {
    write: ['Write your biodata', 'Families answer people they can read. It takes 10 minutes.', 'Write it now'],
    confirm: [
      'Confirm your email',
      'Until then we cannot write to you, and nobody is shown your email.',
      'Confirm it now',
    ],
    aboutMe: [
      'Write a few lines about yourself',
      'Families read this first. Three sentences are enough.',
      'Write it now',
    ],
    wishes: [
      'Say more about whom you are looking for',
      'Add education and district, and the closest come first.',
      'Add wishes',
    ],
  },
}

export const memberHome = {
  newForYou: 'new for you',
  matchAll: 'meet all your wishes',
  fromWishes: 'From your biodata and wishes.',
  newest: 'New for you',
  best: 'Who matches you best',
  seeAll: 'See all',
  requests: 'Your requests',
  open: 'Open',
  seenBy: (people: number) => `${people} ${people === 1 ? 'person' : 'people'} saw your contact in the last 30 days`,
  seenLast: (day: string) => `Last on ${day}`,
}
