/** An asker says that nobody answers the number that was shown. */
export const unanswered = {
  say: 'Nobody answers this number',
  lead: 'We call the number ourselves and tell you what we found. Please try it at different times of day first.',
  refund:
    'If we can’t reach anybody either, the whole fee is refunded. Your request then ends, and the contact closes.',
  free: 'If we can’t reach anybody either, your request ends, and the contact closes.',
  once: (days: number) => `You can tell us within ${days} days of your first look, once for each family.`,
  note: 'What we should know',
  noteHint: (n: number) => `Optional, at most ${n} characters. Only administrators read it.`,
  tooLong: (n: number) => `Use at most ${n} characters.`,
  send: 'Ask us to check',
  sent: 'Thank you. We check the number and tell you what we found.',
  states: {
    open: 'You told us that nobody answers. We are checking the number.',
    unanswered: 'We couldn’t reach the number either, so this request has ended.',
    answers: 'We called the number and reached somebody. Try again at another time of day.',
    ended: 'The contact was closed before we had checked the number.',
  },
  problems: {
    'too-late': 'It is more than 14 days since your first look.',
    'reported-before': 'You have told us about this family before.',
    'not-open': 'The contact has closed meanwhile.',
  } as Record<string, string>,
}
